internal import Slipway

extension ConfigurationDecoder {
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
            policy: ActionPolicySpecification(),
            parameters: PayloadSchema(),
            allow: nil,
            body: .sleep(.zero)
        )
        guard let section = section(field, .action) else { return action }
        if let queue = section["queue"].flatMap({ queue($0) }) { action.queue = queue }
        action.requires = dependencies(section["requires"])
        if let timeout = section["timeout"].flatMap({ duration($0) }) { action.timeout = timeout }
        action.policy = policy(section)
        action.allow = section["allow"].map { principals($0) }
        if let parameters = section["parameters"] {
            action.parameters = payloadSchema(parameters)
        }

        scope = .action(parameters: action.parameters.parameters)
        reader = nil
        mentions = []
        if let body = body(section, KeyTable.actionBodies) { action.body = body }
        action.requires += newMentions(beyond: action.requires)
        return action
    }

    /// Reads the keys that say what one of a kind is promised.
    private mutating func policy(_ section: Section) -> ActionPolicySpecification {
        var policy = ActionPolicySpecification()
        policy.expires = section["expires"].flatMap { duration($0) }
        if let limit = section["limit"].flatMap({ wholeNumber($0, in: 1...1_000_000) }) {
            policy.limit = limit
        }
        if let priority = section["priority"].flatMap({ priority($0) }) {
            policy.priority = priority
        }
        if let field = section["coalesce"] {
            policy.coalescing = choice(field, ActionPolicy.Coalescing.self) ?? .all
        }
        if let field = section["effect"] {
            policy.effect = choice(field, ActionPolicy.Effect.self) ?? .idempotent
        }
        if let field = section["durability"] {
            policy.durability = choice(field, ActionPolicy.Durability.self) ?? .disk
        }
        if let field = section["whenFailed"] {
            policy.whenFailed = choice(field, ActionPolicy.Unmet.self) ?? .fail
            if policy.whenFailed == .wait, policy.durability == .memory {
                report(
                    "only what is stored can wait for the next launch, and durability: memory stores "
                        + "nothing; remove one of the two",
                    at: field.node.origin,
                    field.path
                )
            }
        }
        policy.retry = section["retry"].flatMap { retry($0, .actionRetry) }
        return policy
    }
}
