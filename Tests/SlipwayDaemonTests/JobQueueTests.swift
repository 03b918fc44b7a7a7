import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

@testable import SlipwayControlServer
@testable import SlipwayDaemon
@testable import SlipwayHost

/// Kinds of action that are queues of jobs: for their senders, and for operators.
@Suite(.timeLimit(.minutes(5)))
struct JobQueueTests {
    private static let yaml = """
        name: test
        operations:
          hold: { sleep: 1s }
        actions:
          later: { requires: [hold], sleep: 1s }
          once:
            requires: [hold]
            exec: { command: [/bin/echo, "${payload.b}"], output: text }
            uniqueBy: payload.a
            parameters: { a: { required: true, type: integer }, b: { default: "" } }
          counts:
            exec: { command: [/bin/sh, -c, 'seq 30 >&2; echo "{\\"n\\": $0}"', "${payload.n}"], output: json }
            parameters: { n: { required: true, type: integer } }
          warns: { exec: [/bin/sh, -c, "echo almost; exit 3"], success: [0, 3] }
          floods:
            exec: { command: [/bin/sh, -c, "yes"], output: text }
          shouts:
            exec: [/bin/sh, -c, 'i=0; while [ $i -lt 3000 ]; do echo "$i $0"; i=$((i+1)); done; exit 1', "${payload.word}"]
            parameters: { word: { required: true } }
        """
    private static let ben = Peer(pid: 7, uid: 1000, gid: 1000)
    private static let cleo = Peer(pid: 8, uid: 1001, gid: 1001)
    private static let root = Peer(pid: 1, uid: 0, gid: 0)

    private let served: ServedLaunch

    init() throws { served = try ServedLaunch(Self.yaml, isDurable: true) }

    private func done(_ kind: String, _ payload: JSONObject = [:]) async throws -> SubmitReply {
        try await served.submit(Method.Submit(kind: kind, payload: payload, wait: .done))
    }

    @Test func whatAHandlerLeavesIsKeptForItsSender() async throws {
        try await served.run {
            let told = try await done("counts", ["n": 7])
            let lines = (11...30).map { "\($0)" }
            let result = HandlerResult(output: ["n": 7], exit: .status(0), lines: lines)
            #expect(told.action.state == .done)
            #expect(told.result == result)
            let call = Method.GetAction(told.action.id.description)
            #expect(try served.answer(call, for: Self.root).result == result)
            #expect(try served.answer(call, for: Self.cleo).result == HandlerResult())
            served.letGo()
        }
    }

    @Test func anExitStatusThatIsASuccessIsToldToo() async throws {
        try await served.run {
            let told = try await done("warns")
            #expect(told.action.state == .done)
            #expect(told.result == HandlerResult(exit: .status(3), lines: ["almost"]))
            served.letGo()
        }
    }

    @Test func aSwiftSenderReadsWhatAHandlerLeft() async throws {
        try await served.run {
            let counted = SentAction(try await done("counts", ["n": 7]), .done)
            #expect(counted.output == ["n": 7])
            #expect(counted.exit == .status(0))
            #expect(counted.lines == (11...30).map { "\($0)" })
            let shouted = SentAction(try await done("shouts", ["word": "w"]), .done)
            #expect(shouted.output == nil)
            #expect(shouted.exit == .status(1))
            #expect(shouted.lines.count == 20)
            served.letGo()
        }
    }

    @Test func aHandlerThatFloodsItsOutputIsEndedAndItsLinesAreFew() async throws {
        try await served.run {
            let flood = try await done("floods")
            guard case .failed(let failure, _) = flood.action.state else {
                Issue.record("\(flood.action.state)")
                return
            }
            #expect(failure.message.contains("65536 bytes"))
            #expect(flood.result.output == nil)
            let word = String(repeating: "w", count: 2000)
            let shout = try await done("shouts", ["word": .string(word)])
            #expect(shout.result.exit == .status(1))
            #expect(shout.result.lines.count == HandlerResult.lineLimit)
            #expect(shout.result.lines.allSatisfy { $0.utf8.count <= TextLimit.message })
            #expect(shout.result.lines.last?.hasPrefix("2999 w") == true)
            served.letGo()
        }
    }

    @Test func anotherUserIsToldOfTheOpenOneAndNotWhatItsHandlerLeft() async throws {
        try await served.run {
            let request = Method.Submit(kind: "once", payload: ["a": 1, "b": "secret"])
            let first = try served.answer(request, for: Self.ben)
            let same = Method.Submit(kind: "once", payload: ["a": 1, "b": "other"], key: "k")
            let second = try served.answer(same, for: Self.cleo)
            #expect(!first.isDuplicate)
            #expect(second.isDuplicate)
            #expect(second.action.id == first.action.id)
            let other = try served.answer(
                Method.Submit(kind: "once", payload: ["a": 2]),
                for: Self.cleo
            )
            #expect(other.action.id != first.action.id)
            served.letGo()
            try await eventually("it is done") {
                served.launch.action(first.action.id)?.state == .done
            }
            let call = Method.WaitAction(first.action.id.description)
            #expect(try served.answer(call, for: Self.ben).result.output == "secret")
            #expect(try served.answer(call, for: Self.cleo).result.output == nil)
            // It has ended: the next one is another one.
            let third = try served.answer(same, for: Self.cleo)
            #expect(!third.isDuplicate)
        }
    }

