internal import SlipwaySystem

extension RequestURL {
    /// Reads an absolute URL strictly: whatever RFC 3986 forbids is a fault and is not repaired.
    ///
    /// Takes time linear in the length, which is checked first.
    package init(parsing text: String) throws(URLFault) {
        guard text.utf8.count <= Self.longest else { throw .tooLong }
        let parts = URLText.Parts(text)
        guard let schemeText = parts.scheme, let authority = parts.authority else {
            throw .incomplete
        }
        guard let scheme = Scheme(rawValue: schemeText.lowercased()) else { throw .scheme }
        guard parts.fragment == nil else { throw .fragment }
        guard !authority.utf8.contains(UInt8(ascii: "@")) else { throw .credentials }
        let path = parts.path.isEmpty ? "/" : String(parts.path)
        try URLText.check(path)
        try URLText.check(parts.query ?? "")
        guard !URLText.hasDotSegment(path) else { throw .dotSegment }
        let server = try scheme == .unix ? Self.socket(authority) : Self.host(authority, scheme)
        self.init(
            origin: Origin(scheme: scheme, server: server),
            path: path,
            query: parts.query.map(String.init)
        )
    }

    private static func host(_ text: Substring, _ scheme: Scheme) throws(URLFault) -> Server {
        guard !text.isEmpty else { throw .incomplete }
        // The colon is searched behind the brackets of an IPv6 address.
        let bracket = text.lastIndex(of: "]") ?? text.startIndex
        guard let colon = text[bracket...].firstIndex(of: ":") else {
            guard let host = NetworkHost(text) else { throw .host }
            return .host(host, port: scheme.defaultPort)
        }
        guard let host = NetworkHost(text[..<colon]) else { throw .host }
        guard let port = PortNumber.read(text[text.index(after: colon)...]) else { throw .port }
        return .host(host, port: port)
    }

    private static func socket(_ text: Substring) throws(URLFault) -> Server {
        guard let path = URLText.decoded(text), path.hasPrefix("/"),
            SocketAddress(unix: path) != nil
        else { throw .socketPath }
        return .socket(path: path)
    }
}
