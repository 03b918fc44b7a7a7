internal import SlipwaySystem
internal import SlipwayUsage

extension ManualPage {
    /// Writes the page for man(1), in the macros of man(7).
    ///
    /// - Parameter date: `2026-11-27`, or empty.
    /// - Returns: The source that man(1) reads.
    func roff(date: String) -> String {
        var lines = [
            ".TH \"\(Roff.escaped(name.uppercased()))\" \(section) \"\(date)\" "
                + "\"Slipway \(Version.current)\" \"Slipway\""
        ]
        var isFirst = true
        for block in body {
            switch block {
            case .title(let title): lines.append(".SH \"\(Roff.escaped(title))\"")
            case .part(let title): lines.append(".SS \"\(Roff.escaped(title))\"")
            case .paragraph(let spans):
                if !isFirst { lines.append(".PP") }
                lines += Roff.lines(spans)
            case .example(let text):
                lines += [".IP", ".nf"] + text.map { Roff.line(Roff.code($0)) } + [".fi"]
            case .entry(let term, let meaning):
                lines += [".TP", Roff.line(Roff.text(term))] + Roff.lines(meaning)
            }
            switch block {
            case .title, .part: isFirst = true
            case .paragraph, .example, .entry: isFirst = false
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// Text for groff(7) and mandoc(1): escaped, and in lines of less than 80 characters where that is possible.
private enum Roff {
    static func lines(_ spans: [ManualPage.Span]) -> [String] {
        // Lines are broken within code and emphasis too: each word there has a font of its own.
        WrappedLines.of(text(spans).split(separator: " "), width: 79).map(line)
    }

    static func text(_ spans: [ManualPage.Span]) -> String {
        spans.map { span in
            switch span {
            case .plain(let text): escaped(text)
            case .code(let text): words(code(text), "\\fB")
            case .emphasis(let text): words(escaped(text), "\\fI")
            }
        }
        .joined()
    }

    /// Each word in a font of its own, so that a line may end between them.
    private static func words(_ text: String, _ font: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "\(font)\($0)\\fR" }.joined(separator: " ")
    }

    /// The line, marked as text if it begins with a control character of roff.
    static func line(_ text: String) -> String {
        text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }

    /// Text that is typed: every sign is itself.
    static func code(_ text: String) -> String { escaped(text).replacing("-", with: "\\-") }

    static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\\": "\\e"
            case "'": "\\(aq"
            case "\"": "\\(dq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            case "…": "..."
            default: String(character)
            }
        }
        .joined()
    }
}
