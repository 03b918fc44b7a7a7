package import SlipwaySystem

/// The credentials that a configuration refers to.
///
/// Printed, the value shows names alone.
package struct Credentials: Sendable {
    private let texts: [String: String]
    /// Hides the credentials in what programs and servers say.
    package let redaction: Redaction

    /// Collects credentials by name.
    package init(_ texts: [String: String] = [:]) {
        self.texts = texts
        redaction = Redaction(of: Array(texts.values))
    }

    package subscript(name: String) -> String? { texts[name] }

    /// The same names, each with an empty text.
    package var blank: Credentials { Credentials(texts.mapValues { _ in "" }) }
}

extension Credentials: CustomStringConvertible, CustomReflectable {
    /// The names.
    package var description: String { "credentials \(texts.keys.sorted())" }

    /// Nothing: a debugger's or a test's dump shows no secret.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
