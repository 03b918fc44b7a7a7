internal import Slipway
internal import SlipwayJSON

/// A text as a scalar of YAML.
package enum YAMLScalar {
    /// The words that a reader of YAML may take for something else than a text.
    private static let reserved: Set = [
        "true", "false", "null", "yes", "no", "on", "off", "y", "n",
    ]

    /// The text without quotes where it can be nothing else than a text; otherwise in quotes, as in JSON.
    ///
    /// The result is good for keys and for items of a list on one line, too.
    package static func text(_ text: String) -> String {
        let body = text.drop { $0 == "-" }
        let isPlain =
            text.count - body.count <= 2
            && (body.first.map { $0.isASCII && ($0.isLetter || $0 == "/" || $0 == "_") } ?? false)
            && body.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "/_.-+=@".contains($0))
            }
            && !reserved.contains(text.lowercased())
        return isPlain
            ? text : JSON.string(text).text(isCompact: true, escaping: \.isUnprintable)
    }

    /// A list on one line.
    package static func list(_ texts: [String]) -> String {
        "[\(texts.map(text).joined(separator: ", "))]"
    }
}
