extension StringProtocol {
    /// The text with every character escaped that would move a terminal's cursor, colour text or
    /// reorder it: `\n`, `\t`, `\u{1B}`.
    ///
    /// Names come from files and from other processes, so every text for a terminal is passed
    /// through this.
    package var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return String(self) }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case let scalar where scalar.isUnprintable:
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Control characters of ASCII and Latin 1, line separators, and marks that change the writing
    /// direction.
    package var isUnprintable: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x2029: true
        case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
