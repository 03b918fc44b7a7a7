/// The colours and weights of text on a terminal, with what each is for; see console_codes(4).
package enum Ink: String, Hashable, Sendable, CaseIterable {
    /// About a failure.
    case bad = "31"
    /// About a success.
    case good = "32"
    /// About what runs or waits, or may become a trouble.
    case busy = "33"
    /// For words that matter less.
    case faint = "2"
    /// A header, or what matters more.
    case title = "1"
    // To tell several things apart.
    case cyan = "36"
    case magenta = "35"
    case blue = "34"
    case brightGreen = "92"
    case brightYellow = "93"
    case brightBlue = "94"
    case brightMagenta = "95"
    case brightCyan = "96"

    /// The colours without a meaning, which only tell things apart.
    package static let distinct: [Ink] = [
        .cyan, .magenta, .brightBlue, .brightGreen, .brightYellow, .blue, .brightMagenta,
        .brightCyan,
    ]

    /// The text in this colour; it has no control characters of its own.
    package func on(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}
