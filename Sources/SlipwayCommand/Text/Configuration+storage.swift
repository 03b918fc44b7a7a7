internal import SlipwayConfiguration
internal import SlipwayStore

extension Configuration {
    /// A warning for each kind of action where SQLite, which holds actions, cannot be loaded; blocks for about a
    /// millisecond.
    var actionsThatCannotBeHeld: [ConfigurationFault] {
        guard !actions.isEmpty, let reason = ActionStore.obstacle else { return [] }
        return actions.map {
            ConfigurationFault(
                at: $0.origin,
                key: "actions.\($0.name)",
                reason: "no action can be held here: \(reason)"
            )
        }
    }
}
