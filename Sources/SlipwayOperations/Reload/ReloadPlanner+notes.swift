internal import Slipway
internal import SlipwayConfiguration

extension ReloadPlanner {
    /// Sentences about further changes, and about things that stay though a change might be expected.
    var notes: [String] {
        var notes: [String] = []
        let (one, other) = (old.configuration, new.configuration)
        func note<Value: Equatable>(_ key: String, _ value: (Configuration) -> Value) {
            guard value(one) != value(other) else { return }
            notes.append("'\(key)' changed: it counts from the new generation on")
        }
        note("deadline") { $0.deadline }
        note("grace") { $0.grace }
        note("drain") { $0.drain }
        note("queues") { $0.queues }
        if one.storage != other.storage {
            notes.append("'storage' changed: it counts from the next start of the service on")
        }
        let before = one.actions.keyed(by: \.name)
        for action in other.actions {
            guard let earlier = before[action.name] else {
                notes.append("launch action '\(action.name)' is new")
                continue
            }
            if action.definition != earlier.definition {
                notes.append("launch action '\(action.name)' changed")
            }
        }
        let names = Set(other.actions.map(\.name))
        for action in one.actions where !names.contains(action.name) {
            notes.append(
                "launch action '\(action.name)' is no longer declared: actions of this kind that "
                    + "wait will fail"
            )
        }
        if !new.configuration.variables.isEmpty {
            notes.append(
                "variables of the service's own environment stay as they were when it started"
            )
        }
        return notes
    }
}

extension ActionSpecification {
    /// The kind without the places where it is written, and without `allow`.
    fileprivate var definition: ActionSpecification {
        var definition = self
        definition.origin = .nowhere
        for index in definition.requires.indices { definition.requires[index].origin = .nowhere }
        definition.allow = nil
        return definition
    }
}
