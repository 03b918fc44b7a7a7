internal import Slipway

extension ConfigurationDecoder {
    private static let command = "a list such as [/usr/bin/program, argument]; there is no shell"

    /// What an `exec` belongs to.
    enum ExecPlace {
        case operation, action, stop, health
    }

    /// Reads `exec` or `stop`: a list, or a mapping with `command`.
    ///
    /// If the command is faulty, it is empty in the result.
    mutating func exec(_ field: Field, as place: ExecPlace) -> ExecSpecification? {
        var specification = ExecSpecification(command: [])
        guard case .mapping = field.node.content else {
            specification.command = command(field) ?? []
            return specification
        }
        guard let section = section(field, .exec) else { return nil }
        if let environment = section["environment"] {
            let expected = "a mapping of variables"
            specification.environment = templates(environment, expected: expected) { name in
                Naming.isVariable(name)
                    ? nil : "not a variable's name; use letters, digits and '_', no digit first"
            }.mapValues { $0.asJSON(in: .text) }
            check(variables: entries(of: environment), specification.environment)
        }
        specification.directory = section["directory"].flatMap { absolutePath($0) }
        specification.stdin = section["stdin"].flatMap { template($0) }?.asJSON(in: .text)
        if let output = section["output"].flatMap({ choice($0, ExecSpecification.Output.self) }) {
            specification.output = output
        }
        if let ready = section["ready"] {
            specification.ready = self.ready(ready, of: place, section)
        }
        guard let field = section["command"] else {
            report(
                "has no command; add command: [/usr/bin/program, argument]",
                at: section.origin,
                section.path
            )
            return specification
        }
        guard let command = command(field) else { return specification }
        specification.command = command
        if let path = specification.environment["PATH"], let environment = section["environment"] {
            check(path, searchedFor: command[0], environment)
        }
        return specification
    }

    private mutating func ready(
        _ field: Field,
        of place: ExecPlace,
        _ section: Section
    ) -> ExecSpecification.Ready {
        guard place == .operation else {
            let what = place == .action ? "a launch action" : place == .stop ? "stop" : "a check"
            report(
                "is for operations; \(what) runs a program to its end: remove it",
                at: field.keyOrigin,
                field.path
            )
            return .exit
        }
        let ready = self.ready(field)
        if ready != .exit, let output = section["output"], output.node.shown != "'none'" {
            report(
                "a program that stays gives no value; remove it, or write ready: exit",
                at: output.keyOrigin,
                output.path
            )
        }
        return ready
    }

    /// The `PATH` decides which program is found, so no payload or value may be in it.
    private mutating func check(
        _ path: Template,
        searchedFor program: Template,
        _ environment: Field
    ) {
        let hasSlash = program.segments.contains { segment in
            if case .literal(let text) = segment { text.contains("/") } else { false }
        }
        guard !hasSlash else { return }
        for (name, field) in entries(of: environment) where name == "PATH" {
            for (reference, place) in references(of: path, in: field)
            where reference.isPayload || reference.isValue {
                report(
                    "\(reference): \(Self.programIsChosen); write the path of the program, or "
                        + "PATH without it",
                    at: place,
                    field.path
                )
            }
        }
    }

    private static let programIsChosen = "the program is never a payload's or a value's to choose"

    private mutating func command(_ field: Field) -> [Template]? {
        guard let items = list(field, expected: Self.command) else { return nil }
        guard let first = items.first else {
            report("is an empty list; expected \(Self.command)", at: field.node.origin, field.path)
            return nil
        }
        let arguments = items.map { template($0) }
        if let program = arguments[0] { check(program: program, first) }
        guard !arguments.contains(nil) else { return nil }
        let command = arguments.compactMap(\.self)
        check(arguments: items, command)
        warnOfShellWords(items, command)
        return command.map { $0.asJSON(in: .text) }
    }

    /// The file and its environment choose the program, never a sender or the output of another
    /// program.
    private mutating func check(program: Template, _ field: Field) {
        for (reference, place) in references(of: program, in: field)
        where reference.isPayload || reference.isValue {
            report(
                "\(reference): \(Self.programIsChosen); write its path, or ${env.NAME}",
                at: place,
                field.path
            )
        }
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
