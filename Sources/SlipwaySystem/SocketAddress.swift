package import Glibc

/// The address of a socket, of any family.
package struct SocketAddress: Hashable, Sendable {
    private let bytes: [UInt8]

    /// The address family: AF_UNIX, AF_INET or AF_INET6.
    package let family: Int32

    /// Copies an address.
    package init(_ address: UnsafePointer<sockaddr>, length: socklen_t) {
        bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(length)))
        family = Int32(address.pointee.sa_family)
    }

    /// Calls `body` with the address in the form of system calls.
    package func withPointer<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        // Aligned for every family, unlike an array of bytes.
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(bytes.count))
            }
        }
    }
}

extension SocketAddress {
    /// The most bytes of a Unix socket's path, so that its NUL fits: 107.
    package static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// The address of a Unix socket.
    ///
    /// - Parameter path: A path of 1 to ``longestPath`` bytes without NUL; a leading `@` means the
    ///   abstract namespace. The result is `nil` for any other text.
    package init?(unix path: String) {
        var name = Array(path.utf8)
        guard 1...Self.longestPath ~= name.count, !name.contains(0) else { return nil }
        // An abstract name ends by its length, a path by its NUL.
        if name[0] == UInt8(ascii: "@") { name[0] = 0 } else { name.append(0) }
        var family = sa_family_t(AF_UNIX)
        bytes = withUnsafeBytes(of: &family, Array.init) + name
        self.family = AF_UNIX
    }
}

extension SocketAddress {
    /// The path to which a Unix socket is bound; `nil` when there is none, or it cannot be found out.
    package static func path(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            let result = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
            }
            let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0
            guard result == 0, pointer.pointee.sun_family == AF_UNIX, Int(size) > start else {
                return nil
            }
            let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(size)).dropFirst(start)
            let path = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            return path.isEmpty ? nil : path
        }
    }
}
