// SlipwaySystem needs Dispatch to be linked.
import Dispatch
import Glibc
import Slipway
import SlipwaySystem

/// A socket that takes connections, each on a thread of its own.
struct Listener {
    /// The address for clients, with the port that port 0 chose.
    let place: String
    private let descriptor: Int32

    init(at address: Options.Address) throws(ErrorNumber) {
        let bound: SocketAddress
        switch address {
        case .port(let port): bound = .loopback(port)
        case .socket(let path):
            guard let socket = SocketAddress(unix: path) else { throw ErrorNumber(ENAMETOOLONG) }
            // A backend that was killed has left its socket behind.
            unlink(path)
            bound = socket
        }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(bound.family, kind, 0)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        guard bound.withPointer({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, 128) == 0
        else { throw .current }
        self.descriptor = descriptor
        switch address {
        case .port: place = "http://127.0.0.1:\(Self.port(of: descriptor))"
        case .socket(let path): place = path
        }
    }

    /// Answers requests from now on, each after `delay`.
    func serve(delay: Duration) throws(Thread.Refusal) {
        try Thread("listener", blocking: .full) { [descriptor] in
            while true {
                let connection = accept(descriptor, nil, nil)
                if connection < 0 {
                    // Too many descriptors are open, or the client has gone.
                    usleep(10_000)
                    continue
                }
                do {
                    try Thread("connection", blocking: .full) {
                        Connection(connection).serve(delay: delay)
                    }
                } catch {
                    close(connection)
                }
            }
        }
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = getsockname(descriptor, $0, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }
}

extension SocketAddress {
    /// A port of 127.0.0.1.
    fileprivate static func loopback(_ port: UInt16) -> SocketAddress {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                SocketAddress($0, length: socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
