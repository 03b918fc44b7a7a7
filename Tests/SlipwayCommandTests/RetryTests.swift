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

    private static func retried(_ id: String) -> StubDaemon.Answer {
        let action = Reports.action(id, .waiting(missing: ["user-data"]))
        return .replies([SubmitReply(action: action, durability: .disk).object(offsets)])
    }

    private static func refused(_ refusal: LaunchRefusal) -> StubDaemon.Answer {
        .error(refusal.varlinkError)
    }

    private func retry(
        _ arguments: [String],
        _ pages: [StubDaemon.Answer],
        _ answers: [StubDaemon.Answer]
    ) throws -> (exitCode: Int32, output: String, errors: String, calls: [JSON], lists: [JSON]) {
        let daemon = try StubDaemon([
            "ListActions": .inTurn(pages), "RetryAction": .inTurn(answers),
        ])
        let ran = try CapturedOutput.run(["retry", "--socket", daemon.path] + arguments)
        return (
            ran.exitCode, ran.output, ran.errors, daemon.calls(of: "RetryAction"),
            daemon.calls(of: "ListActions")
        )
    }

    @Test func allThatFailedAreRetriedOnceEach() throws {
        let ran = try retry(
            ["--kind", "open-url"],
            [Self.page(["a1", "a2"], next: "d:2"), Self.page(["a3"])],
            [
                Self.retried("b1"), Self.refused(.alreadyRetried("a2", retry: "b0")),
                Self.retried("b3"),
            ]
        )
        #expect(ran.exitCode == 0)
        #expect(
            ran.output == """
                b1 open-url: waiting for user-data
                b3 open-url: waiting for user-data

                """
        )
        #expect(ran.errors == "")
        #expect(ran.calls == ["a1", "a2", "a3"].map { ["id": .string($0), "once": true] })
        #expect(ran.lists.map { $0["state"] } == ["failed", "failed"])
        #expect(ran.lists.map { $0["kind"] } == ["open-url", "open-url"])
    }

    @Test func oneThatCannotBeRetriedIsSaidAndHoldsUpNoOther() throws {
        let ran = try retry(
            ["--kind", "open-url", "--state", "interrupted"],
            [Self.page(["a1", "a2"])],
            [
                Self.refused(.cannotRetry("a1", reason: "has no payload any more")),
                Self.retried("b2"),
            ]
        )
        #expect(ran.exitCode == 1)
        #expect(ran.output == "b2 open-url: waiting for user-data\n")
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

    @Test func thatAllWereRetriedBeforeIsSaid() throws {
        let ran = try retry(
            ["--kind", "open-url"],
            [Self.page(["a1"])],
            [Self.refused(.alreadyRetried("a1", retry: "b1"))]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.output == "no actions to retry: 1 was retried before\n")
    }
}
