extension Character {
    /// The columns that a terminal takes for the character: 0 to 2.
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        // An emoji of several parts, and a symbol that asks to be drawn as one.
        if unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
        return first.columns
    }
}

extension Unicode.Scalar {
    /// The columns that a terminal takes for the scalar alone.
    fileprivate var columns: Int {
        guard value >= 0x300 else { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        return switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF: 2
        case 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F: 2
        case 0xFF00...0xFF60, 0xFFE0...0xFFE6: 2
        case 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD: 2
        default: 1
        }
    }
}

extension StringProtocol {
    /// The columns that a terminal takes for the text; it has no control characters.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The text, cut with an ellipsis between two characters if it takes more columns.
    func cut(toColumns limit: Int) -> String {
        guard columns > limit else { return String(self) }
        guard limit > 0 else { return "" }
        var text = ""
        var used = 0
        for character in self {
            used += character.columns
            if used > limit - 1 { break }
            text.append(character)
        }
        return text + "…"
    }

    /// The text, cut or filled up with blanks to so many columns.
    func fitted(toColumns width: Int, right: Bool = false) -> String {
        let text = cut(toColumns: width)
        let blanks = String(repeating: " ", count: Swift.max(0, width - text.columns))
        return right ? blanks + text : text + blanks
    }
}
