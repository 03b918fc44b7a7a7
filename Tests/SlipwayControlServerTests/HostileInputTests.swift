import SlipwayControlServer
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HostileInputTests {
    @Test(
        arguments: [
            "\0", "nonsense\0", "{\0", "[]\0", "{}\0", #"{"method":7}"# + "\0",
            #"{"method":"a.B","more":"yes"}"# + "\0",
            #"{"method":"a.B","more":true,"oneway":true}"# + "\0",
            #"{"method":"a.B","parameters":[]}"# + "\0", #"{"method":"a.B","x":1}"# + "\0",
            #"{"method":"a.B","method":"a.C"}"# + "\0", "\u{FEFF}{}\0",
            String(repeating: "[", count: 500_000) + "\0",
            #"{"method":"a.B","parameters":"# + String(repeating: #"{"a":"#, count: 100_000) + "\0",
            "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n\0",
        ]
    )
    func whatIsNoCallClosesItsConnectionAfterEarlierReplies(text: String) throws {
        let server = try TestControlServer()
        let (client, other) = (try server.connect(), try server.connect())
        client.send(VarlinkCall.echo(["n": 1]).frame + Array(text.utf8))
        client.send(.echo(["n": 2]))
        #expect(try client.reply() == .parameters(["n": 1]))
        guard case .error(let error) = try client.reply() else {
            Issue.record("no error")
            return
        }
        #expect(error.name == "org.slipway.Launch.MalformedCall")
        #expect(try client.reply() == nil)
        #expect(try other.call(.echo([:])) == .parameters([:]))
    }

    @Test func manyParametersAreReadInLinearTime() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        let members = (0..<20_000).map { #""k\#($0)":0"# }.joined(separator: ",")
        client.send(#"{"method":"org.varlink.service.GetInfo","parameters":{\#(members)}}"# + "\0")
        #expect(try client.reply() == .error(.invalidParameter("k0")))
    }

    /// The name of the case contains a failing seed: run it alone.
    @Test(arguments: (1...64) as ClosedRange<UInt64>)
    func randomBytesNeverHurtAnybodyElse(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let server = try TestControlServer()
        let other = try server.connect()
        for _ in 0..<8 {
            let client = try server.connect()
            client.send(.hold(mode: .more))
            let held = try server.service.take()
            client.send(random.mangled(VarlinkCall.echo(["a": ["b": [1.5, nil, "é"]]]).frame))
            if random.next() % 2 == 0 { client.endSending() }
            held.reply.finish()
            #expect(try other.call(.echo(["n": 1])) == .parameters(["n": 1]))
        }
    }
}

extension SeededGenerator {
    /// Copies of `frame`, cut, joined and overwritten.
    fileprivate mutating func mangled(_ frame: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...20, using: &self) {
            var part = Array(frame.prefix(Int.random(in: 0...frame.count, using: &self)))
            for _ in 0..<Int.random(in: 0...3, using: &self) where !part.isEmpty {
                let index = Int.random(in: part.indices, using: &self)
                part[index] = UInt8.random(in: .min ... .max, using: &self)
            }
            bytes += part
            if Bool.random(using: &self) { bytes.append(0) }
        }
        return bytes
    }
}
