internal import SlipwayJSON

/// Writes values of the file as JSON, with the references in their texts.
///
/// A text that is a single reference is the value itself; in any other the references are parts of a
/// string.
struct JSONText {
    private let decoder: ConfigurationDecoder
    private let use: TextUse
    /// The keys whose values are strings, also where they are a single reference.
    private let stringKeys: Set<String>
    private var segments: [Template.Segment] = []

    init(_ decoder: ConfigurationDecoder, _ use: TextUse, stringKeys: Set<String> = []) {
        self.decoder = decoder
        self.use = use
        self.stringKeys = stringKeys
    }

    var template: Template {
        var template = Template(segments: segments)
        template.isJSON = true
        return template
    }

    /// Appends a value, which is nested no deeper than a file may be.
    mutating func write(_ field: Field) {
        if stringKeys.contains(field.name) {
            return write(decoder.template(field, use) ?? Template(literal: ""))
        }
        switch field.node.content {
        case .mapping:
            append("{")
            for (index, member) in decoder.entries(of: field).enumerated() {
                refuseReferences(inKeyOf: member)
                append("\(index > 0 ? "," : "")\(JSON.string(member.name).compact):")
                write(member)
            }
            append("}")
        case .sequence:
            append("[")
            for (index, item) in (decoder.list(field, expected: "a list") ?? []).enumerated() {
                if index > 0 { append(",") }
                write(item)
            }
            append("]")
        case .scalar:
            let json = field.node.json()
            guard json.stringValue != nil else { return append(json.compact) }
            guard let text = decoder.template(field, use) else { return append("null") }
            if text.segments.count == 1, case .reference = text.segments[0] {
                segments.append(text.segments[0])
            } else {
                write(text)
            }
        }
    }

    /// Appends text of JSON as it is.
    mutating func append(_ literal: String) {
        if case .literal(let before)? = segments.last {
            segments[segments.count - 1] = .literal(before + literal)
        } else {
            segments.append(.literal(literal))
        }
    }

    /// Appends a text as a string of JSON.
    private mutating func write(_ text: Template) {
        append("\"")
        for segment in text.segments {
            if case .literal(let literal) = segment {
                append(String(JSON.string(literal).compact.dropFirst().dropLast()))
            } else {
                segments.append(segment)
            }
        }
        append("\"")
    }

    private func refuseReferences(inKeyOf member: Field) {
        guard let (reference, _) = TemplateParser(member.name).references.first else { return }
        decoder.report(
            "\(reference): nothing is filled in in a key; write the key itself",
            at: member.keyOrigin,
            member.path
        )
    }
}
