internal import Slipway

extension ConfigurationDecoder {
    /// Reads the variables of a program.
    func environment(_ field: Field) -> [String: Template] {
        let templates = templates(field, expected: "a mapping of variables") { name in
            Naming.isVariable(name)
                ? nil : "not a variable's name; use letters, digits and '_', no digit first"
        }.mapValues { $0.asJSON(in: .text) }
        check(variables: entries(of: field), templates)
        for field in entries(of: field) where field.name == "PATH" {
            guard let path = templates["PATH"], let reason = TextUse.path.refusal else { continue }
            refuse(\.isCredential, in: path, field, reason)
        }
        return templates
    }

    /// Reads the path of a file with variables, which has a `-` before it if the file may be missing.
    func environmentFile(_ field: Field) -> ExecSpecification.EnvironmentFile? {
        guard let text = text(field, expected: "an absolute path") else { return nil }
        let isOptional = text.hasPrefix("-")
        let field = isOptional ? field.dropping("-") : field
        guard let path = absolutePath(field) else { return nil }
        refuse(
            \.isForeign,
            in: path,
            field,
            "a payload or a value never chooses what a program loads; write the path, or ${env.NAME}"
        )
        return .init(path: path, isOptional: isOptional)
    }

    /// The `PATH` decides which program is found, so no payload or value may be in it.
    func check(
        _ path: Template,
        searchedFor program: Template,
        _ environment: Field
    ) {
        let hasSlash = program.segments.contains { segment in
            if case .literal(let text) = segment { text.contains("/") } else { false }
        }
        guard !hasSlash else { return }
        for field in entries(of: environment) where field.name == "PATH" {
            refuse(
                \.isForeign,
                in: path,
                field,
                "\(Self.programIsChosen); write the path of the program, or PATH without it"
            )
        }
    }

    private static let programIsChosen = "the program is never a payload's or a value's to choose"

    /// Reads a program and its arguments; `nil` if one of them is faulty.
    func command(_ field: Field) -> [Template]? {
        let expected = "a list such as [/usr/bin/program, argument]; there is no shell"
        guard let items = list(field, expected: expected) else { return nil }
        guard let first = items.first else {
            report("is an empty list; expected \(expected)", at: field.node.origin, field.path)
            return nil
        }
        let arguments = items.map { template($0, .argument) }
        if let program = arguments[0] { check(program: program, first) }
        guard !arguments.contains(nil) else { return nil }
        let command = arguments.compactMap(\.self)
        check(arguments: items, command)
        warnOfShellWords(items, command)
        return command.map { $0.asJSON(in: .text) }
    }

    /// The file and its environment choose the program, never a sender or the output of another
    /// program.
    private func check(program: Template, _ field: Field) {
        refuse(
            \.isForeign,
            in: program,
            field,
            "\(Self.programIsChosen); write its path, or ${env.NAME}"
        )
        if !Self.isProgram(program) {
            reject(field, expected: "an absolute path, or a name to look up in PATH")
        }
    }

    /// A name that begins with a reference is accepted unchecked.
    private static func isProgram(_ program: Template) -> Bool {
        guard !program.segments.isEmpty else { return false }
        let text = program.literalPrefix
        return text.isEmpty || text.hasPrefix("/") || !text.contains("/")
    }
}
