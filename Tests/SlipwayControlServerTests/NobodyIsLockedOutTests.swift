import Dispatch
import Glibc
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayLoop
import SlipwaySystem
import SlipwayTestSupport
import SlipwayVarlink
import Testing

@testable import SlipwayControlServer

/// Whatever other peers do, a caller gets an answer or a reason.
@Suite(.timeLimit(.minutes(10)))
struct NobodyIsLockedOutTests {
    private func refusal(_ reply: VarlinkReply?) -> ConnectionRefusal? {
        guard case .error(let error) = reply else { return nil }
        return ConnectionRefusal(error)
    }

    private func limits(total: Int, share: Int, reserved: Int = 0) -> ControlLimits {
        var limits = ControlLimits()
        limits.asking = SlotLimits(total: total, share: share, reserved: reserved)
        limits.waiting = limits.asking
        return limits
    }

    @Test func idleConnectionsGiveWayToANewOne() throws {
        var limits = ControlLimits()
        limits.asking = SlotLimits(descriptors: 1024)
        let server = try TestControlServer(limits: limits)
        var idle: [RawClient] = []
        for number in 0..<256 {
            let client = try server.connect(as: 1000)
            // Some never send anything.
            if number % 2 == 0 { #expect(try client.call(.echo([:])) == .parameters([:])) }
            idle.append(client)
        }
        for uid in [1000, 1001, 0] as [UInt32] {
            #expect(try server.call(as: uid).reply == .parameters([:]))
        }
        #expect(try idle[0].reply() == nil)
        #expect(try idle[255].call(.echo([:])) == .parameters([:]))
    }

    @Test func theConnectionThatIsIdleLongestGivesWayAndTheOthersStay() throws {
        let server = try TestControlServer(limits: limits(total: 4, share: 3))
        let clients = try (1...3).map { _ in try server.call(as: 1000).client }
        #expect(try clients[0].call(.echo([:])) == .parameters([:]))
        #expect(try server.call(as: 1000).reply == .parameters([:]))
        #expect(try clients[1].reply() == nil)
        for client in [clients[0], clients[2]] {
            #expect(try client.call(.echo([:])) == .parameters([:]))
        }
    }

    @Test func aConnectionWithSomethingUnderWayStaysAndTheNewOneIsToldWhy() throws {
        let server = try TestControlServer(limits: limits(total: 2, share: 1))
        let half = try server.connect(as: 1000)
        half.send(#"{"method":"#)
        let refused = try server.call(as: 1000)
        #expect(refusal(refused.reply) == .tooManyConnections(limit: 1, yours: 1))
        #expect(try refused.client.reply() == nil)
        guard case .refused(_, let peer) = try server.troubles.take() else {
            Issue.record("not told of the refusal")
            return
        }
        #expect(peer.uid == 1000)
        half.send(#""org.example.test.Echo"}"# + "\0")
        #expect(try half.reply() == .parameters([:]))
    }

    @Test func rootAndTheDaemonsUserGetInWhenOthersHoldEverything() throws {
        let server = try TestControlServer(
            limits: limits(total: 2, share: 1, reserved: 1),
            owner: 100
        )
        var held: [RawClient] = []
        for uid in [1000, 1001] as [UInt32] {
            let client = try server.connect(as: uid)
            client.send("{")
            held.append(client)
        }
        #expect(
            refusal(try server.call(as: 1002).reply) == .tooManyConnections(limit: 2, yours: 0)
        )
        for uid in [0, 100] as [UInt32] {
            let privileged = try server.call(as: uid)
            #expect(privileged.reply == .parameters([:]))
            privileged.client.send("{")
            held.append(privileged.client)
            #expect(refusal(try server.call(as: uid).reply) != nil)
        }
    }

    @Test func aThousandSendersOfOneUserWaitAndAreAllServed() throws {
        var limits = ControlLimits()
        limits.asking = SlotLimits(descriptors: 20_000)
        limits.waiting = limits.asking
        try requireDescriptors(3000)
        let server = try TestControlServer(limits: limits)
        let senders = try ((0..<1000) as Range<Int64>).map { number in
            let sender = try server.connect(as: 1000)
            sender.send(.hold(["n": .integer(number)]))
            return sender
        }
        let held = try senders.map { _ in try server.service.take() }
        #expect(try server.call(as: 1000).reply == .parameters([:]))
        for held in held { held.reply.finish(held.call.parameters) }
        for (number, sender) in senders.enumerated() {
            #expect(try sender.reply() == .parameters(["n": .integer(Int64(number))]))
        }
    }

    @Test(arguments: [VarlinkCall.Mode.single, .more])
    func aCallThatMayNotWaitIsRefusedAndItsConnectionGoesOn(mode: VarlinkCall.Mode) throws {
        let server = try TestControlServer(limits: limits(total: 2, share: 1))
        let waiting = try server.connect(as: 1000)
        waiting.send(.hold())
        let held = try server.service.take()
        let refused = try server.connect(as: 1000)
        #expect(
            refusal(try refused.call(.hold(mode: mode))) == .tooManyWaiting(limit: 1, yours: 1)
        )
        let late = try server.service.take().reply
        #expect(!late.isOpen)
        #expect(try refused.call(.echo([:])) == .parameters([:]))
        let other = try server.connect(as: 1001)
        other.send(.hold(["n": 2]))
        try server.service.take().reply.finish(["n": 2])
        #expect(try other.reply() == .parameters(["n": 2]))
        held.reply.finish(["n": 1])
        #expect(try waiting.reply() == .parameters(["n": 1]))
    }

    @Test func theCommandsClientShowsThatItsConnectionIsRefused() throws {
        let server = try TestControlServer(limits: limits(total: 2, share: 1))
        let half = try server.connect()
        half.send("{")
        // More than the socket holds: it is refused while it sends.
        let large: JSON = ["text": .string(String(repeating: "x", count: 900_000))]
        for parameters in [[:], large] as [JSON] {
            let client = try ControlClient(path: server.path)
            #expect(
                throws: ControlClientError.refused(
                    ConnectionRefusal.tooManyConnections(limit: 1, yours: 1).varlinkError
                )
            ) { try client.call("org.example.test.Echo", parameters) }
        }
    }

