internal import Slipway

extension ConfigurationDecoder {
    /// Reads one operation, of the file or of a group.
    mutating func operation(_ name: String, _ field: Field) -> OperationSpecification {
        checkName(name, field, dots: false)
        note(field.path, at: field.keyOrigin)
        var operation = OperationSpecification(
            name: name,
            origin: field.keyOrigin,
            body: .sleep(.zero)
        )
        guard let section = section(field, .operation) else { return operation }
        let isGroup = firstBody(section, KeyTable.operationBodies) == "group"
        operation.requires = dependencies(section["requires"])
        operation.after = dependencies(section["after"])
        operation.isOptional = section["optional"].flatMap { boolean($0) } ?? false
        operation.locks = locks(section["locks"])
        operation.stage = stage(section["stage"])
        let priority = section["priority"].flatMap { self.priority($0) }
        operation.timeout = section["timeout"].flatMap { duration($0) }

        scope = .operation
        reader = name
        mentions = []
        operation.condition = section["when"].flatMap { condition($0) }
        operation.requires += newMentions(beyond: operation.requires)
        if isGroup {
            operation.priority = priority ?? .normal
            refuse(KeyTable.notOfGroups, in: section)
        } else {
            operation.priority = priority ?? defaults.priority ?? .normal
            operation.timeout = operation.timeout ?? defaults.timeout
            readPolicies(section, into: &operation)
        }
        if let body = body(section, KeyTable.operationBodies) { operation.body = body }
        if !isGroup { readExec(section, into: &operation) }
        return operation
    }

    /// What only operations with a body of their own have.
    private mutating func readPolicies(
        _ section: Section,
        into operation: inout OperationSpecification
    ) {
        operation.queue = section["queue"].flatMap { queue($0) } ?? defaults.queue ?? .userInitiated
        operation.retry = section["retry"].flatMap { retry($0) } ?? defaults.retry
        operation.fallback = section["fallback"].flatMap { fallback($0) }
        checkBudget(section, &operation)
    }

    /// The keys that depend on the body, and the operations that it and they refer to.
    private mutating func readExec(
        _ section: Section,
        into operation: inout OperationSpecification
    ) {
        readSuccess(section, into: &operation)
        readProgram(section, into: &operation)
        operation.requires += newMentions(beyond: operation.requires)
        guard let stop = section["stop"] else { return }
        operation.stop = exec(stop, as: .stop)
        // An operation's own value exists when its `stop` runs.
        let name = operation.name
        mentions.removeAll { $0.name == name }
        operation.requires += newMentions(beyond: operation.requires)
    }

    /// The operations that templates mentioned since the last call, without those already required.
    mutating func newMentions(
        beyond required: [DependencySpecification]
    ) -> [DependencySpecification] {
        var names = Set(required.map(\.name))
        defer { mentions = [] }
        return mentions.filter { names.insert($0.name).inserted }
    }

    /// Reports each of the keys that a mapping has, with the reason why it cannot.
    mutating func refuse(_ reasons: KeyValuePairs<String, String>, in section: Section) {
        for (key, reason) in reasons {
            guard let field = section[key] else { continue }
            report(reason, at: field.keyOrigin, field.path)
        }
    }
}
