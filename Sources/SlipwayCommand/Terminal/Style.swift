internal import Slipway

/// The colours for parts of a line.
struct Style {
    /// No colours, for files, pipes and tests.
    static let plain = Style(isColourful: false)

    /// Colours if standard output takes them.
    static var standard: Style { Style(isColourful: Output.standard.takesColours) }

    let isColourful: Bool

    /// Text about a failure.
    func bad(_ text: String) -> String { inked(text, .bad) }
    /// Text about something that runs or waits.
    func busy(_ text: String) -> String { inked(text, .busy) }
    /// Text about a success.
    func good(_ text: String) -> String { inked(text, .good) }
    /// Text that matters less.
    func faint(_ text: String) -> String { inked(text, .faint) }
    /// A header.
    func title(_ text: String) -> String { inked(text, .title) }

    /// Text in a colour; `nil` for none.
    func inked(_ text: String, _ ink: Ink?) -> String {
        isColourful ? ink?.on(text) ?? text : text
    }

    /// A table with its header set off.
    ///
    /// - Parameters:
    ///   - lines: The header, and a line for each row; none at all for no table.
    ///   - rows: The values that the rows show.
    ///   - ink: The colour of a row.
    /// - Returns: The lines.
    func table<Row>(_ lines: [String], _ rows: [Row], ink: (Row) -> Ink?) -> [String] {
        guard let header = lines.first else { return [] }
        return [title(header)] + zip(rows, lines.dropFirst()).map { inked($1, ink($0)) }
    }
}
