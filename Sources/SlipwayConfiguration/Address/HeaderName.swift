internal import SlipwaySystem

/// The name of an HTTP header: a token of RFC 9110.
package struct HeaderName: Hashable, Sendable {
    /// The name as it was written.
    package let text: String

    /// Takes a name of letters, digits and ``!#$%&'*+-.^_`|~``; `nil` for anything else.
    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isToken) else { return nil }
        self.text = text
    }

    /// The fault of a text that is no name, and the syntax of names.
    static let syntax = "not a header's name; use letters, digits and '-'"

    /// Tells whether a header can have the value.
    ///
    /// A line end would let the value add headers; of the other control characters only the tab is
    /// useful.
    package static func accepts(value: String) -> Bool {
        value.utf8.allSatisfy { $0 == UInt8(ascii: "\t") || ($0 >= 0x20 && $0 != 0x7F) }
    }
}
