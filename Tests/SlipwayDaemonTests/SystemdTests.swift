import Foundation
import SlipwayTestSupport
import Testing

/// Slipway's promises under a real systemd.
///
/// The promises are the scripts in `Tests/Systemd/scenarios`.
@Suite(
    .enabled(
        if: BootedSystem.isPossible || Checkout.isChecked,
        "needs root, namespaces (unshare) and systemd to boot one as PID 1"
    ),
    .bootedSystem,
    .timeLimit(.minutes(5))
)
struct SystemdTests {
    @Test(arguments: try BootedSystem.scenarios())
    func holdsUnderARealSystemd(_ scenario: String) throws {
        let system = try #require(BootedSystem.current, "the system did not boot")
        let log = try system.log(of: scenario)
        #expect(try system.status(of: scenario) == 0, "\(log)")
    }
}
