/// Reads the texts that the help, the keys and the interface have into blocks of a page.
///
/// The reader knows the parts of Markdown that these texts use: paragraphs, titles, lines that are
/// indented by four blanks, and within a line code, emphasis and links, of which only the words are
/// kept.
enum ManualText {
    /// The mark around what a reader types.
    enum Quote: Character {
        /// The mark of Markdown.
        case back = "`"
        /// The mark of help on a terminal: 'slipway status'.
        case single = "'"
    }

    /// The blocks of a text.
    static func blocks(_ text: String, _ quote: Quote = .back) -> [ManualPage.Block] {
        var blocks: [ManualPage.Block] = []
        for chunk in chunks(text) {
            let first = chunk.first ?? ""
            if first.hasPrefix("## ") {
                blocks.append(.title(first.dropFirst(3).uppercased()))
            } else if first.hasPrefix("### ") {
                blocks.append(.part(String(first.dropFirst(4))))
            } else if chunk.allSatisfy({ $0.hasPrefix("    ") || $0.isEmpty }) {
                blocks.append(.example(chunk.map { String($0.dropFirst(4)) }))
            } else {
                blocks.append(.paragraph(spans(chunk.joined(separator: " "), quote)))
            }
        }
        return blocks
    }

    /// The pieces between empty lines; an empty line between indented ones separates nothing.
    private static func chunks(_ text: String) -> [[Substring]] {
        var chunks: [[Substring]] = []
        var wasEmpty = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            defer { wasEmpty = line.isEmpty }
            guard !line.isEmpty else { continue }
            let isCode = line.hasPrefix("    ")
            if let last = chunks.last, isCode == (last.last?.hasPrefix("    ") ?? false),
                isCode || !wasEmpty
            {
                chunks[chunks.count - 1] += (wasEmpty ? [""] : []) + [line]
            } else {
                chunks.append([line])
            }
        }
        return chunks
    }

    /// The pieces of a line.
    static func spans(_ text: String, _ quote: Quote = .back) -> [ManualPage.Span] {
        var spans: [ManualPage.Span] = []
        var plain = ""
        var rest = text[...]
        func end() {
            if !plain.isEmpty { spans.append(.plain(plain)) }
            plain = ""
        }
        while let first = rest.first {
            if first == quote.rawValue, quote == .back || !(plain.last?.isWord ?? false),
                let inner = inside(rest.dropFirst(), quote)
            {
                end()
                spans.append(.code(String(inner)))
                rest = rest[inner.endIndex...].dropFirst()
            } else if quote == .back, first == "*", let inner = emphasis(rest.dropFirst()) {
                end()
                spans.append(.emphasis(String(inner)))
                rest = rest[inner.endIndex...].dropFirst()
            } else if quote == .back, first == "[", let (words, after) = link(rest) {
                end()
                spans += self.spans(words)
                rest = after
            } else {
                plain.append(first)
                rest = rest.dropFirst()
            }
        }
        end()
        return spans
    }

    /// The text up to a closing mark, which no letter follows; `nil` if there is none.
    private static func inside(_ text: Substring, _ quote: Quote) -> Substring? {
        var from = text.startIndex
        while let mark = text[from...].firstIndex(of: quote.rawValue) {
            let next = text.index(after: mark)
            if quote == .back || next == text.endIndex || !text[next].isWord {
                return mark == text.startIndex ? nil : text[..<mark]
            }
            from = next
        }
        return nil
    }

    private static func emphasis(_ text: Substring) -> Substring? {
        guard text.first?.isWord == true, let mark = text.firstIndex(of: "*") else { return nil }
        return text[..<mark]
    }

    /// The words of a link, and what follows on it.
    private static func link(_ text: Substring) -> (words: String, after: Substring)? {
        guard let close = text.firstIndex(of: "]") else { return nil }
        let target = text[text.index(after: close)...]
        guard target.hasPrefix("("), let end = target.firstIndex(of: ")") else { return nil }
        let words = text[..<close].dropFirst()
        return (String(words), text[text.index(after: end)...])
    }
}

extension Character {
    fileprivate var isWord: Bool { isLetter || isNumber }
}
