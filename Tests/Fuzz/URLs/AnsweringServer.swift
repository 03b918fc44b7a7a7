internal import Dispatch
internal import Glibc
internal import SlipwaySystem
internal import Synchronization

/// A server that gives prepared answers to any request.
final class AnsweringServer: Sendable {
    private let waiting = Mutex<[[UInt8]]>([])

    /// Listens on 127.0.0.1 and on a Unix socket.
    init(port: UInt16, socket path: String) throws(Broken) {
        unlink(path)
        guard let address = SocketAddress(unix: path) else { throw Broken("not a path: \(path)") }
        let listeners = [try Self.listener(Self.loopback(port)), try Self.listener(address)]
        let queue = DispatchQueue(label: "answers", attributes: .concurrent)
        for listener in listeners {
            // One may wait for a request that never comes.
            for _ in 0..<4 { queue.async { self.serve(listener) } }
        }
    }

    /// Its answers, in this order; the last one is repeated.
    var answers: [[UInt8]] {
        get { waiting.withLock(\.self) }
        set { waiting.withLock { $0 = newValue } }
    }

    private func serve(_ listener: Int32) {
        while case let connection = accept(listener, nil, nil), connection >= 0 {
            answer(connection)
            close(connection)
        }
    }

    /// A request counts as complete once any of its bytes have arrived.
    private func answer(_ connection: Int32) {
        var patience = timeval(tv_sec: 0, tv_usec: 300_000)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        var buffer = [UInt8](repeating: 0, count: 16384)
        guard recv(connection, &buffer, buffer.count, 0) > 0 else { return }
        let answer = waiting.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? [] }
        var sent = 0
        while sent < answer.count {
            let count = answer[sent...].withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
        // Closing with unread bytes would reset the connection and lose the answer.
        shutdown(connection, Int32(SHUT_WR))
        while recv(connection, &buffer, buffer.count, 0) > 0 {}
    }

    private static func loopback(_ port: UInt16) -> SocketAddress {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                SocketAddress($0, length: size)
            }
        }
    }

    private static func listener(_ address: SocketAddress) throws(Broken) -> Int32 {
        let descriptor = socket(
            address.family,
            Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        guard address.withPointer({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, 64) == 0
        else { throw Broken("the server cannot listen: \(ErrorNumber.current)") }
        return descriptor
    }
}
