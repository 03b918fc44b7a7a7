package import Glibc

/// A socket's address as the kernel reads it, of any family.
package struct SocketAddress: Hashable, Sendable {
    private let bytes: [UInt8]

    /// Which kind of socket the address is for: AF_UNIX, AF_INET or AF_INET6.
    package let family: Int32

    /// Copies an address.
    package init(_ address: UnsafePointer<sockaddr>, length: socklen_t) {
        bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(length)))
        family = Int32(address.pointee.sa_family)
    }

    /// Calls `body` with the address as system calls take it.
    package func withPointer<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        // Aligned for every family, which an array of bytes need not be.
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
    /// How many bytes the path of a Unix socket may have, so that its NUL fits as well: 107.
    package static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// The address of a Unix socket.
    ///
    /// - Parameter path: A path of 1 to ``longestPath`` bytes without NUL; a leading `@` stands
    ///   for the abstract namespace. `nil` comes back for anything else.
    package init?(unix path: String) {
        var name = Array(path.utf8)
        guard 1...Self.longestPath ~= name.count, !name.contains(0) else { return nil }
        // The kernel takes an abstract name by its length, a path by its NUL.
        if name[0] == UInt8(ascii: "@") { name[0] = 0 } else { name.append(0) }
        var family = sa_family_t(AF_UNIX)
        bytes = withUnsafeBytes(of: &family, Array.init) + name
        self.family = AF_UNIX
    }
}
