internal import Glibc

/// The receiving end of `NOTIFY_SOCKET`: a datagram socket in the abstract namespace.
package struct NotifySocket: Sendable {
    /// No socket could be made.
    package struct Unavailable: Error {
        /// Creates the error.
        package init() {}
    }

    /// The address in the form of `NOTIFY_SOCKET`.
    package let path: String
    private let descriptor: Int32

    /// Binds a socket of a new name.
    package init() throws {
        path = "@slipway-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // An abstract address begins with a zero byte.
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: [0] + path.utf8.dropFirst())
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard bound == 0 else { throw Unavailable() }
    }

    /// The messages that have arrived.
    package func messages() -> [String] {
        var messages: [String] = []
        var buffer = [UInt8](repeating: 0, count: 8192)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count >= 0 else { return messages }
            messages.append(String(decoding: buffer.prefix(count), as: UTF8.self))
        }
    }
}
