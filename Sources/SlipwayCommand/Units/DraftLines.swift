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
        var line = begin
        for word in words.map({ $0.isNewline ? " " : $0 }).split(separator: " ") {
            if line != begin, line.count + 1 + word.count > 100 {
                lines.append(line)
                line = begin
            }
            line += " " + String(word)
        }
        lines.append(line)
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
