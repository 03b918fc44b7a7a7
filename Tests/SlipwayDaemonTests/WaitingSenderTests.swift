import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

@testable import SlipwayControlServer
@testable import SlipwayHost

/// What senders who wait for one action learn of its end.
@Suite(.timeLimit(.minutes(10)))
struct WaitingSenderTests {
    private static let yaml = """
        name: test
        operations:
          hold: { sleep: 1s }
        actions:
          fails:
            requires: [hold]
            exec: [/bin/sh, -c, 'echo "cannot open $0" >&2; exit 3', "${payload.a}"]
            uniqueBy: payload.a
            parameters: { a: { required: true } }
          answers:
            requires: [hold]
            exec: { command: [/bin/echo, '{"opened":"${payload.a}"}'], output: json }
            uniqueBy: payload.a
            parameters: { a: { required: true } }
        """
    private static let ben = Peer(pid: 7, uid: 1000, gid: 1000)
    private static let cleo = Peer(pid: 8, uid: 1001, gid: 1001)

    private let served: ServedLaunch

    init() throws { served = try ServedLaunch(Self.yaml) }

    private struct End: Hashable {
        var message: String?
        var output: JSON?
        var lines: [String] = []
    }

    /// They wait while it has not begun, for the open action that counts in place of their own too.
    @Test(arguments: ["fails", "answers"], [false, true])
    func anotherUsersActionHasNoWordAndNoResultForThem(kind: String, isSentToo: Bool) async throws {
        try await served.run {
            let request = Method.Submit(kind: kind, payload: ["a": "secret"], wait: .done)
            let own = wait(request.call(), as: Self.ben)
            try await eventually("its sender waits") { served.senders.count == 1 }
            let id = try #require(served.launch.report.actions.first).id.description
            let call = isSentToo ? request.call() : Method.WaitAction(id, .done).call()
            let others = wait(call, as: Self.cleo)
            try await eventually("both wait") { served.senders.count == 2 }
            served.letGo()
            let isFailure = kind == "fails"
            #expect(
                try await end(in: own)
                    == End(
                        message: isFailure ? "'/bin/sh' exited with 3: cannot open secret" : nil,
                        output: isFailure ? nil : .object(["opened": "secret"]),
                        lines: isFailure ? ["cannot open secret"] : []
                    )
            )
            #expect(
                try await end(in: others)
                    == End(message: isFailure ? "'/bin/sh' exited with 3" : nil)
            )
        }
    }

    /// The action may end, and be told, before the wait of its sender is registered.
    @Test func aWaitThatBeginsAfterTheEndHasTheResultToo() async throws {
        try await served.run {
            let request = Method.Submit(kind: "answers", payload: ["a": "it"], wait: .accepted)
            let accepted = try await reply(in: wait(request.call(), as: Self.ben))
            let id = accepted.action.id.description
            served.letGo()
            _ = try await end(in: wait(Method.WaitAction(id, .done).call(), as: Self.ben))
            let outbox = CallOutbox(limit: 1 << 20) {}
            let sink = ReplySink(mode: .single, outbox: outbox)
            served.senders.wait(for: .done, upTo: nil, accepted, sink)
            #expect(try await end(in: outbox) == End(output: .object(["opened": "it"])))
        }
    }

    private func wait(_ call: VarlinkCall, as peer: Peer) -> CallOutbox {
        let outbox = CallOutbox(limit: 1 << 20) {}
        served.service.call(call, from: peer, reply: ReplySink(mode: .single, outbox: outbox))
        return outbox
    }

    private func reply(in outbox: CallOutbox) async throws -> SubmitReply {
        var found: JSON?
        try await eventually("it is answered") {
            found = try ServedLaunch.firstReply(in: outbox)
            return found != nil
        }
        return try SubmitReply(try #require(found))
    }

    private func end(in outbox: CallOutbox) async throws -> End {
        let reply = try await reply(in: outbox)
        var end = End(output: reply.result.output, lines: reply.result.lines)
        if case .failed(let failure, _) = reply.action.state { end.message = failure.message }
        return end
    }
}
