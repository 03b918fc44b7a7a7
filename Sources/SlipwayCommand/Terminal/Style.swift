/// How to set off parts of a line.
struct Style {
    /// As it is, for files, pipes and tests.
    static let plain = Style(isColourful: false)

    /// What fits the standard output.
    static var standard: Style { Style(isColourful: Output.standard.takesColours) }

    let isColourful: Bool

    /// What failed.
    func bad(_ text: String) -> String { wrapped(text, "31") }
    /// What runs or waits.
    func busy(_ text: String) -> String { wrapped(text, "33") }
    /// What succeeded.
    func good(_ text: String) -> String { wrapped(text, "32") }
    /// What stands above.
    func title(_ text: String) -> String { wrapped(text, "1") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isColourful ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
