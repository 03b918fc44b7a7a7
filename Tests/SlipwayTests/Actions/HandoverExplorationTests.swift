import Slipway
import Testing

struct HandoverExplorationTests {
    @Test(.heavy, .disabled("some seeds break a rule, and it is not known why"), arguments: 0..<4)
    func everyActionRunsInOneLaunchAndBesideNoneThatNeedsTheSame(part: UInt64) async {
        for seed in part * 500..<(part + 1) * 500 {
            let violations = HandoverExploration.violations(seed: seed)
            #expect(violations.isEmpty, "seed \(seed)")
        }
    }
}
