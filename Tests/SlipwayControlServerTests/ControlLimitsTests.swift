import Glibc
import SlipwayControlServer
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// Each limit, which affects only the peer that reaches it.
@Suite(.timeLimit(.minutes(10)))
struct ControlLimitsTests {
    private static let tooLong = WireFault.frameTooLong(limit: ControlLimits().frameSize)
        .varlinkError

    @Test(arguments: [false, true])
    func aCallOfTenMegabytesClosesItsConnectionOnly(isEnded: Bool) throws {
        let server = try TestControlServer()
        let (client, other) = (try server.connect(), try server.connect())
        client.send(.echo(["n": 1]))
        client.send([UInt8](repeating: UInt8(ascii: " "), count: 10_000_000) + (isEnded ? [0] : []))
        #expect(try client.reply() == .parameters(["n": 1]))
        #expect(try client.reply() == .error(Self.tooLong))
        #expect(try client.reply() == nil)
        #expect(try other.call(.echo([:])) == .parameters([:]))
    }

    @Test func aCallAsLongAsTheLimitIsAnswered() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        let frame = VarlinkCall.echo(["n": 1]).frame
        let padding = [UInt8](repeating: 0x20, count: ControlLimits().frameSize - frame.count + 1)
        client.send(padding + frame)
        #expect(try client.reply() == .parameters(["n": 1]))
        client.send([0x20] + padding + frame)
        #expect(try client.reply() == .error(Self.tooLong))
        #expect(try client.reply() == nil)
    }

    @Test func stopsReadingFromWhoseCallsPileUpAndAnswersThemAllLater() throws {
        let server = try TestControlServer()
        let (client, other) = (try server.connect(), try server.connect())
        client.send(.hold())
        let held = try server.service.take()

        let echo = VarlinkCall.echo(["text": .string(String(repeating: "x", count: 1000))]).frame
        let calls = 20_000
        let sent = client.sendUntilBlocked(echo, count: calls)
        #expect(sent < calls / 4)
        #expect(try other.call(.echo([:])) == .parameters([:]))

        held.reply.finish(["first": true])
        #expect(try client.reply() == .parameters(["first": true]))
        for _ in 0..<sent {
            guard case .parameters(let parameters, false) = try client.reply() else {
                Issue.record("a reply is missing")
                return
            }
            #expect(parameters["text"]?.stringValue?.utf8.count == 1000)
        }
    }

    @Test func aHalfSentCallIsGivenUpAndAnIdleConnectionIsNot() throws {
        var limits = ControlLimits()
        limits.frameTime = .milliseconds(50)
        let server = try TestControlServer(limits: limits)
        let (idle, half) = (try server.connect(), try server.connect())
        #expect(try idle.call(.echo([:])) == .parameters([:]))
        #expect(try half.call(.echo(["n": 1])) == .parameters(["n": 1]))
        half.send(#"{"method":"org.example.test.Ec"#)
        #expect(try half.reply() == nil)
        #expect(try idle.call(.echo([:])) == .parameters([:]))
    }

    /// Its time counts from its first byte, however often another one comes.
    @Test func aCallThatComesByteByByteIsGivenUpToo() async throws {
        var limits = ControlLimits()
        limits.frameTime = .milliseconds(500)
        let server = try TestControlServer(limits: limits)
        let client = try server.connect()
        client.send("{")
        try await eventually("it is given up") {
            client.send(" ")
            return server.troubles.count > 0
        }
        guard case .halfSentCall = try server.troubles.take() else {
            Issue.record("not told of the call")
            return
        }
    }

    @Test func aHalfSentCallBehindAStreamIsGivenUpToo() throws {
        var limits = ControlLimits()
        limits.frameTime = .milliseconds(50)
        let server = try TestControlServer(limits: limits)
        let client = try server.connect()
        client.send(VarlinkCall.hold(mode: .more).frame + [0x7B])
        let held = try server.service.take()
        #expect(try client.reply() == nil)
        held.reply.finish()
    }

    @Test func aSlowReaderOfAStreamIsClosedAndNobodyElseWaits() throws {
        var limits = ControlLimits()
        limits.unreadOutput = 256 * 1024
        let server = try TestControlServer(limits: limits)
        let (slow, other) = (try server.connect(), try server.connect())
        slow.send(.hold(mode: .more))
        let reply = try server.service.take().reply
        let line: JSONObject = ["text": .string(String(repeating: "x", count: 10_000))]
        var sent = 0
        while reply.isOpen, sent < 1000 {
            reply.send(line)
            sent += 1
            #expect(try other.call(.echo([:])) == .parameters([:]))
        }
        #expect(sent < 1000)
        var received = 0
        while try slow.reply() != nil { received += 1 }
        #expect(received <= sent)
    }

    @Test func oneReplyMayBeLargerThanTheLimitOfUnreadOutput() throws {
        var limits = ControlLimits()
        limits.unreadOutput = 4096
        let server = try TestControlServer(limits: limits)
        let client = try server.connect()
        let text = JSON.string(String(repeating: "x", count: 500_000))
        for _ in 0..<3 { client.send(.echo(["text": text])) }
        for _ in 0..<3 { #expect(try client.reply() == .parameters(["text": text])) }
    }

    /// Often the peer reads between two sends, and no event reports the room in the socket.
    @Test func callsBehindALargeReplyAreAnsweredWheneverThePeerReads() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        let size = server.service.largeSize
        for _ in 0..<3000 {
            for _ in 0..<3 { client.send(.large) }
            try client.skip(3 * size)
        }
    }
}
