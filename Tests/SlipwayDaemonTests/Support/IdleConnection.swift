import Glibc
import SlipwaySystem
import Testing

/// A connection without further activity; closed with its last reference.
final class IdleConnection: Sendable {
    private let descriptor: Int32

    /// Connects, and sends bytes that may be an incomplete call.
    init(to path: String, sending bytes: String = "") throws {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_UNIX, type, 0)
        let address = try #require(SocketAddress(unix: path))
        let connected = address.withPointer { connect(descriptor, $0, $1) }
        try #require(connected == 0)
        let sent = bytes.withCString { send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
        try #require(sent == bytes.utf8.count)
    }

    deinit { close(descriptor) }
}
