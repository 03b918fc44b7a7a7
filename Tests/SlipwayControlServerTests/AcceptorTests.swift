import Glibc
import SlipwayInterface
import SlipwayJSON
import SlipwaySystem
import SlipwayVarlink
import Synchronization
import Testing

@testable import SlipwayControlServer

/// Connections that cannot be accepted.
@Suite(.timeLimit(.minutes(10)))
struct AcceptorTests {
    /// Fails a number of times with an error once a connection is pending, then accepts.
    private final class Failures: Sendable {
        /// Held during each attempt: one that began earlier cannot take a later connection.
        let left = Mutex(0)
        let attempts = Atomic(0)
        let error: Int32

        init(_ error: Int32) { self.error = error }

        var calls: SocketCalls {
            var calls = SocketCalls()
            let accept = calls.accept
            calls.accept = { [self] listener in
                attempts.add(1, ordering: .relaxed)
                let (descriptor, error) = left.withLock { left in
                    guard left > 0 else { return (accept(listener), errno) }
                    var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
                    guard poll(&entry, 1, 0) == 1 else { return (-1, EAGAIN) }
                    left -= 1
                    return (-1, self.error)
                }
                errno = error
                return descriptor
            }
            return calls
        }

        func set(_ count: Int) { left.withLock { $0 = count } }
    }

    @Test func pausesDoubleUpToASecond() {
        var backoff = AcceptBackoff()
        let backoffs = (0..<6).map { _ in backoff.next() }
        #expect(backoffs == [100, 200, 400, 800, 1000, 1000].map { .milliseconds($0) })
        backoff.reset()
        let first = backoff.next()
        #expect(first == .milliseconds(100))
    }

    @Test(arguments: [EINTR, ECONNABORTED])
    func whatConcernsOneConnectionOnlyIsPassedOver(error: Int32) throws {
        let failures = Failures(error)
        let server = try TestControlServer(calls: failures.calls)
        failures.set(3)
        #expect(try server.connect().call(.echo([:])) == .parameters([:]))
        #expect(server.troubles.count == 0)
    }

    @Test(arguments: [EMFILE, ENFILE, ENOMEM, ENOBUFS])
    func whatRanOutIsTriedAgainAfterAPauseAndSaidOnce(error: Int32) throws {
        let failures = Failures(error)
        let server = try TestControlServer(calls: failures.calls)
        failures.set(2)
        #expect(try server.connect().call(.echo([:])) == .parameters([:]))
        #expect(try server.troubles.take() == .cannotAccept(ErrorNumber(error)))
        #expect(server.troubles.count == 0)
        // One per failure, one that succeeds, and one without a pending connection.
        #expect(failures.attempts.load(ordering: .relaxed) <= 4)
    }

    @Test func whileItPausesAClosedConnectionLetsTheNextOneIn() throws {
        let failures = Failures(ENOMEM)
        let server = try TestControlServer(calls: failures.calls)
        var open: RawClient? = try server.connect()
        #expect(try open?.call(.echo([:])) == .parameters([:]))
        // More than a second of backoffs.
        failures.set(5)
        let waiting = try server.connect()
        waiting.send(.echo([:]))
        _ = try server.troubles.take()
        failures.set(0)
        open = nil
        #expect(try waiting.reply() == .parameters([:]))
    }

    @Test func withoutADescriptorAnIdleConnectionGivesWay() throws {
        let failures = Failures(EMFILE)
        let server = try TestControlServer(calls: failures.calls)
        let idle = try server.connect()
        #expect(try idle.call(.echo([:])) == .parameters([:]))
        failures.set(1)
        #expect(try server.connect().call(.echo([:])) == .parameters([:]))
        #expect(try idle.reply() == nil)
    }

    @Test func withoutADescriptorAndWithoutIdleConnectionsTheNewOneIsToldWhy() throws {
        let failures = Failures(EMFILE)
        let server = try TestControlServer(calls: failures.calls)
        let busy = try server.call(as: 1000).client
        busy.send("{")
        failures.set(1)
        let refusal = ConnectionRefusal.tooManyConnections(limit: 1, yours: 1)
        #expect(try server.call(as: 1000).reply == .error(refusal.varlinkError))
        #expect(try server.call(as: 1000).reply == .parameters([:]))
    }
}
