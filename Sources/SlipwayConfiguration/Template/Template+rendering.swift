internal import SlipwayJSON

extension Template {
    /// Fills in the references: text unchanged, numbers and booleans as in JSON, objects and lists
    /// as compact JSON; of a text that is JSON, all as JSON.
    ///
    /// References in the values themselves are not filled in.
    ///
    /// - Throws: The first reference that cannot be filled in.
    package func render(_ values: TemplateValues) throws(TemplateError) -> String {
        try isJSON ? renderJSON(values) : render(values) { $0 }
    }

    /// The text for messages: filled in except for the payload, which is not for readers of
    /// messages.
    package func name(_ values: TemplateValues) throws(TemplateError) -> String {
        Quoting.shown(try textWithoutPayload(values), limit: 200)
    }

    /// Fills in the references except those to the payload, which stay as the file writes them.
    func textWithoutPayload(_ values: TemplateValues) throws(TemplateError) -> String {
        var text = ""
        for segment in segments {
            if case .reference(let reference) = segment, reference.isPayload {
                text += reference.source
            } else {
                text += try Template(segments: [segment]).render(values)
            }
        }
        return text
    }

    /// Fills in the references, each value encoded by `written`.
    func render(
        _ values: TemplateValues,
        written: (String) -> String
    ) throws(TemplateError) -> String {
        var text = ""
        for segment in segments {
            switch segment {
            case .literal(let literal): text += literal
            case .reference(let reference): text += written(try values.text(of: reference))
            }
        }
        guard !text.utf8.contains(0) else { throw .nulCharacter }
        return text
    }
}

extension TemplateValues {
    /// The value of a reference as text.
    func text(of reference: ValueReference) throws(TemplateError) -> String {
        switch try json(of: reference) {
        case .null:
            if case .age = reference { return "unknown" }
            throw .null(reference)
        case .string(let text): return text
        case let value: return value.compact
        }
    }

    /// The value of a reference.
    func json(of reference: ValueReference) throws(TemplateError) -> JSON {
        switch reference {
        case .environment(let name):
            guard let value = environment[name] else { throw .unset(name) }
            return .string(value)
        case .credential(let name):
            guard let text = credentials[name] else { throw .noCredential(name) }
            return .string(text)
        case .launchID:
            return .string(launchID)
        case .action(let part):
            guard let value = action[part] else { throw .noValue(reference) }
            return .string(value)
        case .operation(let name, let path):
            guard let value = operations[name] else { throw .noValue(reference) }
            return try part(of: reference, in: value, "operations.\(name).value", path)
        case .age(let name):
            guard let age = ages[name] else { throw .noValue(reference) }
            return age.map { .integer($0.components.seconds) } ?? .null
        case .payload(let path):
            guard let payload else { throw .noValue(reference) }
            return try part(of: reference, in: payload, "payload", path)
        }
    }

    private func part(
        of reference: ValueReference,
        in root: JSON,
        _ name: String,
        _ path: [String]
    ) throws(TemplateError) -> JSON {
        var (value, reached) = (root, name)
        for key in path {
            let part: JSON?
            switch value {
            case .object(let object): part = object[key]
            case .array(let elements):
                part = Int(key).flatMap {
                    elements.indices.contains($0) ? elements[$0] : JSON?.none
                }
            case .null, .bool, .integer, .number, .decimal, .string:
                throw .notContainer(reference, kind: value.article, reached: reached)
            }
            guard let part else { throw .missing(reference, key: key, reached: reached) }
            value = part
            reached += ".\(Quoting.shown(key))"
        }
        return value
    }
}
