import Slipway
import SlipwayCommand
import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Testing

/// `slipway retry --kind`, against a socket with prepared answers.
struct RetryTests {
    private static let offsets = Offsets(processStart: Reports.at(0))

    private static func page(_ ids: [String], next: String? = nil) -> StubDaemon.Answer {
        let listed = ids.map {
            ListedAction(Reports.action($0, .failed(Failure("no"), operation: nil)))
        }
        return .replies([
            ActionPage(listed: listed, next: next, now: Reports.at(1)).object(offsets)
        ])
    }

    private static func changed(_ changes: ChangedAction...) -> StubDaemon.Answer {
        .replies([ChangedActions(changes).object(offsets)])
    }

    private static func retried(_ id: String, as new: ActionID) -> ChangedAction {
        ChangedAction(id, kind: "open-url", changed: true, state: "waiting", retry: new)
    }

    private func retry(
        _ arguments: [String],
        _ pages: [StubDaemon.Answer],
        _ answers: [StubDaemon.Answer]
    ) throws -> (exitCode: Int32, output: String, errors: String, calls: [JSON], lists: [JSON]) {
        let daemon = try StubDaemon([
            "ListActions": .inTurn(pages), "RetryActions": .inTurn(answers),
        ])
        let ran = try CapturedOutput.run(["retry", "--socket", daemon.path] + arguments)
        return (
            ran.exitCode, ran.output, ran.errors, daemon.calls(of: "RetryActions"),
            daemon.calls(of: "ListActions")
        )
    }

    @Test func allThatFailedAreRetriedOnceEach() throws {
        let ran = try retry(
            ["--kind", "open-url"],
            [Self.page(["a1", "a2"], next: "d:2"), Self.page(["a3"])],
            [
                Self.changed(
                    Self.retried("a1", as: ActionID("b1")),
                    ChangedAction("a2", refused: .alreadyRetried("a2", retry: "b0")),
                    Self.retried("a3", as: ActionID("b3"))
                )
            ]
        )
        #expect(ran.exitCode == 0)
        #expect(
            ran.output == """
                b1 open-url: waiting, retry of a1
                b3 open-url: waiting, retry of a3

                """
        )
        #expect(ran.errors == "")
        #expect(ran.calls == [["ids": ["a1", "a2", "a3"], "once": true]])
        #expect(ran.lists.map { $0["state"] } == ["failed", "failed"])
        #expect(ran.lists.map { $0["kind"] } == ["open-url", "open-url"])
    }

    @Test func oneThatCannotBeRetriedIsSaidAndHoldsUpNoOther() throws {
        let ran = try retry(
            ["--kind", "open-url", "--state", "interrupted"],
            [Self.page(["a1", "a2"])],
            [
                Self.changed(
                    ChangedAction(
                        "a1",
                        refused: .cannotRetry("a1", reason: "has no payload any more")
                    ),
                    Self.retried("a2", as: ActionID("b2"))
                )
            ]
        )
        #expect(ran.exitCode == 1)
        #expect(ran.output == "b2 open-url: waiting, retry of a2\n")
        #expect(
            ran.errors == """
                slipway: cannot retry action 'a1': it has no payload any more
                slipway: 1 actions were not retried

                """
        )
        #expect(ran.lists.map { $0["state"] } == ["interrupted"])
    }

    @Test func whereThereIsNothingToRetryThatIsSaid() throws {
        let ran = try retry(["--kind", "open-url"], [Self.page([])], [.close])
        #expect(ran.exitCode == 0)
        #expect(ran.output == "no actions to retry\n")
        #expect(ran.calls == [])
    }

    @Test func interruptedOnesAreNamedAndLeftAlone() throws {
        let ran = try retry(
            ["--kind", "open-url"],
            [Self.page([]), Self.page(["a1", "a2"])],
            [.close]
        )
        #expect(ran.exitCode == 0)
        #expect(
            ran.output
                == "no actions to retry: none has failed; 2 were interrupted, which '--state interrupted' "
                + "retries\n"
        )
        #expect(ran.lists.map { $0["state"] } == ["failed", "interrupted"])
        #expect(ran.calls == [])
    }

    @Test func severalIdentitiesAreRetriedWhetherTheyWereBeforeOrNot() throws {
        let ran = try retry(
            ["a1", "a2"],
            [.close],
            [
                Self.changed(
                    Self.retried("a1", as: ActionID("b1")),
                    Self.retried("a2", as: ActionID("b2"))
                )
            ]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.calls == [["ids": ["a1", "a2"]]])
        #expect(ran.lists == [])
    }

    @Test func moreThanOneCallTakesAreRetriedByMoreCalls() throws {
        let ids = (1...1001).map { "a\($0)" }
        let ran = try retry(
            ["--kind", "open-url"],
            [Self.page(ids)],
            [Self.changed(Self.retried("a1", as: ActionID("b1"))), Self.changed()]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.calls.map { $0["ids"]?.arrayValue?.count } == [1000, 1])
    }

    @Test func thatAllWereRetriedBeforeIsSaid() throws {
        let ran = try retry(
            ["--kind", "open-url"],
            [Self.page(["a1"])],
            [Self.changed(ChangedAction("a1", refused: .alreadyRetried("a1", retry: "b1")))]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.output == "no actions to retry: 1 was retried before\n")
    }
}
