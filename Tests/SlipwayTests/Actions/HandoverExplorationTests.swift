import Slipway
import Testing

struct HandoverExplorationTests {
    @Test(.heavy, arguments: 0..<4)
    func everyActionRunsInOneLaunchAndBesideNoneThatNeedsTheSame(part: UInt64) async {
        for seed in part * 150..<(part + 1) * 150 {
            let violations = HandoverExploration.violations(seed: seed)
            #expect(violations.isEmpty, "seed \(seed)")
        }
    }
}
