internal import Glibc

/// A pattern for texts: a POSIX extended regular expression, as of `grep -E`, over characters of UTF-8.
///
/// A text matches if a part of it does; `^` and `$` stand for its beginning and end. The C library
/// takes a time that grows with the square of the text, and with the repetitions: with these
/// limits, and without back-references, that is a few milliseconds at most.
package struct TextPattern: Hashable, Sendable {
    /// Why a text is no pattern.
    package struct Fault: Error, Hashable, Sendable {
        /// The fault; what to write instead.
        package let reason: String
    }

    /// The most bytes of a text that is matched.
    package static let limit = 512
    /// The most bytes of a pattern.
    static let sourceLimit = 1024
    /// The greatest number of repetitions that nested ones may make together.
    private static let repetitionLimit = 256

    /// The pattern as it was written.
    package let source: String

    /// Reads a pattern.
    package init(_ source: String) throws(Fault) {
        self.source = source
        guard !source.isEmpty else { throw Fault(reason: "is empty; expected a pattern") }
        guard source.utf8.count <= Self.sourceLimit else {
            throw Fault(reason: "is longer than \(Self.sourceLimit) bytes; write a shorter one")
        }
        try Self.checkEscapes(in: source)
        try Self.checkRepetitions(in: source)
        let code = Self.compile(source) { _ in }
        guard code == 0 else {
            throw Fault(
                reason: "is no POSIX extended regular expression: \(Self.words(code)); correct it"
            )
        }
    }

    /// Tells whether a part of a text matches; `nil` for a text that is longer than ``limit``.
    ///
    /// The pattern is compiled each time: the C library would hold for ever what a match learns of
    /// its text.
    package func matches(_ text: String) -> Bool? {
        guard text.utf8.count <= Self.limit else { return nil }
        var isMatch = false
        _ = Self.compile(source) { pattern in
            // The length is given, since a text may have a NUL.
            var range = regmatch_t(rm_so: 0, rm_eo: regoff_t(text.utf8.count))
            isMatch = regexec(&pattern, text, 1, &range, REG_STARTEND) == 0
        }
        return isMatch
    }

    /// - Returns: 0, after `body`, or the error code of regcomp(3).
    private static func compile(_ source: String, _ body: (inout regex_t) -> Void) -> Int32 {
        // The locale of this thread alone, so that a character is one of UTF-8 whatever the
        // environment says.
        let before = locale.map { uselocale($0) }
        defer { if let before { uselocale(before) } }
        var pattern = regex_t()
        let code = regcomp(&pattern, source, REG_EXTENDED | REG_NOSUB)
        guard code == 0 else { return code }
        defer { regfree(&pattern) }
        body(&pattern)
        return 0
    }

    private static var locale: locale_t? { Locale.characters.value }

    private static func words(_ code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, regerror(code, nil, start, buffer.count) > 0
            else {
                return "error \(code)"
            }
            return String(cString: start)
        }
    }

    /// Refuses back-references, and escapes of other dialects, which this one reads as something
    /// else.
    private static func checkEscapes(in source: String) throws(Fault) {
        var isEscaped = false
        for character in source.unicodeScalars {
            guard isEscaped else {
                isEscaped = character == "\\"
                continue
            }
            isEscaped = false
            guard character.isASCII,
                character.properties.isAlphabetic
                    || "0"..."9" ~= character
            else { continue }
            let advice =
                switch character {
                case "d": "write [0-9]"
                case "w": "write [[:alnum:]_]"
                case "s": "write [[:space:]]"
                default: "remove the backslash, or the whole of it"
                }
            throw Fault(reason: "has '\\\(character)', which is not of this dialect; \(advice)")
        }
    }

    /// Refuses counts, such as `{9}`, that together repeat too often: each may multiply the others.
    private static func checkRepetitions(in source: String) throws(Fault) {
        var product = 1
        for part in source.split(separator: "{").dropFirst() {
            let bounds = part.prefix { $0 != "}" }.split(separator: ",")
            guard let count = bounds.last.flatMap({ Int($0) }), count > 1 else { continue }
            let (next, overflow) = product.multipliedReportingOverflow(by: count)
            guard !overflow, next <= repetitionLimit else {
                throw Fault(
                    reason: "repeats too often: its counts multiply to more than "
                        + "\(repetitionLimit); write smaller ones, or maxLength"
                )
            }
            product = next
        }
    }
}

/// The characters of UTF-8, made once and never changed.
private struct Locale: @unchecked Sendable {  // The pointer is only read after it was made.
    static let characters = Locale(value: newlocale(1 << LC_CTYPE, "C.UTF-8", nil))

    /// `nil` where the C library has none: a character is a byte then.
    let value: locale_t?
}
