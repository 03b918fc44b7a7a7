internal import Slipway

extension ConfigurationDecoder {
    /// Reads one operation.
    mutating func operation(_ name: String, _ field: Field) -> OperationSpecification {
        checkName(name, field, dots: false)
        note(field.path, at: field.keyOrigin)
        var operation = OperationSpecification(
            name: name,
            origin: field.keyOrigin,
            queue: .userInitiated,
            requires: [],
            after: [],
            isOptional: false,
            timeout: nil,
            body: .sleep(.zero),
            stop: nil
        )
        guard let section = section(field, .operation) else { return operation }
        if let queue = section["queue"].flatMap({ queue($0) }) { operation.queue = queue }
        operation.requires = dependencies(section["requires"])
        operation.after = dependencies(section["after"])
        operation.isOptional = section["optional"].flatMap { boolean($0) } ?? false
        operation.timeout = section["timeout"].flatMap { duration($0) }

        scope = .operation
        mentions = []
        if let body = body(section) { operation.body = body }
        operation.requires += newMentions(beyond: operation.requires)
        if let stop = section["stop"] {
            operation.stop = exec(stop)
            // An operation's own value exists when its `stop` runs.
            mentions.removeAll { $0.name == name }
            operation.requires += newMentions(beyond: operation.requires)
        }
        return operation
    }

    /// Reads one kind of launch action.
    mutating func action(_ name: String, _ field: Field) -> ActionSpecification {
        checkName(name, field, dots: true)
        note(field.path, at: field.keyOrigin)
        var action = ActionSpecification(
            name: name,
            origin: field.keyOrigin,
            queue: .userInitiated,
            requires: [],
            timeout: .seconds(60),
            expires: nil,
            parameters: PayloadSchema(),
            allow: nil,
            body: .sleep(.zero)
        )
        guard let section = section(field, .action) else { return action }
        if let queue = section["queue"].flatMap({ queue($0) }) { action.queue = queue }
        action.requires = dependencies(section["requires"])
        if let timeout = section["timeout"].flatMap({ duration($0) }) { action.timeout = timeout }
        action.expires = section["expires"].flatMap { duration($0) }
        action.allow = section["allow"].map { principals($0) }
        if let parameters = section["parameters"] {
            action.parameters = payloadSchema(parameters)
        }

        scope = .action(parameters: action.parameters.parameters.map(\.name))
        mentions = []
        if let body = body(section) { action.body = body }
        action.requires += newMentions(beyond: action.requires)
        return action
    }

    /// The operations that templates mentioned since the last call, without those already required.
    private mutating func newMentions(
        beyond required: [DependencySpecification]
    ) -> [DependencySpecification] {
        var names = Set(required.map(\.name))
        defer { mentions = [] }
        return mentions.filter { names.insert($0.name).inserted }
    }
}
