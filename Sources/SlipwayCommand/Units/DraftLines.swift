internal import SlipwayUsage

/// The lines of a configuration that a user is to complete, comments included.
struct DraftLines {
    private(set) var lines: [String] = []
    /// The number of mappings around a line that is added without a depth.
    var depth = 0

    var isEmpty: Bool { lines.isEmpty }
    /// There is more than comments.
    var hasKeys: Bool { lines.contains { !$0.trimmed.isEmpty && !$0.trimmed.hasPrefix("#") } }
    var text: String { lines.map { $0 + "\n" }.joined() }

    /// Adds a line, as deep as so many mappings.
    mutating func add(_ line: String, at depth: Int? = nil) {
        lines.append(line.isEmpty ? "" : indent(depth) + line)
    }

    mutating func add(_ other: DraftLines, at depth: Int) {
        for line in other.lines { add(line, at: depth) }
    }

    /// Adds a comment, in lines of at most 100 characters.
    mutating func remark(_ words: String) {
        let begin = indent() + "#"
        let words = String(words.map { $0.isNewline ? " " : $0 }).split(separator: " ")
        let wrapped = WrappedLines.of(words, width: 100 - begin.count - 1)
        lines += wrapped.isEmpty ? [begin] : wrapped.map { "\(begin) \($0)" }
    }

    /// Adds lines as comments, as they are.
    mutating func quote(_ quoted: [String]) {
        for line in quoted {
            lines.append(indent() + "#   " + String(line.map { $0.isNewline ? " " : $0 }))
        }
    }

    private func indent(_ depth: Int? = nil) -> String {
        String(repeating: "  ", count: depth ?? self.depth)
    }
}
