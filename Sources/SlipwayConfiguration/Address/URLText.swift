internal import SlipwaySystem

/// The characters of URLs (RFC 3986).
enum URLText {
    /// A text split at `:`, `//`, `?` and `#`; the parts are not checked.
    struct Parts {
        private(set) var scheme: Substring?
        /// The part behind `//`.
        private(set) var authority: Substring?
        private(set) var path: Substring
        private(set) var query: Substring?
        private(set) var fragment: Substring?

        init(_ text: String) {
            var rest = text[...]
            if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
                fragment = rest[rest.utf8.index(after: hash)...]
                rest = rest[..<hash]
            }
            if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
                query = rest[rest.utf8.index(after: mark)...]
                rest = rest[..<mark]
            }
            if let end = rest.utf8.firstIndex(where: { ":/".utf8.contains($0) }),
                rest.utf8[end] == UInt8(ascii: ":")
            {
                scheme = rest[..<end]
                rest = rest[rest.utf8.index(after: end)...]
            }
            if rest.utf8.starts(with: "//".utf8) {
                rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
                let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
                authority = rest[..<end]
                rest = rest[end...]
            }
            path = rest
        }
    }

    /// The text with every byte percent-encoded that could have a meaning in a URL.
    static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { $0 += isUnreserved($1) ? character($1) : escape($1) }
    }

    /// Undoes ``encoded(_:)``; `nil` if another character than a letter, a digit or `-._~` is not
    /// encoded.
    static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if isUnreserved(byte) {
                bytes.append(byte)
                continue
            }
            guard byte == UInt8(ascii: "%"),
                let high = rest.popFirst().flatMap(ASCII.value(ofHexadecimal:)),
                let low = rest.popFirst().flatMap(ASCII.value(ofHexadecimal:))
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Refuses characters that a path or query cannot have.
    static func check(_ text: some StringProtocol) throws(URLFault) {
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() {
            guard isPathOrQuery(byte) else { throw .characters }
            if byte == UInt8(ascii: "%"), !isEscape(bytes[index...]) { throw .percent }
        }
    }

    /// A path or query with its forbidden characters percent-encoded, except blanks and control
    /// characters, which stay and are a fault.
    static func mended(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return bytes.indices.reduce(into: "") { result, index in
            let byte = bytes[index]
            let isRight =
                byte == UInt8(ascii: "%") ? isEscape(bytes[index...]) : isPathOrQuery(byte)
            let isBeyondMending = byte <= 0x20 || byte == 0x7F
            result += isRight || isBeyondMending ? character(byte) : escape(byte)
        }
    }

    /// Tells whether a part of the path is `.` or `..`, also with percent-encoded dots, slashes or
    /// backslashes.
    ///
    /// Servers take these for the folder itself or the one above.
    static func hasDotSegment(_ path: String) -> Bool {
        let plain = path.utf8.contains(UInt8(ascii: "%")) ? withPlainDotsAndSlashes(path) : path
        return plain.utf8.split(separator: UInt8(ascii: "/")).contains { segment in
            segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8)
        }
    }

    private static func withPlainDotsAndSlashes(_ path: String) -> String {
        [("%2E", "."), ("%2F", "/"), ("%5C", "/")].reduce(path) { path, escape in
            path.replacing(escape.0, with: escape.1)
                .replacing(escape.0.lowercased(), with: escape.1)
        }
    }

    static func isPathOrQuery(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || "%/?:@!$&'()*+,;=".utf8.contains(byte)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || "-._~".utf8.contains(byte)
    }

    private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
        let digits = bytes.dropFirst().prefix(2)
        return digits.count == 2 && digits.allSatisfy(ASCII.isHexadecimal)
    }

    private static func character(_ byte: UInt8) -> String { String(UnicodeScalar(byte)) }

    private static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
}
