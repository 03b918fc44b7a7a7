/// A page of the manual: for man(1), and for `slipway help` on a machine without it.
struct ManualPage: Hashable, Sendable {
    /// A piece of a line.
    enum Span: Hashable, Sendable {
        case plain(String)
        /// A text that a reader types, or a program prints: bold for man(1).
        case code(String)
        /// A word that stands for something else: italic for man(1).
        case emphasis(String)
    }

    /// A part of a page.
    enum Block: Hashable, Sendable {
        /// The title of a section, in capitals.
        case title(String)
        /// The title of a part of a section.
        case part(String)
        case paragraph([Span])
        /// Lines that stay as they are.
        case example([String])
        /// A term, and what it means.
        case entry([Span], [Span])
    }

    /// `slipway-status`.
    let name: String
    /// The section of the manual: 1 for commands, 5 for files, 7 for what belongs to none, 8 for daemons.
    let section: Int
    /// The subject of the page in one line, without a full stop.
    let summary: String
    /// The text below the title and the name.
    let blocks: [Block]

    /// `slipway-status(1)`.
    var reference: String { "\(name)(\(section))" }

    /// The path of the page's file below a folder of man(1).
    var path: String { "man\(section)/\(name).\(section)" }

    /// Everything below the title.
    var body: [Block] {
        [.title("NAME"), .paragraph([.plain("\(name) - \(summary)")])] + blocks
    }
}

extension ManualPage.Span {
    /// The text, without its form.
    var text: String {
        switch self {
        case .plain(let text), .code(let text), .emphasis(let text): text
        }
    }
}
