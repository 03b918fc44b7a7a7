internal import Slipway

extension ConfigurationDecoder {
    /// The key of the body that counts, if there is one.
    func firstBody(_ section: Section, _ keys: [String]) -> String? {
        section.entries.first { keys.contains($0.key) }?.key
    }

    /// Reads the one body of an operation or action; `keys` are those that it can have.
    mutating func body(_ section: Section, _ keys: [String]) -> BodySpecification? {
        let bodies = section.fields.filter { keys.contains($0.key) }
        guard let first = bodies.first else {
            // A body that it cannot have has been reported already.
            let others = KeyTable.laterBodies + KeyTable.actionBodies
            if !section.entries.contains(where: { others.contains($0.key) }) {
                report(
                    "has no body; add one of \(Quoting.alternatives(keys))",
                    at: section.origin,
                    section.path
                )
            }
            return nil
        }
        for second in bodies.dropFirst() {
            report(
                "'\(second.key)' is a second body beside '\(first.key)'; keep one",
                at: second.field.keyOrigin,
                second.field.path
            )
        }
        // All are read, for their faults; the first counts.
        return bodies.map { body($0.key, $0.field) }.first ?? nil
    }

    private mutating func body(_ key: String, _ field: Field) -> BodySpecification? {
        switch key {
        case "exec":
            exec(field, as: reader == nil ? .action : .operation).map(BodySpecification.exec)
        case "http": http(field).map(BodySpecification.http)
        case "wait": wait(field).map(BodySpecification.wait)
        case "write": write(field).map(BodySpecification.write)
        case "deliver": deliver(field).map(BodySpecification.deliver)
        case "group": group(field).map(BodySpecification.group)
        default: duration(field, minimum: (.zero, "not negative")).map(BodySpecification.sleep)
        }
    }

    private mutating func wait(_ field: Field) -> WaitSpecification? {
        guard let section = section(field, .wait) else { return nil }
        let every = section["every"].flatMap {
            duration($0, minimum: (.milliseconds(1), "at least 1ms"))
        }
        let tryTimeout = section["tryTimeout"].flatMap { duration($0) }
        let targets = section.fields.filter { KeyTable.waitTargets.contains($0.key) }
        guard let first = targets.first else {
            report(
                "waits for nothing; add one of \(Quoting.alternatives(KeyTable.waitTargets))",
                at: section.origin,
                section.path
            )
            return nil
        }
        for second in targets.dropFirst() {
            report(
                "'\(second.key)' is a second target beside '\(first.key)'; keep one",
                at: second.field.keyOrigin,
                second.field.path
            )
        }
        guard let target = targets.map({ target($0.key, $0.field) }).first ?? nil else {
            return nil
        }
        var wait = WaitSpecification(target: target)
        if let every { wait.every = every }
        if let tryTimeout { wait.tryTimeout = tryTimeout }
        return wait
    }

    private mutating func target(_ key: String, _ field: Field) -> WaitSpecification.Target? {
        switch key {
        case "tcp": hostAndPort(field).map(WaitSpecification.Target.tcp)
        case "http": url(field).map(WaitSpecification.Target.http)
        case "socket": socketPath(field).map(WaitSpecification.Target.socket)
        default: absolutePath(field).map(WaitSpecification.Target.file)
        }
    }

    /// A path from the root; one that begins with a reference is accepted unchecked.
    mutating func absolutePath(_ field: Field) -> Template? {
        guard let path = template(field, expected: "an absolute path") else { return nil }
        let isEmpty = path.segments.isEmpty
        if isEmpty || !(path.literalPrefix.isEmpty || path.literalPrefix.hasPrefix("/")) {
            reject(field, expected: "an absolute path")
        }
        return path
    }
}
