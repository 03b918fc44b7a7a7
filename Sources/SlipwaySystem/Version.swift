/// The version of this build: of both programs, of the control socket, and of the HTTP client.
package enum Version {
    /// A semantic version: major, minor, patch.
    package static let current = "0.1.0"

    /// The words by which a program that embeds the library tells its version.
    package static let words = "\(library) \(current)"
    private static let library = "Slipway"

    /// The version of Slipway in the version that a service tells: its whole, or what ``words`` are in it.
    package static func ofSlipway(in text: String) -> String {
        let parts = text.split(separator: " ")
        let mark = parts.firstIndex { $0 == library || $0 == "(\(library)" }
        guard let mark, mark + 1 < parts.count else { return text }
        return String(parts[mark + 1].prefix { $0 != ")" })
    }

    /// Tells whether a version came before another one, by its numbers.
    package static func isOlder(_ version: String, than other: String) -> Bool {
        let (numbers, others) = (numbers(of: version), numbers(of: other))
        return numbers.lexicographicallyPrecedes(others)
    }

    private static func numbers(of version: String) -> [Int] {
        version.split(separator: ".").map { Int($0.prefix { $0.isASCII && $0.isNumber }) ?? 0 }
    }
}
