internal import SlipwayJSON

/// Text that is JSON: values that are filled in are written as JSON.
extension Template {
    /// The place of a text that may be JSON.
    enum JSONPlace {
        /// A place where any JSON document is meant as one.
        case body
        /// A place where `[::1]` or `[section]` is no list: an object, or a list whose references
        /// stand in strings.
        case text
    }

    /// The same template, as JSON if its text is a JSON document with its references in the places of
    /// values or within strings.
    func asJSON(in place: JSONPlace) -> Template {
        guard !references.isEmpty, isDocument(in: place) else { return self }
        var template = self
        template.isJSON = true
        return template
    }

    private func isDocument(in place: JSONPlace) -> Bool {
        let (text, areAllInStrings) = withPlaceholders
        // A text that is no JSON is an ordinary text.
        guard let document = try? JSON(parsing: text) else { return false }
        return switch (document, place) {
        case (.object, _), (.array, .body): true
        case (.array, .text): areAllInStrings
        default: false
        }
    }

    /// The text is a JSON document, with any value that is filled in.
    var isJSONDocument: Bool { (try? JSON(parsing: withPlaceholders.text)) != nil }

    /// The text with 0 in place of each reference, which fits as a value and in a string.
    private var withPlaceholders: (text: String, areAllInStrings: Bool) {
        var (text, strings, areAllInStrings) = ("", JSONStrings(), true)
        for segment in segments {
            switch segment {
            case .literal(let literal):
                strings.pass(literal)
                text += literal
            case .reference:
                areAllInStrings = areAllInStrings && strings.isInside
                text += "0"
            }
        }
        return (text, areAllInStrings)
    }

    /// Fills in the references of JSON.
    func renderJSON(_ values: TemplateValues) throws(TemplateError) -> String {
        var (text, strings) = ("", JSONStrings())
        for segment in segments {
            switch segment {
            case .literal(let literal):
                strings.pass(literal)
                text += literal
            case .reference(let reference) where strings.isInside:
                let quoted = JSON.string(try values.text(of: reference)).compact
                text += quoted.dropFirst().dropLast()
            case .reference(let reference):
                text += try values.json(of: reference).compact
            }
        }
        return text
    }
}

/// Tells whether a text of JSON, which is passed in pieces, ends inside of a string.
private struct JSONStrings {
    private(set) var isInside = false
    private var isEscaped = false

    mutating func pass(_ text: String) {
        for byte in text.utf8 {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = isInside
            } else if byte == UInt8(ascii: "\"") {
                isInside.toggle()
            }
        }
    }
}
