/// The last lines of a program that tell something: they may say why it failed.
///
/// The very last line of some programs tells nothing: psql(1) points with `^` at a place in the
/// line above, others print their stack, their version, or an advice.
struct TellingLines {
    /// The number of lines that are remembered.
    private static let most = 16
    private static let separator = " / "
    /// Texts in lines about an error, in lower case.
    private static let signs = [
        "error", "fatal", "panic", "exception", "fail", "cannot", "can't", "could not", "unable",
        "denied",
        "refused", "invalid", "no such", "not found",
    ]

    /// The lines; once there are ``most`` of them, the oldest is at ``oldest``.
    private var lines: [[UInt8]] = []
    private var oldest = 0

    /// Takes a line that tells something.
    mutating func append(_ line: [UInt8]) {
        guard lines.count == Self.most else { return lines.append(line) }
        lines[oldest] = line
        oldest = (oldest + 1) % Self.most
    }

    /// The words for a failure: the last line; if only an earlier one names an error, that line and
    /// the one after it come first.
    ///
    /// - Parameters:
    ///   - unfinished: A line that may follow; `nil` for none.
    ///   - shown: The text of a line.
    /// - Returns: One line; `nil` if there was none.
    func words(_ unfinished: ArraySlice<UInt8>?, shown: (ArraySlice<UInt8>) -> String) -> String? {
        var texts = (lines[oldest...] + lines[..<oldest]).map { shown($0[...]) }
        if let unfinished { texts.append(shown(unfinished)) }
        guard let last = texts.last else { return nil }
        guard let first = texts.lastIndex(where: Self.namesError) else { return last }
        return (Array(texts[first...].dropLast().prefix(2)) + [last])
            .joined(separator: Self.separator)
    }

    private static func namesError(_ line: String) -> Bool {
        let line = line.lowercased()
        return signs.contains { line.contains($0) }
    }

    /// Tells whether a line, without the blanks before it, tells something: it has a letter or a
    /// digit, and is no frame of a stack, such as `at main (app.js:1)`.
    static func isTelling(_ text: ArraySlice<UInt8>, isIndented: Bool) -> Bool {
        if isIndented, text.starts(with: "at ".utf8) || text.starts(with: "... ".utf8) {
            return false
        }
        var isASCII = true
        for byte in text {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                return true
            case 0x80...: isASCII = false
            default: continue
            }
        }
        guard !isASCII else { return false }
        return String(decoding: text, as: UTF8.self).unicodeScalars
            .contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }
}
