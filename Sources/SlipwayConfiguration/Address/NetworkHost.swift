internal import Glibc
internal import SlipwaySystem

/// A machine: its name, or its address.
package struct NetworkHost: Hashable, Sendable {
    /// The name in lower case, or the address; an IPv6 address without its brackets.
    package let name: String
    /// The host is an IPv6 address.
    package let isIPv6: Bool

    /// Reads the part before a port: a name (labels of letters, digits, `-` and `_`, at most 63
    /// characters each and 253 together), an IPv4 address, or an IPv6 address in brackets.
    ///
    /// An IPv6 address has no zone: a zone means something on one machine only. The result is `nil`
    /// for anything else.
    package init?(_ text: Substring) {
        if text.utf8.first == UInt8(ascii: "[") {
            guard text.utf8.count > 2, text.utf8.last == UInt8(ascii: "]") else { return nil }
            name = text.dropFirst().dropLast().lowercased()
            isIPv6 = true
            guard Self.isAddress(name, AF_INET6) else { return nil }
        } else {
            guard Self.isName(text) else { return nil }
            name = text.lowercased()
            isIPv6 = false
            // The resolver would read '127.1' and '0x7f000001' as addresses, too.
            guard !Self.endsInNumber(name) || Self.isAddress(name, AF_INET) else { return nil }
        }
    }

    /// The host as written before a port: an IPv6 address in brackets.
    package var bracketed: String { isIPv6 ? "[\(name)]" : name }

    private static func isName(_ text: Substring) -> Bool {
        // A dot at the end marks a complete name.
        let isRooted = text.utf8.count > 1 && text.utf8.last == UInt8(ascii: ".")
        let name = isRooted ? text.utf8.dropLast() : text.utf8.dropLast(0)
        guard 1...253 ~= name.count else { return false }
        return name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { 1...63 ~= $0.count && $0.allSatisfy(isNameCharacter) }
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    /// Tells whether the last label is a number, decimal or hexadecimal.
    private static func endsInNumber(_ name: String) -> Bool {
        guard let last = name.utf8.split(separator: UInt8(ascii: ".")).last else { return false }
        if last.allSatisfy(ASCII.isDigit) { return true }
        return last.starts(with: "0x".utf8) && last.dropFirst(2).allSatisfy(ASCII.isHexadecimal)
    }

    private static func isAddress(_ text: String, _ family: Int32) -> Bool {
        var address = in6_addr()
        // C would ignore everything after a NUL.
        return !text.utf8.contains(0) && inet_pton(family, text, &address) == 1
    }
}
