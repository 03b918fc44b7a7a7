import Slipway
import Testing

/// The rules of the engine over thousands of random plans, each in a random order of events.
///
/// A failure names its seed; running that seed alone replays it exactly. `make explore` does the
/// same for a million.
struct RandomLaunchTests {
    @Test(.heavy, arguments: 0..<20)
    func everyInterleavingKeepsTheRules(block: Int) {
        for number in 0..<1000 {
            let seed = UInt64(block * 1000 + number)
            let violations = Exploration.violations(seed: seed)
            #expect(violations.isEmpty, "seed \(seed)")
        }
    }

    /// `make sanitize` runs ten times as many, watched by the thread sanitizer.
    @Test(arguments: 0..<8)
    func launchesOnRealThreadsKeepTheRules(block: Int) async {
        for number in 0..<25 {
            let seed = UInt64(block * 25 + number)
            let violations = await ThreadedLaunch.violations(seed: seed)
            #expect(violations.isEmpty, "seed \(seed)")
        }
    }

    /// Found among millions of seeds.
    @Test(arguments: [
        50_542_244, 78_377, 236_255, 322_345, 626_681, 853_792, 101_307, 347_581, 371_039,
    ])
    func launchesThatOnceBrokeARuleKeepIt(seed: UInt64) {
        #expect(Exploration.violations(seed: seed).isEmpty)
    }

    @Test func theSameSeedGivesTheSameLaunch() {
        var runs: [[String]] = [[], []]
        for run in runs.indices {
            _ = Exploration.violations(seed: 4711) { runs[run].append($0) }
        }
        #expect(runs[0] == runs[1])
        #expect(!runs[0].isEmpty)
    }
}
