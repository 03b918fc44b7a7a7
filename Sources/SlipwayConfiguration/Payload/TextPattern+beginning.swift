extension TextPattern {
    /// No text that matches begins with `-`, as far as that is easily seen: the pattern has no
    /// alternatives, and begins with `^` and a character, or a bracket expression, that is not `-`.
    ///
    /// The answer is `false`, too, where that is not known.
    var excludesLeadingDash: Bool {
        guard source.first == "^", !source.contains("|") else { return false }
        var rest = source.unicodeScalars.dropFirst()
        guard let first = rest.popFirst() else { return false }
        switch first {
        case "[": guard Self.skipBrackets(&rest) else { return false }
        case "\\": guard let literal = rest.popFirst(), literal != "-" else { return false }
        case "-", ".", "(", ")", "*", "+", "?", "{", "^", "$": return false
        default: break
        }
        // A character that may be missing decides nothing.
        switch rest.popFirst() {
        case "*", "?": return false
        case "+": break
        case "{":
            guard "1"..."9" ~= rest.first ?? "0", let end = rest.firstIndex(of: "}") else {
                return false
            }
            rest = rest[rest.index(after: end)...]
        default: return true
        }
        // A second repetition applies to the first: `[a-z]+?` may be missing too.
        return !["*", "+", "?", "{"].contains(rest.first)
    }

    /// Takes what follows `[`, up to its `]`.
    ///
    /// - Returns: Whether the expression is understood and does not stand for `-`.
    private static func skipBrackets(_ rest: inout Substring.UnicodeScalarView) -> Bool {
        if rest.first == "^" { return false }
        var isFirst = true
        while let scalar = rest.popFirst() {
            if scalar == "]", !isFirst { return true }
            isFirst = false
            if scalar == "[", let kind = rest.first, [":", ".", "="].contains(kind) {
                guard skipClass(&rest) else { return false }
                continue
            }
            guard rest.first == "-", let last = rest.dropFirst().first, last != "]" else {
                if scalar == "-" { return false }
                continue
            }
            rest = rest.dropFirst(2)
            // The end of a range could be written as [.x.].
            guard last != "[", !(min(scalar, last)...max(scalar, last)).contains("-") else {
                return false
            }
        }
        return false
    }

    /// Takes `:alpha:]`.
    ///
    /// - Returns: Whether it is a class without `-`.
    private static func skipClass(_ rest: inout Substring.UnicodeScalarView) -> Bool {
        for name in ["alnum", "alpha", "digit", "lower", "upper", "xdigit"] {
            let text = ":\(name):]".unicodeScalars
            if rest.starts(with: text) {
                rest = rest.dropFirst(text.count)
                return true
            }
        }
        return false
    }
}
