import Glibc
import SlipwayInterface
import SlipwaySystem
import SlipwayVarlink
import Testing

/// A connection that watches, and never reads.
final class DeafWatcher: Sendable {
    private let descriptor: Int32

    init(of path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let address = try #require(SocketAddress(unix: path))
        let connected = address.withPointer { connect(descriptor, $0, $1) }
        try #require(connected == 0)
        let frame = Method.Watch().call(.more).frame
        let sent = send(descriptor, frame, frame.count, Int32(MSG_NOSIGNAL))
        try #require(sent == frame.count)
    }

    deinit { close(descriptor) }
}
