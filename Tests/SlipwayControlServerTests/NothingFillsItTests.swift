import Dispatch
import SlipwayControlServer
import SlipwayInterface
import SlipwayJSON
import SlipwayLoop
import SlipwayVarlink
import Testing

/// Memory for peers that do not read, or do not finish a call, is bounded and freed.
@Suite(.timeLimit(.minutes(10)))
struct NothingFillsItTests {
    private let line: JSONObject
    private let frame: SharedFrame

    init() {
        line = ["text": .string(String(repeating: "x", count: 10_000))]
        frame = SharedFrame(.parameters(line, continues: true))
    }

    @Test func aReaderThatDoesNotReadIsCutOffAndTheServiceIsTold() throws {
        let server = try TestControlServer()
        let (slow, other) = (try server.connect(), try server.connect())
        slow.send(.hold(mode: .more))
        let reply = try server.service.take().reply
        let isGone = DispatchSemaphore(value: 0)
        reply.onClose { isGone.signal() }
        var sent = 0
        while reply.isOpen, sent < 1000 {
            reply.send(line)
            sent += 1
        }
        #expect(sent >= 100, "1 MiB may be unread")
        #expect(sent < 1000)
        try #require(isGone.wait(timeout: .now() + 10) == .success)
        guard case .readerCutOff = try server.troubles.take() else {
            Issue.record("not told of the reader")
            return
        }
        #expect(try other.call(.echo([:])) == .parameters([:]))
    }

    @Test func whatManyDoNotReadIsKeptOnceAndLetGoOfWithThem() throws {
        let server = try TestControlServer()
        var clients: [RawClient] = []
        var replies: [ReplySink] = []
        for _ in 0..<50 {
            let client = try server.connect()
            client.send(.hold(mode: .more))
            replies.append(try server.service.take().reply)
            clients.append(client)
        }
        weak var kept: SharedFrame?
        do {
            let text = JSON.string(String(repeating: "x", count: 500_000))
            let frame = SharedFrame(.parameters(["text": text], continues: true))
            kept = frame
            for reply in replies { reply.send(frame) }
        }
        #expect(try server.connect().call(.echo([:])) == .parameters([:]))
        #expect(kept != nil, "the peers have not read it")
        // It is too much for each of them.
        for reply in replies {
            while reply.isOpen { reply.send(frame) }
        }
        for client in clients {
            while try client.reply() != nil {}
        }
        Loop.run {}
        #expect(kept == nil)
    }

    @Test func aReplyLargerThanTheLimitMayBeFollowedByOthers() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        client.send(.hold(mode: .more))
        let reply = try server.service.take().reply
        let large = JSON.string(String(repeating: "x", count: 3_000_000))
        reply.send(["snapshot": large])
        for _ in 0..<50 { reply.send(line) }
        reply.finish()
        #expect(try client.reply() == .parameters(["snapshot": large], continues: true))
        for _ in 0..<50 { #expect(try client.reply() == .parameters(line, continues: true)) }
        #expect(try client.reply() == .parameters([:]))
    }

