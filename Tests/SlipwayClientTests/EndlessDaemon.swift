import Foundation
import SlipwaySystem

/// Takes one connection, and sends a reply that has no end.
final class EndlessDaemon: Sendable {
    let path: String
    private let listener: Int32

    init?(path: String) {
        self.path = path
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard let address = SocketAddress(unix: path),
            address.withPointer({ bind(listener, $0, $1) }) == 0, listen(listener, 1) == 0
        else { return nil }
        Thread.detachNewThread { [listener] in
            let connection = accept(listener, nil, nil)
            let bytes = [UInt8](repeating: UInt8(ascii: " "), count: 65536)
            while send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 {}
            close(connection)
            close(listener)
        }
    }

    // Ends accept(); the thread closes the descriptor.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}
