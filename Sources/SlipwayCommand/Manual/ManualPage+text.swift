internal import SlipwayUsage

extension ManualPage {
    /// Writes the page for a terminal.
    ///
    /// - Parameters:
    ///   - width: The columns that a line may take; examples are not cut.
    ///   - style: Whether titles and code are set off.
    /// - Returns: Lines.
    func text(width: Int, style: Style) -> String {
        var lines: [String] = []
        func begin() { if !lines.isEmpty { lines.append("") } }
        for block in body {
            switch block {
            case .title(let title):
                begin()
                lines.append(style.title(title))
            case .part(let title):
                begin()
                lines.append("  " + style.title(title))
            case .paragraph(let spans):
                separate(&lines)
                lines += wrapped(spans, 4, width, style)
            case .example(let text):
                separate(&lines)
                lines += text.map { $0.isEmpty ? "" : String.blanks(8) + $0 }
            case .entry(let term, let meaning):
                separate(&lines)
                lines += wrapped(term, 4, width, style) + wrapped(meaning, 10, width, style)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Adds an empty line, unless there is one, or a title, above.
    private func separate(_ lines: inout [String]) {
        guard let last = lines.last, !last.isEmpty, last.hasPrefix("    ") else { return }
        lines.append("")
    }

    private func wrapped(
        _ spans: [Span],
        _ indentation: Int,
        _ width: Int,
        _ style: Style
    ) -> [String] {
        WrappedLines.of(words(spans), width: width - indentation) { word in
            word.reduce(0) { $0 + $1.text.columns }
        }
        .map { line in
            String.blanks(indentation)
                + line.map { word in word.map { inked($0, style) }.joined() }
                .joined(separator: " ")
        }
    }

    private func inked(_ span: Span, _ style: Style) -> String {
        switch span {
        case .plain(let text): text
        case .code(let text): style.title(text)
        case .emphasis(let text): style.faint(text)
        }
    }

    /// The words between blanks; one may have several forms: `--app`=NAME.
    private func words(_ spans: [Span]) -> [[Span]] {
        var words: [[Span]] = [[]]
        for span in spans {
            let parts = span.text.split(separator: " ", omittingEmptySubsequences: false)
            for (index, part) in parts.enumerated() {
                if index > 0 { words.append([]) }
                guard !part.isEmpty else { continue }
                let piece: Span =
                    switch span {
                    case .plain: .plain(String(part))
                    case .code: .code(String(part))
                    case .emphasis: .emphasis(String(part))
                    }
                words[words.count - 1].append(piece)
            }
        }
        return words.filter { !$0.isEmpty }
    }
}
