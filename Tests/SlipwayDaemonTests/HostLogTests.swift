import Slipway
import SlipwayInterface
import SlipwaySystemd
import Testing

@testable import SlipwayHost

struct HostLogTests {
    @Test func entriesNameTheService() {
        let entry = LogEntry(.notice, "said")
        #expect(HostLog().named(entry).fields == [])
        #expect(
            HostLog().of(service: "shop").named(entry).fields == [.init(.launchName, "shop")]
        )
    }

    private func running() -> ProgramStatus {
        ProgramStatus(name: "web", state: .running, since: Instant(nanoseconds: 0))
    }

    @Test func anOperatorsDeedIsToldWithWhatItCameTo() {
        #expect(
            ProgramRequest.start.deed("web", .success(running())) == "started program 'web'"
        )
        #expect(
            ProgramRequest.restart.deed(
                "web",
                .failure(.programFailed("web", message: "exited with 3"))
            )
                == "asked to restart program 'web', but it exited with 3"
        )
        #expect(ProgramRequest.stop.deed("web", .failure(.programStarting("web"))) == nil)
        #expect(
            ProgramRequest.stop.deed("wbe", .failure(.noSuchProgram("wbe", known: ["web"]))) == nil
        )
    }
}
