import Slipway
import SlipwayInterface
import Testing

@testable import SlipwayCommand

struct ActionTableTests {
    @Test func identitiesAreAsLongAsNeededToTellThemApart() {
        let ids = ["0123456789abcdef", "0123456789bbcdef", "fedcba9876543210"]
        let actions = ids.map { Reports.action($0, .running) }
        #expect(shown(actions) == ["0123456789a", "0123456789b", "fedcba98765"])
        #expect(shown([actions[0], actions[2]]) == ["01234567", "fedcba98"])
    }

    private func shown(_ actions: [ActionStatus]) -> [String] {
        ActionTable.lines(actions, now: Reports.at(1100), style: .plain).dropFirst()
            .map { String($0.prefix { $0 != " " }) }
    }

    @Test func theTimeOfDayIsShownAndTheDateUnlessItIsToday() throws {
        let noon = try #require(WhenArgument.date("2026-11-22 12:00", now: .zero))
        let zero = noon - .nanoseconds(Reports.at(1100).nanoseconds)
        var old = Reports.action("a1", .done)
        old.acceptedAt = old.acceptedAt.advanced(by: .seconds(-86_400))
        let lines = ActionTable.lines(
            [old, Reports.action("a2", .done)],
            now: Reports.at(1100),
            calendar: Calendar(zero: zero),
            style: .plain
        )
        #expect(lines[0].contains("KIND      ACCEPTED "))
        #expect(lines[1].contains("open-url  2026-11-21 11:59:59 "))
        #expect(lines[2].contains("open-url  11:59:59 "))
    }

    @Test func thoseThatExpireSayWhen() {
        let actions = [
            Reports.action("a1", .waiting(missing: [])),
            Reports.action("a2", .running, started: 600),
        ]
        let lines = ActionTable.lines(
            actions,
            now: Reports.at(1100),
            expiring: [ActionID("a1"): Reports.at(31_100)],
            style: .plain
        )
        #expect(
            lines == [
                "ACTION  KIND       WAIT    RUN  EXPIRES  STATE",
                "a1      open-url     1s      -   in 30s  waiting for its turn",
                "a2      open-url  500ms  500ms        -  running",
            ]
        )
    }

    @Test func theSummaryCountsTheStatesThatGoOnFirst() {
        let states: [ActionStatus.State] = [
            .done, .waiting(missing: []), .running, .done, .expired, .waiting(missing: ["x"]),
        ]
        let actions = states.enumerated().map { Reports.action("a\($0)", $1) }
        #expect(
            ActionTable.summary(of: actions)
                == "6 actions: 1 running, 2 waiting, 2 done, 1 expired"
        )
        #expect(
            ActionTable.summary(of: Array(actions.prefix(1)), isAll: false)
                == "the latest 1 action: 1 done"
        )
    }

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
            Reports.action("a8", .interrupted(reason: "it ended"), started: 600, ended: 30_100),
            Reports.action("a9", .waiting(missing: ["user-data"]), started: 600),
        ]
        #expect(
            ActionTable.lines(actions, now: Reports.at(1100), style: .plain) == [
                "ACTION  KIND       WAIT    RUN  STATE",
                "a1      open-url     1s      -  waiting for user-data",
                "a2      open-url     1s      -  waiting for its turn",
                "a3      open-url  500ms  500ms  running",
                "a4      open-url  500ms   12ms  done",
                "a5      open-url  500ms  100ms  failed: exit status 1",
                "a6      open-url  600ms      -  cancelled: the launch stopped\\n",
                "a7      open-url    30s      -  expired",
                // It is not known for how long it ran.
                "a8      open-url  500ms      -  interrupted: it ended",
                // It waits again after an attempt.
                "a9      open-url     1s      -  waiting for user-data",
            ]
        )
    }
}
