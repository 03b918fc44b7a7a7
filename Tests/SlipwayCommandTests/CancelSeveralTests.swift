import Slipway
import SlipwayCommand
import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Testing

/// `slipway cancel` of several actions, against a socket with prepared answers.
struct CancelSeveralTests {
    private static let offsets = Offsets(processStart: Reports.at(0))

    private static func page(_ actions: [ActionStatus]) -> StubDaemon.Answer {
        let page = ActionPage(listed: actions.map { ListedAction($0) }, now: Reports.at(1))
        return .replies([page.object(offsets)])
    }

    private func cancel(
        _ arguments: [String],
        _ pages: [StubDaemon.Answer],
        _ changes: [ChangedAction]
    ) throws -> (exitCode: Int32, output: String, errors: String, calls: [JSON], lists: [JSON]) {
        let daemon = try StubDaemon([
            "ListActions": .inTurn(pages),
            "CancelActions": .replies([ChangedActions(changes).object(Self.offsets)]),
        ])
        let ran = try CapturedOutput.run(["cancel", "--socket", daemon.path] + arguments)
        return (
            ran.exitCode, ran.output, ran.errors, daemon.calls(of: "CancelActions"),
            daemon.calls(of: "ListActions")
        )
    }

    private static func cancelled(_ id: String, _ state: String = "cancelled") -> ChangedAction {
        ChangedAction(id, kind: "pay", changed: true, state: state)
    }

    @Test func allOfAKindAreCancelledThoseThatWaitFirst() throws {
        let ran = try cancel(
            ["--kind", "pay", "--reason", "wrong price"],
            [
                Self.page([Reports.action("a2", .waiting(missing: []))]),
                Self.page([Reports.action("a1", .running)]),
            ],
            [Self.cancelled("a2"), Self.cancelled("a1", "running")]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.output == "a2 pay is cancelled\na1 pay was asked to end\n")
        #expect(ran.calls == [["ids": ["a2", "a1"], "reason": "wrong price"]])
        #expect(ran.lists.map { $0["state"] } == ["waiting", "running"])
    }

    @Test func oneThatEndedMeanwhileIsNoFailureForAKindAndOneForAnIdentity() throws {
        let ended = ChangedAction("a2", kind: "pay", state: "done")
        let ofKind = try cancel(
            ["--kind", "pay", "--state", "waiting"],
            [Self.page([Reports.action("a2", .waiting(missing: []))])],
            [ended]
        )
        #expect(ofKind.exitCode == 0)
        #expect(ofKind.output == "no actions to cancel\n")
        let named = try cancel(["a1", "a2"], [.close], [Self.cancelled("a1"), ended])
        #expect(named.exitCode == 1)
        #expect(named.output == "a1 pay is cancelled\n")
        #expect(
            named.errors == """
                slipway: cannot cancel 'a2': it has ended: done
                slipway: 1 action not cancelled

                """
        )
    }

    @Test func thoseOfOthersAreRefusedOneByOne() throws {
        let refused = ChangedAction("a2", refused: .notAllowed(.cancel, uid: 1000, kind: "pay"))
        let ran = try cancel(["a1", "a2"], [.close], [Self.cancelled("a1"), refused])
        #expect(ran.exitCode == 1)
        #expect(ran.output == "a1 pay is cancelled\n")
        #expect(ran.errors.contains("1 action not cancelled"))
    }

    @Test func whereThereIsNothingToCancelNothingIsAsked() throws {
        let ran = try cancel(["--kind", "pay"], [Self.page([]), Self.page([])], [])
        #expect(ran.exitCode == 0)
        #expect(ran.output == "no actions to cancel\n")
        #expect(ran.calls == [])
    }
}
