internal import SlipwayJSON
internal import SlipwayUsage

/// The lines of a configuration that a user is to complete, comments included.
struct DraftLines {
    private(set) var lines: [String] = []

    var isEmpty: Bool { lines.isEmpty }
    /// There is more than comments.
    var hasKeys: Bool { lines.contains { !$0.trimmed.isEmpty && !$0.trimmed.hasPrefix("#") } }
    var text: String { lines.map { $0 + "\n" }.joined() }

    /// Adds a line, as deep as so many mappings.
    mutating func add(_ line: String, at depth: Int = 0) {
        lines.append(line.isEmpty ? "" : String(repeating: "  ", count: depth) + line)
    }

    /// Adds a comment, in lines of at most 100 characters.
    mutating func remark(_ words: String, at depth: Int = 0) {
        let begin = String(repeating: "  ", count: depth) + "#"
        let words = String(words.map { $0.isNewline ? " " : $0 }).split(separator: " ")
        let wrapped = WrappedLines.of(words, width: 100 - begin.count - 1)
        lines += wrapped.isEmpty ? [begin] : wrapped.map { "\(begin) \($0)" }
    }

    /// Adds a line as a comment, as it is.
    mutating func quote(_ line: String, at depth: Int = 0) {
        lines.append(
            String(repeating: "  ", count: depth) + "#   "
                + String(line.map { $0.isNewline ? " " : $0 })
        )
    }

    mutating func add(_ other: DraftLines, at depth: Int = 0) {
        for line in other.lines { add(line, at: depth) }
    }

    /// A text as YAML has it: without quotes where it can be nothing else than a text.
    static func scalar(_ text: String) -> String {
        let words: Set = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        let body = text.drop { $0 == "-" }
        let isPlain =
            text.count - body.count <= 2
            && (body.first.map { $0.isASCII && ($0.isLetter || $0 == "/" || $0 == "_") } ?? false)
            && body.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "/_.-+=@".contains($0))
            }
            && !words.contains(text.lowercased())
        return isPlain ? text : JSON.string(text).compact
    }

    /// A list on one line.
    static func list(_ items: [String]) -> String {
        "[\(items.map(scalar).joined(separator: ", "))]"
    }
}
