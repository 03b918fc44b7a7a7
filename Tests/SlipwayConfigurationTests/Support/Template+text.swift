@testable import SlipwayConfiguration

extension Template: ExpressibleByStringLiteral {
    init(_ text: String) { self = TemplateParser(text).template }

    /// Text with references, which tests know to be valid.
    public init(stringLiteral text: String) { self.init(text) }
}

extension Template {
    /// The template of a body that may be JSON.
    var asBody: Template { asJSON(in: .body) }

    /// The template of another text that may be JSON.
    var asText: Template { asJSON(in: .text) }
}
