internal import SlipwaySystem

/// Checks for a URI loosely: a scheme of RFC 3986, a colon, and printable text.
enum URIText {
    static func isURI(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let rest = text.unicodeScalars[text.utf8.index(after: colon)...]
        guard isScheme(text[..<colon]), !rest.isEmpty else { return false }
        return rest.allSatisfy { scalar in
            !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
        }
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, ASCII.isLetter(first) else { return false }
        return text.utf8.allSatisfy { byte in
            ASCII.isAlphanumeric(byte) || "+-.".utf8.contains(byte)
        }
    }
}
