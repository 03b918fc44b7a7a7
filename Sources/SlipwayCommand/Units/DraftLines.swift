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
}
