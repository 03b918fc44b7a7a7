extension RequestURL {
    /// The URL of a `Location` in the answer to this one (RFC 3986, section 5.2).
    ///
    /// The location may be relative. A fragment is dropped, as it is never sent; missing
    /// percent-encoding in path and query is added.
    package func resolving(_ reference: String) throws(URLFault) -> RequestURL {
        guard reference.utf8.count <= Self.longest else { throw .tooLong }
        let parts = URLText.Parts(reference)
        let authority = parts.authority.map { "//\($0)" }
        // `http:path` has no use.
        guard parts.scheme == nil || authority != nil else { throw .incomplete }
        let scheme = parts.scheme.map(String.init) ?? origin.scheme.rawValue
        let start = authority.map { "\(scheme):\($0)" } ?? origin.description
        let isSamePage = authority == nil && parts.path.isEmpty
        let newPath = isSamePage ? path : Self.withoutDots(merged(parts, authority != nil))
        let newQuery = parts.query.map(String.init) ?? (isSamePage ? query : nil)
        let rest = URLText.mended(newPath) + (newQuery.map { "?" + URLText.mended($0) } ?? "")
        return try RequestURL(parsing: start + rest)
    }

    /// The path from the root.
    private func merged(_ parts: URLText.Parts, _ hasAuthority: Bool) -> String {
        if parts.path.utf8.first == UInt8(ascii: "/") { return String(parts.path) }
        if hasAuthority { return "/" }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        return String(folder + parts.path)
    }

    /// The path without `.` and `..` (RFC 3986, section 5.2.4).
    private static func withoutDots(_ path: String) -> String {
        var kept: [Substring.UTF8View] = []
        var isFolder = false
        for segment in path.utf8.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        ).dropFirst() {
            isFolder = false
            if segment.elementsEqual(".".utf8) {
                isFolder = true
            } else if segment.elementsEqual("..".utf8) {
                _ = kept.popLast()
                isFolder = true
            } else {
                kept.append(segment)
            }
        }
        if isFolder { kept.append("".utf8[...]) }
        return "/" + kept.map { String(Substring($0)) }.joined(separator: "/")
    }
}
