import Foundation
import Slipway
import SlipwayConfiguration
import SlipwayJSON
import SlipwayLoop
import SlipwaySystem
import Synchronization
import Testing

@testable import SlipwayBodies

@Suite(.timeLimit(.minutes(10)))
struct NameLookupTests {
    init() throws { try Loop.start() }

    private func host(_ name: String) throws -> NetworkHost {
        try #require(NetworkHost(name[...]))
    }

    @Test func triesOfTheSameHostShareALookup() async throws {
        let server = HeldNames()
        let names = NameLookup { server.look(up: $0) }
        let place = try HostAndPort(parsing: "silent:1")
        // Its time is up before the answer comes.
        let failure = await #expect(throws: LookupFailure.self) {
            try await names.addresses(of: place, in: TryTime(.milliseconds(1)))
        }
        #expect(failure?.reason == "cannot resolve 'silent': no answer within 1ms")
        let answers = (0..<3).map { _ in Promise<NameLookup.Addresses>() }
        for answer in answers { names.begin(place.host) { answer.resolve($0) } }
        server.release()
        for answer in answers {
            #expect(try await answer.value().get() == HeldNames.addresses)
        }
        #expect(server.asked == ["silent"])
        #expect(try await names.addresses(of: place, in: TryTime(.seconds(30))).count == 1)
        #expect(server.asked == ["silent", "silent"])
    }

    @Test func onlySoManyHostsAreLookedUpAtATime() async throws {
        let server = HeldNames()
        let names = NameLookup { server.look(up: $0) }
        let answers = try (0..<NameLookup.most).map { number in
            let answer = Promise<NameLookup.Addresses>()
            names.begin(try host("h\(number)")) { answer.resolve($0) }
            return answer
        }
        for number in 0..<3 {
            let refusal = Promise<NameLookup.Addresses>()
            let more = try host("more\(number)")
            names.begin(more) { refusal.resolve($0) }
            let reason = "\(NameLookup.most) lookups are under way already"
            let failure = LookupFailure(more, reason, isShortage: true)
            #expect(await refusal.value() == .failure(failure))
        }
        server.release()
        // The first answer has freed a slot.
        #expect(try await answers[0].value().get() == HeldNames.addresses)
        let next = Promise<NameLookup.Addresses>()
        names.begin(try host("more")) { next.resolve($0) }
        #expect(try await next.value().get() == HeldNames.addresses)
        for answer in answers { _ = try await answer.value().get() }
        #expect(server.asked.count == NameLookup.most + 1)
    }

    @Test(arguments: ["127.0.0.1:80", "[::1]:80", "localhost:80"])
    func addressesHaveTheirPort(text: String) async throws {
        let place = try HostAndPort(parsing: text)
        let addresses = try await NameLookup.shared.addresses(of: place, in: TryTime(.seconds(30)))
        #expect(!addresses.isEmpty)
        for address in addresses {
            let port = address.withPointer { pointer, _ in
                pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_port }
            }
            #expect(port == UInt16(80).bigEndian)
            #expect([AF_INET, AF_INET6].contains(address.family))
        }
    }

    @Test func aHostWhoseNameServerIsSilentKeepsNoOtherWaiting() async throws {
        let server = try HTTPTestServer { _ in .ok("1") }
        let held = HeldNames()
        let names = NameLookup { host in
            host.name == "silent" ? held.look(up: host) : NameLookup.addresses(of: host)
        }
        let client = SharedHTTPClient(names: names)
        let limit = Duration.milliseconds(300)
        func get(_ host: String) throws -> HTTPBody {
            let url = Template(literal: "http://\(host):\(server.port)/")
            let isSilent = host == "silent"
            return try HTTPBody(
                HTTPSpecification(url: url, tryTimeout: isSilent ? limit : .seconds(30)),
                values: TemplateValues()
            )
        }
        for _ in 0..<3 {
            let error = await #expect(throws: HTTPError.self) {
                try await get("silent").run(with: client)
            }
            let reason = "/: cannot resolve 'silent': no answer within 300ms"
            #expect(error?.description.hasSuffix(reason) == true, "\(error?.description ?? "")")
            #expect(try await get("localhost").run(with: client) == 1)
        }
        // Those that gave up are not kept until the name server answers.
        #expect(names.count(waitingFor: try host("silent")) == 0)
        // Those that gave up are not kept until the name server answers.
        #expect(names.count(waitingFor: try host("silent")) == 0)
        let answer = Promise<NameLookup.Addresses>()
        names.begin(try host("silent")) { answer.resolve($0) }
        held.release()
        _ = try await answer.value().get()
        #expect(held.asked == ["silent"])
        await client.shutdown()
        server.stop()
    }
}

/// A name server that is silent until it is released.
private final class HeldNames: Sendable {
    static let addresses: [SocketAddress] = {
        let host = NetworkHost("127.0.0.1"[...])
        return (try? host.map { NameLookup.addresses(of: $0) }?.get()) ?? []
    }()

    private let isReleased = DispatchSemaphore(value: 0)
    private let names = Mutex<[String]>([])

    /// The hosts that were looked up, in order.
    var asked: [String] { names.withLock(\.self) }

    /// Waits for its release.
    func look(up host: NetworkHost) -> NameLookup.Addresses {
        names.withLock { $0.append(host.name) }
        isReleased.wait()
        // Passes the release on to the next one.
        isReleased.signal()
        return .success(Self.addresses)
    }

    func release() { isReleased.signal() }
}
