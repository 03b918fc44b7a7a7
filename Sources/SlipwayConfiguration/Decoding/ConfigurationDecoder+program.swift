internal import Slipway

extension ConfigurationDecoder {
    /// Reads `ready` of `exec`.
    mutating func ready(_ field: Field) -> ExecSpecification.Ready {
        let expected = "exit, started, notify or socket:PATH with an absolute path"
        let prefix = "socket:"
        // A faulty one is a program's, so that the keys beside it are still checked.
        guard let text = text(field, expected: expected) else { return .started }
        switch text {
        case "exit": return .exit
        case "started": return .started
        case "notify": return .notify
        case _ where text.hasPrefix(prefix):
            let path = field.dropping(prefix)
            guard let template = template(path, expected: expected) else { return .started }
            for (reference, place) in references(of: template, in: path)
            where reference.isPayload || reference.isValue {
                report(
                    "\(reference): the path of a socket holds no value; write it, or ${env.NAME}",
                    at: place,
                    field.path
                )
            }
            let start = template.literalPrefix
            if template.segments.isEmpty || !(start.isEmpty || start.hasPrefix("/")) {
                reject(field, expected: expected)
            }
            checkLength(ofSocket: template, path)
            return .socket(template)
        default:
            if let here = ForeignWords.ready(text) {
                report(
                    "found \(field.node.shown); here that is \(here)",
                    at: field.node.origin,
                    field.path
                )
            } else {
                reject(field, expected: expected)
            }
            return .started
        }
    }

    /// Reads the keys of a program, or says that the operation is none.
    mutating func readProgram(_ section: Section, into operation: inout OperationSpecification) {
        guard case .exec(let exec) = operation.body, exec.ready != .exit else {
            refuse(KeyTable.ofPrograms, in: section)
            return
        }
        var program = ProgramSpecification(ready: exec.ready)
        program.ended = end(section["ended"], isOptional: operation.isOptional)
        if let field = section["restart"] {
            let restart = self.restart(field)
            if program.ended == .restart {
                program.restart = restart ?? program.restart
            } else if ForeignWords.restart(field) == nil {
                report(
                    "is for programs that are restarted; add ended: restart, or remove it",
                    at: field.keyOrigin,
                    field.path
                )
            }
        } else if program.ended == .restart, let usual = defaults.restart {
            program.restart = usual
        }
        program.watchdog = section["watchdog"].flatMap { watchdog($0, exec.ready) }
        program.health = section["health"].flatMap { health($0) }
        program.sockets = section["sockets"].map { sockets($0) } ?? []
        operation.program = program
    }

    private mutating func end(_ field: Field?, isOptional: Bool) -> ProgramSpecification.End {
        let usual = isOptional && defaults.ended == .fail ? nil : defaults.ended
        let otherwise = usual ?? (isOptional ? .degrade : .fail)
        guard let field, let end = choice(field, ProgramSpecification.End.self) else {
            return otherwise
        }
        if isOptional, end == .fail {
            report(
                "the launch goes on without an optional program; write restart or degrade",
                at: field.node.origin,
                field.path
            )
        }
        return end
    }

    private mutating func watchdog(
        _ field: Field,
        _ ready: ExecSpecification.Ready
    ) -> Duration? {
        if ready != .notify {
            report(
                "is for programs with ready: notify, which say that they are alive; write that, or "
                    + "use health",
                at: field.keyOrigin,
                field.path
            )
        }
        return duration(field, minimum: Self.shortestCheck)
    }

    private static let shortestCheck = (
        duration: Duration.milliseconds(100), text: "at least 100ms"
    )

    private mutating func health(_ field: Field) -> HealthSpecification? {
        guard let section = section(field, .health) else { return nil }
        let every = section["every"].flatMap { duration($0, minimum: Self.shortestCheck) }
        let timeout = section["timeout"].flatMap { duration($0) }
        let misses = section["misses"].flatMap { wholeNumber($0, in: 1...1000) }
        let checks = section.fields.filter { KeyTable.healthChecks.contains($0.key) }
        guard let first = checks.first else {
            report(
                "checks nothing; add one of \(Quoting.alternatives(KeyTable.healthChecks))",
                at: section.origin,
                section.path
            )
            return nil
        }
        for second in checks.dropFirst() {
            report(
                "'\(second.key)' is a second check beside '\(first.key)'; keep one",
                at: second.field.keyOrigin,
                second.field.path
            )
        }
        guard let check = checks.map({ check($0.key, $0.field) }).first ?? nil else { return nil }
        var health = HealthSpecification(check: check)
        if let every { health.every = every }
        if let timeout { health.timeout = timeout }
        if let misses { health.misses = misses }
        return health
    }

    private mutating func check(_ key: String, _ field: Field) -> HealthSpecification.Check? {
        switch key {
        case "http": url(field).map(HealthSpecification.Check.http)
        case "tcp": hostAndPort(field).map(HealthSpecification.Check.tcp)
        default: exec(field, as: .health).map(HealthSpecification.Check.exec)
        }
    }

    /// The names of systemd's activation sockets, which travel as one list with colons.
    private mutating func sockets(_ field: Field) -> [String] {
        uniqueNames(field, expected: "a list of activation sockets, such as [http]") { name in
            if name == "varlink" { return "another name; varlink is the daemon's own socket" }
            let isName =
                !name.isEmpty && name.unicodeScalars.count <= 255
                && name.unicodeScalars.allSatisfy {
                    $0 != ":" && $0.properties.generalCategory != .control
                }
            return isName
                ? nil
                : "the name of an activation socket: 1 to 255 characters, without ':' and control "
                    + "characters"
        }
    }
}

extension Field {
    /// The text behind a prefix that it has.
    fileprivate func dropping(_ prefix: String) -> Field {
        guard case .scalar(var scalar) = node.content else { return self }
        var rest = self
        scalar.text = String(scalar.text.dropFirst(prefix.count))
        scalar.textOrigin = scalar.textOrigin.map {
            Origin(file: $0.file, line: $0.line, column: $0.column + prefix.count)
        }
        rest.node.content = .scalar(scalar)
        return rest
    }
}
