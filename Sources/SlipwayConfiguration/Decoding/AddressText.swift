/// The syntax of addresses.
enum AddressText {
    /// `host:port` or `[address]:port`, the port from 1 to 65535.
    static func isHostAndPort(_ text: String) -> Bool {
        guard let colon = text.lastIndex(of: ":") else { return false }
        let host = text[..<colon]
        let port = text[text.index(after: colon)...]
        guard port.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = UInt16(port), number > 0
        else { return false }
        if host.hasPrefix("[") { return host.hasSuffix("]") && host.count > 2 }
        return !host.isEmpty && !host.contains(where: { ":/[]@ \t".contains($0) })
    }

    /// What a URL that is requested begins with.
    static let schemes = ["http://", "https://", "http+unix://"]

    /// Whether a text that begins with `prefix` may be a URL with one of ``schemes``.
    static func mayBeURL(prefix: String, isWhole: Bool) -> Bool {
        schemes.contains { scheme in
            let lowercased = prefix.prefix(scheme.count).lowercased()
            if isWhole || prefix.count > scheme.count {
                return lowercased == scheme && prefix.count > scheme.count
            }
            return scheme.hasPrefix(lowercased)
        }
    }
}
