internal import SlipwayConfiguration
internal import SlipwayStore

extension Configuration {
    /// A warning for each kind of action, and each value that is kept, where SQLite cannot be loaded; blocks for about
    /// a millisecond.
    var partsWithoutStore: [ConfigurationFault] {
        let actions = actions.map { (origin: $0.origin, key: "actions.\($0.name)") }
        let values = allOperations.filter { $0.operation.cached != nil }
            .map { (origin: $0.operation.origin, key: KeyPath.joined($0.path, "fallback")) }
        guard !(actions + values).isEmpty, let reason = ActionStore.obstacle else { return [] }
        return (actions + values).map {
            ConfigurationFault(
                at: $0.origin,
                key: $0.key,
                reason: "SQLite cannot be loaded here: \(reason)"
            )
        }
    }
}
