package import Slipway

/// What a new configuration changes in a running service: what runs, what stays, what is replaced and
/// what goes, and why.
///
/// Pure.
package struct ReloadPlan: Hashable, Sendable {
    /// What becomes of an operation.
    package enum Fate: String, CaseIterable, Hashable, Sendable {
        /// It is not run again; its program goes on.
        case stays
        /// It runs; there is nothing of it yet.
        case runs
        /// What it did is undone, its program ended, and it runs again.
        case replaced
        /// Its new program is ready before the old one is ended.
        case overlaps
        /// It is no longer declared: what it did is undone.
        case goes
    }

    /// One operation of the old or the new configuration.
    package struct Step: Hashable, Sendable {
        package let name: String
        package let fate: Fate
        /// Why, in a few words; empty for what stays.
        package let reason: String
        /// How it ended, if it stays.
        package let end: AdoptedEnd?
    }

    /// The operations of the new configuration in the order of its file, then those that go.
    package let steps: [Step]
    /// What else changes, and what does not though it might be expected to; sentences.
    package let notes: [String]

    /// The queues in which something runs of which at most so many may run at a time as the file says: not
    /// beside what runs there already.
    package let queues: [Queue]

    /// The operations that stay, and how they ended.
    package var adopted: [String: AdoptedEnd] {
        Dictionary(
            steps.compactMap { step in step.end.map { (step.name, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

/// What a generation of a service was made from.
package struct GenerationSource: Sendable {
    package let configuration: Configuration
    let credentials: Credentials
    let files: VariableFiles
    let environment: [String: String]

    /// Collects it, and reads the files with variables that the configuration names; blocks.
    package init(
        _ configuration: Configuration,
        _ credentials: Credentials,
        in environment: [String: String]
    ) {
        self.configuration = configuration
        self.credentials = credentials
        files = VariableFiles(of: configuration, environment: environment)
        self.environment = environment
    }
}

/// Finds out what a new configuration changes.
package struct ReloadPlanner: Sendable {
    private let old: GenerationSource
    private let new: GenerationSource
    /// How the operations of the running generation are; what is not there has not ended.
    private let ends: [String: Outcome]
    /// Those of them that have something to undo.
    private let undoable: Set<String>

    /// Compares two configurations.
    ///
    /// - Parameters:
    ///   - old: The one that runs.
    ///   - new: The one that is to.
    ///   - ends: How the operations of the one that runs have ended, by name.
    ///   - undoable: Those of them that have something to undo.
    package init(
        from old: GenerationSource,
        to new: GenerationSource,
        ends: [String: Outcome],
        undoable: Set<String>
    ) {
        self.old = old
        self.new = new
        self.ends = ends
        self.undoable = undoable
    }

    /// What it changes.
    package var plan: ReloadPlan {
        let before = Dictionary(
            old.configuration.allOperations.map { ($0.operation.name, $0.operation) },
            uniquingKeysWith: { first, _ in first }
        )
        var reasons: [String: String] = [:]
        note(new.configuration.operations, in: nil, before, &reasons)
        let all = new.configuration.allOperations.map(\.operation)
        spread(all, &reasons)
        var steps = all.map { step($0, before[$0.name], reasons[$0.name]) }
        let names = Set(all.map(\.name))
        for (operation, _) in old.configuration.allOperations
        where !names.contains(operation.name) {
            steps.append(
                ReloadPlan.Step(
                    name: operation.name,
                    fate: .goes,
                    reason: "it is no longer declared",
                    end: nil
                )
            )
        }
        return ReloadPlan(steps: steps, notes: notes, queues: queues(all, reasons))
    }

    /// Why operations run that have changed themselves, or whose group has.
    private func note(
        _ operations: [OperationSpecification],
        in group: String?,
        _ before: [String: OperationSpecification],
        _ reasons: inout [String: String]
    ) {
        for operation in operations {
            var reason = self.reason(for: operation, before[operation.name])
            if reason == nil, let group, reasons[group] != nil {
                reason = "its group '\(group)' has changed"
            }
            reasons[operation.name] = reason
            if let children = operation.children {
                // A group runs nothing itself: what is in it counts.
                note(children, in: operation.name, before, &reasons)
            }
        }
    }

    /// Why an operation runs that has changed itself; `nil` if it has not.
    private func reason(
        for operation: OperationSpecification,
        _ earlier: OperationSpecification?
    ) -> String? {
        guard let earlier else { return "it is new" }
        let keys = operation.changedKeys(from: earlier)
        if !keys.isEmpty { return "its \(keys.joined(separator: ", ")) changed" }
        if let name = operation.credentials.sorted().first(where: {
            old.credentials[$0] != new.credentials[$0]
        }) {
            return "the credential '\(name)' changed"
        }
        let values = TemplateValues(environment: new.environment)
        if let path = operation.environmentFiles(values).first(where: {
            !new.files.isSame($0, as: old.files)
        }) {
            return "the environment file '\(path)' changed"
        }
        guard operation.children == nil else { return nil }
        switch ends[operation.name] {
        case .failed, .cancelled, .skipped: return "it did not succeed before"
        case .succeeded, .degraded, .notNeeded, nil: return nil
        }
    }

    /// What requires something that runs, runs.
    private func spread(
        _ operations: [OperationSpecification],
        _ reasons: inout [String: String]
    ) {
        var readers: [String: [OperationSpecification]] = [:]
        var parents: [String: OperationSpecification] = [:]
        for operation in operations {
            for required in operation.requires {
                readers[required.name, default: []].append(operation)
            }
            for child in operation.children ?? [] { parents[child.name] = operation }
        }
        var agenda = operations.map(\.name).filter { reasons[$0] != nil }
        while let name = agenda.popLast() {
            for reader in readers[name] ?? [] {
                run(reader, "it requires '\(name)', which runs", &reasons, &agenda)
            }
            // Who requires a group requires what is in it.
            if let parent = parents[name], reasons[parent.name] == nil {
                reasons[parent.name] = "'\(name)' in it runs"
                agenda.append(parent.name)
            }
        }
    }

    /// An operation runs, and of a group all that is in it.
    private func run(
        _ operation: OperationSpecification,
        _ reason: String,
        _ reasons: inout [String: String],
        _ agenda: inout [String]
    ) {
        if reasons[operation.name] == nil {
            reasons[operation.name] = reason
            agenda.append(operation.name)
        }
        for child in operation.children ?? [] { run(child, reason, &reasons, &agenda) }
    }

    /// The queues with a promise in which something runs; all of them if it needs a lock, which something
    /// may hold anywhere.
    private func queues(
        _ operations: [OperationSpecification],
        _ reasons: [String: String]
    ) -> [Queue] {
        let run = operations.filter { reasons[$0.name] != nil && $0.children == nil }
        let all = [Queue.main] + old.configuration.queues.keys.sorted { $0.name < $1.name }
        guard !run.contains(where: { !$0.locks.isEmpty }) else { return all }
        return all.filter { queue in
            queue != .userInitiated && run.contains { $0.queue == queue }
        }
    }

    private func step(
        _ operation: OperationSpecification,
        _ earlier: OperationSpecification?,
        _ reason: String?
    ) -> ReloadPlan.Step {
        guard let reason else {
            let end: AdoptedEnd =
                switch ends[operation.name] {
                case .degraded: .degraded
                case .notNeeded: .notNeeded
                case .succeeded, .failed, .cancelled, .skipped, nil: .value
                }
            return ReloadPlan.Step(name: operation.name, fate: .stays, reason: "", end: end)
        }
        var fate = ReloadPlan.Fate.runs
        if earlier != nil, undoable.contains(operation.name) {
            let overlaps = operation.program?.replace == .overlap && earlier?.program != nil
            fate = overlaps ? .overlaps : .replaced
        }
        return ReloadPlan.Step(name: operation.name, fate: fate, reason: reason, end: nil)
    }

    private var notes: [String] {
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
        let before = Dictionary(
            one.actions.map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
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
                "launch action '\(action.name)' is no longer declared: what waits of it fails"
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
    /// The kind without the places where it is written.
    fileprivate var definition: ActionSpecification {
        var definition = self
        let nowhere = Origin(file: "", line: 0)
        definition.origin = nowhere
        for index in definition.requires.indices { definition.requires[index].origin = nowhere }
        definition.allow = nil
        return definition
    }
}
