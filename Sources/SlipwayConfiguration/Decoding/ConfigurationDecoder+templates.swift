internal import Slipway

extension ConfigurationDecoder {
    /// Text with references.
    ///
    /// Checks the references, and adds their operations to ``mentions``.
    func template(
        _ field: Field,
        _ use: TextUse = .hidden,
        expected: String = "text",
        refusing isRefused: (ValueReference) -> Bool = { _ in false },
        _ reason: String = ""
    ) -> Template? {
        guard let text = text(field, expected: expected) else { return nil }
        let parser = TemplateParser(text)
        for fault in parser.faults {
            report(fault.reason, at: place(fault.offset, in: field), field.path)
        }
        for (reference, offset) in parser.references {
            let place = place(offset, in: field)
            if isRefused(reference) {
                // One fault is enough.
                report("\(reference): \(reason)", at: place, field.path)
            } else {
                check(reference, use, at: place, field.path)
            }
        }
        return parser.faults.isEmpty ? parser.template : nil
    }

    /// Templates under names that the user chooses.
    func templates(
        _ field: Field,
        _ use: TextUse = .hidden,
        expected: String,
        checkName: (String) -> String?
    ) -> [String: Template] {
        var templates: [String: Template] = [:]
        for value in names(field, expected: expected)?.fields ?? [] {
            if let reason = checkName(value.name) {
                report(reason, at: value.keyOrigin, value.path)
            }
            templates[value.name] = template(value, use)
        }
        return templates
    }

    /// The values under names that the user chooses, of any kind; empty if the field is no mapping.
    func entries(of field: Field) -> [Field] {
        guard case .mapping(let entries) = field.node.content else { return [] }
        return Section(path: field.path, origin: field.keyOrigin, entries: entries).fields
    }

    /// Notes a reference to the value of an operation, or to a part of it.
    func mention(_ name: String, part: [String] = [], at origin: Origin, _ path: String) {
        note(path, at: origin)
        let mentioned = DependencySpecification(name: name, origin: origin)
        mentions.append(mentioned)
        values.append(
            ValueMention(
                operation: mentioned,
                part: part,
                path: path,
                reader: reader,
                isAction: scope.isAction
            )
        )
    }

    /// Checks one reference.
    func check(
        _ reference: ValueReference,
        _ use: TextUse = .hidden,
        at origin: Origin,
        _ path: String
    ) {
        switch (reference, scope) {
        case (.operation(let name, let part), _): mention(name, part: part, at: origin, path)
        case (.age(let name), _): mention(name, at: origin, path)
        case (.payload, .operation):
            report(
                "\(reference) is for launch actions; an operation has no payload",
                at: origin,
                path
            )
        case (.payload(let keys), .action(let parameters)):
            if let key = keys.first, let reason = fault(of: key, among: parameters) {
                report(reason, at: origin, path)
            }
        case (.action, .operation):
            report("\(reference) is for launch actions; an operation is none", at: origin, path)
        case (.action, .action): break
        case (.environment(let name), _):
            variables.append(OutsideMention(name: name, origin: origin, path: path))
        case (.credential(let name), _):
            if let reason = use.refusal {
                report("\(reference): \(reason)", at: origin, path)
            } else {
                credentials.append(
                    OutsideMention(
                        name: name,
                        isInHeader: use == .header,
                        origin: origin,
                        path: path
                    )
                )
            }
        case (.launchID, _):
            break
        }
    }

    /// Why a part of the payload cannot always be filled in; `nil` if it can.
    private func fault(
        of key: String,
        among parameters: [PayloadSchema.Parameter]
    ) -> String? {
        guard let parameter = parameters.first(where: { $0.name == key }) else {
            let advice =
                nearest.next(key, among: parameters.map(\.name)).map { "did you mean '\($0)'?" }
                ?? "declare it under parameters"
            return "\(Quoting.quoted(key)) is not a parameter of this action; \(advice)"
        }
        guard !parameter.isAlwaysThere else { return nil }
        return "\(Quoting.quoted(key)) may be missing in a payload, and then it cannot be filled "
            + "in; write required: true or a default in its parameter"
    }

    /// Reports references to credentials in a value in which nothing is filled in: replies and
    /// messages show that value, which the author of the file takes for a secret.
    func refuseCredentials(in field: Field) {
        var nodes = [field.node]
        while let node = nodes.popLast() {
            switch node.content {
            case .mapping(let entries): nodes += entries.reversed().map(\.value)
            case .sequence(let items): nodes += items.reversed()
            case .scalar(let scalar):
                let parser = TemplateParser(scalar.text)
                for (reference, _) in parser.references where reference.isCredential {
                    report(
                        "\(reference): nothing is filled in here; \(TextUse.placesOfCredentials)",
                        at: node.origin,
                        field.path
                    )
                }
            }
        }
    }

    /// Reports the refused references among the `first` ones of a text.
    func refuse(
        _ isRefused: (ValueReference) -> Bool,
        in template: Template,
        first: Int = .max,
        _ field: Field,
        _ reason: String
    ) {
        for (reference, place) in references(of: template, in: field).prefix(first)
        where isRefused(reference) {
            report("\(reference): \(reason)", at: place, field.path)
        }
    }

    /// The references of a template in order, each with its position.
    func references(
        of template: Template,
        in field: Field
    ) -> [(reference: ValueReference, place: Origin)] {
        guard case .scalar(let scalar) = field.node.content, !template.references.isEmpty else {
            return []
        }
        return TemplateParser(scalar.text).references.map { reference, offset in
            (reference, place(offset, in: field))
        }
    }

    private func place(_ offset: Int, in field: Field) -> Origin {
        guard case .scalar(let scalar) = field.node.content, let start = scalar.textOrigin else {
            return field.node.origin
        }
        return Origin(file: start.file, line: start.line, column: start.column + offset)
    }
}