    @Test func ofSeveralThatAreCancelledEachIsAnsweredForByItself() async throws {
        try await served.run {
            let own = try (0..<3).map { _ in
                try served.answer(Method.Submit(kind: "later"), for: Self.ben).action.id
            }
            let others = try served.answer(Method.Submit(kind: "later"), for: Self.cleo).action.id
            let ids = (own + [others]).map(\.description) + ["nope"]
            let changes = try served.answer(Method.CancelActions(ids), for: Self.ben).actions
            #expect(changes.map(\.id) == ids)
            #expect(changes.map(\.changed) == [true, true, true, false, false])
            #expect(changes.prefix(3).allSatisfy { $0.state == "cancelled" && $0.refusal == nil })
            let refusals: [LaunchRefusal] = [
                .notAllowed(.cancel, uid: 1000, kind: "later"), .noSuchAction("nope"),
            ]
            #expect(changes.suffix(2).map(\.error) == refusals.map(\.varlinkError.name))
            #expect(served.launch.action(others)?.state.isEnded == false)
            let all = try served.answer(
                Method.CancelActions([others.description]),
                for: Self.root
            )
            #expect(all.actions.map(\.changed) == [true])
        }
    }

    @Test func ofSeveralThatAreRetriedEachIsAnsweredForByItself() async throws {
        try await served.run {
            let first = try await done("warns").action.id
            let open = try served.answer(Method.Submit(kind: "later"), for: Self.root).action.id
            let ids = [first, open].map(\.description)
            let changes = try served.answer(
                Method.RetryActions(ids, isOnce: true),
                for: Self.root
            ).actions
            #expect(changes.map(\.changed) == [true, false])
            #expect(changes[0].retry != nil)
            #expect(changes[0].kind == "warns")
            let again = try served.answer(
                Method.RetryActions([first.description], isOnce: true),
                for: Self.root
            ).actions
            let name = LaunchRefusal.alreadyRetried("", retry: "").varlinkError.name
            #expect(again.map(\.error) == [name])
            let strange = try served.answer(Method.RetryActions(ids), for: Self.cleo).actions
            #expect(strange.map(\.changed) == [false, false])
            served.letGo()
        }
    }

    @Test func oneWhoseUniqueKeyAnOpenOneHasIsNotRetried() async throws {
        try await served.run {
            let request = Method.Submit(kind: "once", payload: ["a": 1, "b": "old"])
            let first = try served.answer(request, for: Self.ben).action.id.description
            _ = try served.answer(Method.CancelActions([first]), for: Self.ben)
            let newer = Method.Submit(kind: "once", payload: ["a": 1, "b": "new"])
            let open = try served.answer(newer, for: Self.ben).action.id
            let change = try served.answer(Method.RetryActions([first]), for: Self.ben).actions[0]
            #expect(!change.changed)
            #expect(change.retry == nil)
            let reason = "has the same unique key as '\(open)', which has not ended"
            let refusal = LaunchRefusal.cannotRetry(first, reason: reason)
            #expect(change.refusal == refusal.description)
            served.letGo()
        }
    }

    @Test(arguments: [0, 1001])
    func soManyAtOnceAreRefused(count: Int) throws {
        let ids = Array(repeating: "a", count: count)
        for call in [Method.CancelActions(ids).call(), Method.RetryActions(ids).call()] {
            let outbox = CallOutbox(limit: 1 << 20) {}
            _ = outbox.fetch()
            served.service.call(
                call,
                from: Self.root,
                reply: ReplySink(mode: .single, outbox: outbox)
            )
            #expect(throws: VarlinkError.invalidParameter("ids")) {
                try ServedLaunch.firstReply(in: outbox)
            }
        }
    }

    @Test func whatIsDueWhenIsListed() async throws {
        let served = try ServedLaunch(
            """
            name: test
            operations:
              hold: { sleep: 1s }
            actions:
              soon: { requires: [hold], sleep: 1s, expires: 1h }
            """
        )
        try await served.run {
            let sent = try served.answer(Method.Submit(kind: "soon"), for: Self.ben).action
            let page = try served.answer(Method.ListActions(), for: Self.cleo)
            let left = page.listed.first?.expiresAt.map { page.now.duration(to: $0) }
            #expect(left.map { .seconds(3500) < $0 && $0 <= .seconds(3600) } == true)
            let reply = try served.answer(Method.GetAction(sent.id.description), for: Self.cleo)
            let expires = reply.expiresDate.map { $0 - reply.acceptedDate }
            #expect(expires.map { .seconds(3599) < $0 && $0 < .seconds(3601) } == true)
        }
    }
}
