/// Words in lines.
package enum WrappedLines {
    /// Fills lines with words: as many as fit with a blank between them, and at least one.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - width: The columns of a line.
    ///   - columns: Those that a word takes.
    /// - Returns: The words of each line; no line without words.
    package static func of<Word>(
        _ words: some Sequence<Word>,
        width: Int,
        columns: (Word) -> Int
    ) -> [[Word]] {
        var lines: [[Word]] = []
        var used = 0
        for word in words {
            let length = columns(word)
            if !lines.isEmpty, used + 1 + length <= width {
                lines[lines.count - 1].append(word)
                used += 1 + length
            } else {
                lines.append([word])
                used = length
            }
        }
        return lines
    }

    /// Fills lines with texts without control characters, each line as one text.
    package static func of(_ words: some Sequence<some StringProtocol>, width: Int) -> [String] {
        of(words, width: width, columns: \.count).map { $0.joined(separator: " ") }
    }
}

extension String {
    /// A text of blanks; empty for a negative number.
    package static func blanks(_ count: Int) -> String {
        String(repeating: " ", count: Swift.max(0, count))
    }
}
