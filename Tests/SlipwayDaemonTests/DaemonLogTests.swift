import Slipway
import SlipwayControlServer
import SlipwayProcess
import SlipwaySystemd
import Testing

@testable import SlipwayDaemon

struct DaemonLogTests {
    @Test func entriesNameTheService() {
        let entry = LogEntry(.notice, "said")
        #expect(DaemonLog().named(entry).fields == [])
        #expect(
            DaemonLog().of(service: "shop").named(entry).fields == [.init(.launchName, "shop")]
        )
    }

    private func running() -> ProgramStatus {
        ProgramStatus(name: "web", state: .running, since: Instant(nanoseconds: 0))
    }

    @Test func anOperatorsDeedIsToldWithWhatItCameTo() {
        #expect(
            Programs.Request.start.deed("web", .success(running())) == "started program 'web'"
        )
        #expect(
            Programs.Request.restart.deed("web", .failure(.ended("exited with 3")))
                == "asked to restart program 'web', which exited with 3"
        )
        #expect(Programs.Request.stop.deed("web", .failure(.starting)) == nil)
        #expect(Programs.Request.stop.deed("wbe", .failure(.unknown(known: ["web"]))) == nil)
    }
}
