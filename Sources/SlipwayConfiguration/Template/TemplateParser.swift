/// The fault of a template's text.
struct TemplateSyntaxFault: Hashable, Sendable {
    /// The place of the fault, in Unicode scalars from the start of the text.
    let offset: Int
    let reason: String
}

/// Parses `${…}` and `$$` in text; any other `$` stands for itself.
struct TemplateParser {
    private(set) var template = Template(segments: [])
    /// The references with the offsets of their `$`.
    private(set) var references: [(reference: ValueReference, offset: Int)] = []
    private(set) var faults: [TemplateSyntaxFault] = []

    init(_ text: String) {
        guard text.utf8.contains(UInt8(ascii: "$")) else {
            template = Template(literal: text)
            return
        }
        let scalars = Array(text.unicodeScalars)
        var literal = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            guard scalars[index] == "$", next == "$" || next == "{" else {
                literal.append(scalars[index])
                index += 1
                continue
            }
            guard next == "{" else {
                literal.append("$")
                index += 2
                continue
            }
            guard let end = scalars[index...].firstIndex(of: "}") else {
                let reason = "'${' is not closed; add '}', or write '$${' for the text itself"
                faults.append(TemplateSyntaxFault(offset: index, reason: reason))
                break
            }
            var name = String.UnicodeScalarView()
            name.append(contentsOf: scalars[(index + 2)..<end])
            appendLiteral(&literal)
            appendReference(String(name), at: index)
            index = end + 1
        }
        appendLiteral(&literal)
    }

    private mutating func appendLiteral(_ literal: inout String.UnicodeScalarView) {
        guard !literal.isEmpty else { return }
        template.segments.append(.literal(String(literal)))
        literal = .init()
    }

    private mutating func appendReference(_ text: String, at offset: Int) {
        do throws(ReferenceFault) {
            let reference = try ValueReference(parsing: text)
            template.segments.append(.reference(reference))
            references.append((reference, offset))
        } catch {
            faults.append(TemplateSyntaxFault(offset: offset, reason: error.reason))
        }
    }
}

extension Template {
    /// The references in order, with repetitions.
    package var references: [ValueReference] {
        segments.compactMap { segment in
            guard case .reference(let reference) = segment else { return nil }
            return reference
        }
    }

    /// The text itself if it has no references; `nil` otherwise.
    package var literal: String? {
        switch segments.first {
        case nil: ""
        case .literal(let text) where segments.count == 1: text
        case .literal, .reference: nil
        }
    }

    /// The literal text before the first reference.
    package var literalPrefix: String {
        guard case .literal(let text) = segments.first else { return "" }
        return text
    }
}
