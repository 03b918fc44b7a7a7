/// The colours for parts of a line.
struct Style {
    /// No colours, for files, pipes and tests.
    static let plain = Style(isColourful: false)

    /// Colours if standard output takes them.
    static var standard: Style { Style(isColourful: Output.standard.takesColours) }

    let isColourful: Bool

    /// Text about a failure.
    func bad(_ text: String) -> String { wrapped(text, "31") }
    /// Text about something that runs or waits.
    func busy(_ text: String) -> String { wrapped(text, "33") }
    /// Text about a success.
    func good(_ text: String) -> String { wrapped(text, "32") }
    /// Text that matters less.
    func faint(_ text: String) -> String { wrapped(text, "2") }
    /// A header.
    func title(_ text: String) -> String { wrapped(text, "1") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isColourful ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
