import Slipway
import Testing

struct BookExplorationTests {
    /// `make explore` tries a million.
    @Test(.heavy, arguments: 0..<20) func whatSendersWereToldIsTrueAfterAnyCrash(part: UInt64) async
    {
        for seed in part * 1000..<(part + 1) * 1000 {
            let violations = BookExploration.violations(seed: seed)
            #expect(violations.isEmpty, "seed \(seed)")
        }
    }
}
