internal import Glibc

/// An IPv4 or IPv6 address, without a zone.
package struct InternetAddress: Hashable, Sendable {
    private let bytes: [UInt8]

    /// All addresses of a machine.
    package static let everyIPv6 = InternetAddress(bytes: Array(repeating: 0, count: 16))
    package static let everyIPv4 = InternetAddress(bytes: Array(repeating: 0, count: 4))

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads four decimal numbers; `nil` for anything else.
    package init?(ipv4 text: String) { self.init(text, AF_INET, count: 4) }

    /// Reads an IPv6 address without brackets; `nil` for anything else.
    package init?(ipv6 text: String) { self.init(text, AF_INET6, count: 16) }

    private init?(_ text: String, _ family: Int32, count: Int) {
        // C would ignore everything after a NUL.
        guard !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        guard inet_pton(family, text, &bytes) == 1 else { return nil }
        self.bytes = bytes
    }

    /// The address is an IPv6 address.
    package var isIPv6: Bool { bytes.count == 16 }

    /// The address of a port at this address.
    package func socketAddress(port: UInt16) -> SocketAddress {
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
            return SocketAddress(copying: address)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
        return SocketAddress(copying: address)
    }
}

extension InternetAddress: CustomStringConvertible {
    /// The shortest form, an IPv6 address without brackets.
    package var description: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            let end = inet_ntop(
                isIPv6 ? AF_INET6 : AF_INET,
                bytes,
                text.baseAddress,
                socklen_t(text.count)
            )
            return end.map { String(cString: $0) } ?? ""
        }
    }
}

extension SocketAddress {
    fileprivate init(copying address: some Any) {
        self = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                SocketAddress($0, length: socklen_t(MemoryLayout.size(ofValue: address)))
            }
        }
    }
}