    @Test func oneUsersManyConnectionsDoNotKeepAnotherWaiting() throws {
        var limits = ControlLimits()
        limits.timeSlice = .zero
        let server = try TestControlServer(limits: limits)
        let isReady = DispatchSemaphore(value: 0)
        // All calls have arrived when the loop reads.
        Loop.post { isReady.wait() }
        let greedy = try (0..<20).map { _ in
            let client = try server.connect(as: 1000)
            client.send((0..<20).flatMap { _ in VarlinkCall.work.frame })
            return client
        }
        let other = try server.connect(as: 1001)
        other.send(.work)
        isReady.signal()
        #expect(try other.reply() == .parameters([:]))
        // One per pass of the loop that accepts connections, and a few more.
        let turn = try #require(server.service.users.firstIndex(of: 1001))
        #expect(turn < 20)
        for client in greedy { #expect(try client.reply() == .parameters([:])) }
    }

    @Test func whomTheKernelDoesNotKnowIsRefused() throws {
        let server = try TestControlServer()
        let client = try server.connect(as: nil)
        #expect(try client.call(.echo([:])) == .error(.permissionDenied))
        #expect(try server.troubles.take() == .unknownPeer(ErrorNumber(ENOPROTOOPT)))
        #expect(try server.connect().call(.echo([:])) == .parameters([:]))
    }

    @Test func aThousandConnectBeforeAnybodyAcceptsAndAreAllServed() throws {
        try requireDescriptors(3000)
        let folder = try TemporaryFolder()
        let path = folder.path + "/control"
        let socket = try ListeningSocket(.path(path))
        let clients = try ((0..<1024) as Range<Int64>).map { number in
            let client = try RawClient(path: path)
            client.send(.echo(["n": .integer(number)]))
            return client
        }
        try Loop.start()
        let server = try ControlServer(
            [ControlDoor(at: .inherited(socket.descriptor), services: [TestService()])],
            identity: .test
        )
        for (number, client) in clients.enumerated() {
            #expect(try client.reply() == .parameters(["n": .integer(Int64(number))]))
        }
        server.shutdown()
        socket.remove()
    }

    @Test func anInheritedSocketsBacklogIsMadeAsLongAsOurs() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/control"
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let address = try #require(SocketAddress(unix: path))
        try #require(address.withPointer { bind(descriptor, $0, $1) } == 0)
        try #require(listen(descriptor, 0) == 0)
        _ = try ListeningSocket(.inherited(descriptor))
        let clients = try (0..<500).map { _ in try RawClient(path: path) }
        #expect(clients.count == 500)
        close(descriptor)
    }
}