    @Test func onlyOneReplyLargerThanTheLimitMayBeUnread() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        client.send(.hold(mode: .more))
        let reply = try server.service.take().reply
        let large = JSON.string(String(repeating: "x", count: 3_000_000))
        reply.send(["snapshot": large])
        #expect(reply.isOpen)
        reply.send(["snapshot": large])
        #expect(!reply.isOpen)
        while try client.reply() != nil {}
    }

    @Test(arguments: [VarlinkCall.Mode.single, .more])
    func aPeerThatDoesNotTakeALargeReplyIsCutOff(mode: VarlinkCall.Mode) throws {
        var limits = ControlLimits()
        limits.frameTime = .milliseconds(50)
        let server = try TestControlServer(limits: limits)
        let client = try server.connect()
        client.send(.hold(mode: mode))
        let reply = try server.service.take().reply
        let large: JSONObject = ["text": .string(String(repeating: "x", count: 3_000_000))]
        if mode == .more { reply.send(large) } else { reply.finish(large) }
        guard case .readerCutOff = try server.troubles.take() else {
            Issue.record("not told of the reader")
            return
        }
        #expect(try client.reply() == nil)
    }

    @Test func halfSentCallsOfOneUserAreHeldUpToALimitAndThoseOfOthersStay() throws {
        var limits = ControlLimits()
        limits.userInput = 100_000
        let server = try TestControlServer(limits: limits)
        let half = #"{"method":"org.example.test.Echo""# + String(repeating: " ", count: 60_000)
        let first = try server.call(as: 1000).client
        first.send(half)
        #expect(!first.hasReply)
        let other = try server.call(as: 1001).client
        other.send(half)
        let second = try server.call(as: 1000).client
        second.send(half)
        #expect(try second.reply() == nil)
        guard case .tooMuchInput(let peer) = try server.troubles.take() else {
            Issue.record("not told of what was cut off")
            return
        }
        #expect(peer.uid == 1000)
        for client in [first, other] {
            client.send("}\0")
            #expect(try client.reply() == .parameters([:]))
        }
    }

    @Test func whileOneUsersPeersDoNotReadItsNextCallsWaitAndThoseOfOthersDoNot() throws {
        var limits = ControlLimits()
        limits.userOutput = 1_000_000
        let server = try TestControlServer(limits: limits)
        let slow = try server.connect(as: 1000)
        slow.send(.hold())
        let large: JSONObject = ["text": .string(String(repeating: "x", count: 3_000_000))]
        try server.service.take().reply.finish(large)
        #expect(try server.call(as: 1001).reply == .parameters([:]))
        let waiting = try server.connect(as: 1000)
        waiting.send(.echo(["n": 1]))
        #expect(try server.call(as: 1001).reply == .parameters([:]))
        #expect(!waiting.hasReply)
        #expect(try slow.reply() == .parameters(large))
        #expect(try waiting.reply() == .parameters(["n": 1]))
    }

    @Test func aCallThatIsTooLongIsCutOffAlsoBehindOneThatTakesLong() throws {
        var limits = ControlLimits()
        limits.frameSize = 1000
        limits.timeSlice = .zero
        let server = try TestControlServer(limits: limits)
        let client = try server.connect()
        client.send(VarlinkCall.work.frame + [UInt8](repeating: 1, count: 5000))
        guard case .notACall(.frameTooLong, _) = try server.troubles.take() else {
            Issue.record("not told of the call")
            return
        }
        #expect(try client.reply() == .parameters([:]))
        let error = WireFault.frameTooLong(limit: 1000).varlinkError
        #expect(try client.reply() == .error(error))
        #expect(try client.reply() == nil)
    }

    @Test(
        arguments: [
            String(repeating: "[", count: 5000), #"{"method":"a.B","parameters":{"a":"\ud800"}}"#,
            #"{"method":"a.B","parameters":{"a":1e400}}"#, #"{"method":"a.B","method":"a.C"}"#,
            "[]", "{}", "", "not JSON", "{\"method\":\"a.B\",\"parameters\":{\"a\":\"\u{1}\"}}",
        ]
    )
    func whatIsNoCallIsToldSoBeforeTheEnd(text: String) throws {
        let server = try TestControlServer()
        let client = try server.connect()
        client.send(Array(text.utf8) + [0])
        guard case .error(let error) = try client.reply() else {
            Issue.record("no error")
            return
        }
        #expect(error.name == "org.slipway.Launch.MalformedCall")
        #expect(error.parameters["message"]?.stringValue?.hasPrefix("cannot read") == true)
        #expect(try client.reply() == nil)
    }

    @Test func bytesThatAreNoTextAreToldSoBeforeTheEnd() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        client.send(Array(#"{"method":""#.utf8) + [0xff] + Array(#""}"#.utf8) + [0])
        guard case .error(let error) = try client.reply() else {
            Issue.record("no error")
            return
        }
        #expect(error.name == "org.slipway.Launch.MalformedCall")
        #expect(try client.reply() == nil)
    }

    /// The first reply of `Watch` may have almost the limit of unread bytes, for each call.
    @Test func largeRepliesOfCallsThatGoOnAreHeldUpToALimitOfTheirUser() throws {
        var limits = ControlLimits()
        limits.userOutput = 1_000_000
        let server = try TestControlServer(limits: limits)
        let large: JSONObject = ["text": .string(String(repeating: "x", count: 900_000))]
        var slow: [RawClient] = []
        var replies: [ReplySink] = []
        for _ in 1...2 {
            let client = try server.connect(as: 1000)
            client.send(.hold(mode: .more))
            replies.append(try server.service.take().reply)
            slow.append(client)
        }
        for reply in replies { reply.send(large) }
        Loop.run {}
        let waiting = try server.connect(as: 1000)
        waiting.send(.echo(["n": 1]))
        #expect(try server.call(as: 1001).reply == .parameters([:]))
        #expect(!waiting.hasReply)
        for client in slow { _ = try client.reply() }
        #expect(try waiting.reply() == .parameters(["n": 1]))
    }

    @Test func aPeerThatDoesNotTakeItsLastRepliesDoesNotHoldUpTheEnd() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        client.send(.hold())
        let large = JSON.string(String(repeating: "x", count: 3_000_000))
        try server.service.take().reply.finish(["text": large])
        let begin = ContinuousClock.now
        server.server.shutdown(within: .milliseconds(100))
        #expect(begin.duration(to: .now) < .seconds(5))
        #expect(try client.reply() == nil)
    }

    @Test func whatWasRepliedBeforeTheEndStillArrives() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        client.send(.hold())
        let large = JSON.string(String(repeating: "x", count: 3_000_000))
        try server.service.take().reply.finish(["text": large])
        DispatchQueue.global().async { [server = server.server] in
            server.shutdown(within: .seconds(30))
        }
        #expect(try client.reply() == .parameters(["text": large]))
        #expect(try client.reply() == nil)
    }

    @Test func aThousandCallsGoThereAndBackWithoutAnyDelay() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        let begin = ContinuousClock.now
        for _ in 0..<1000 { _ = try client.call(.echo([:])) }
        // With a timer's delay of 40 ms each it would take twice as long.
        #expect(begin.duration(to: .now) < .seconds(20))
    }

    @Test func aPeerThatAsksWithoutEndDoesNotKeepOthersWaiting() throws {
        let server = try TestControlServer()
        let (greedy, other) = (try server.connect(), try server.connect())
        greedy.send((0..<1000).flatMap { _ in VarlinkCall.echo([:]).frame })
        #expect(try other.call(.echo([:])) == .parameters([:]))
        for _ in 0..<1000 { #expect(try greedy.reply() == .parameters([:])) }
    }
}
