import Slipway
import Testing

@testable import SlipwayCommand

struct ActionTableTests {
    @Test func everyStateIsTold() {
        let actions = [
            Reports.action("a1", .waiting(missing: ["user-data"])),
            Reports.action("a2", .waiting(missing: [])),
            Reports.action("a3", .running, started: 600),
            Reports.action("a4", .done, started: 600, ended: 612),
            Reports.action(
                "a5",
                .failed(Failure(.error, "exit status 1"), operation: nil),
                started: 600,
                ended: 700
            ),
            Reports.action("a6", .cancelled(reason: "the launch stopped\n"), ended: 700),
            Reports.action("a7", .expired, ended: 30_100),
        ]
        #expect(
            ActionTable.lines(actions, now: Reports.at(1100), style: .plain) == [
                "ACTION  KIND       WAIT    RUN  STATE",
                "a1      open-url     1s      -  waiting for user-data",
                "a2      open-url     1s      -  waiting for earlier ones of its kind",
                "a3      open-url  500ms  500ms  running",
                "a4      open-url  500ms   12ms  done",
                "a5      open-url  500ms  100ms  failed: exit status 1",
                "a6      open-url  600ms      -  cancelled: the launch stopped\\n",
                "a7      open-url    30s      -  expired",
            ]
        )
    }
}
