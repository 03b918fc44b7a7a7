package import Slipway
internal import SlipwayConfiguration

/// Finds out what a new configuration changes.
package struct ReloadPlanner: Sendable {
    let old: GenerationSource
    let new: GenerationSource
    /// The outcomes of the operations of the running generation that have ended.
    private let ends: [String: Outcome]
    /// The operations of the running generation that have something to undo.
    private let undoable: Set<String>
    /// The operators' stops of programs, by name.
    let stops: [String: OperatorStop]

    /// Compares two configurations.
    ///
    /// - Parameters:
    ///   - old: The running generation.
    ///   - new: The generation that is to run.
    ///   - ends: How the operations of the running generation have ended, by name.
    ///   - undoable: The operations of the running generation that have something to undo.
    ///   - stops: The operators' stops that keep programs of the running generation from running,
    ///     by name.
    package init(
        from old: GenerationSource,
        to new: GenerationSource,
        ends: [String: Outcome],
        undoable: Set<String>,
        stops: [String: OperatorStop] = [:]
    ) {
        self.old = old
        self.new = new
        self.ends = ends
        self.undoable = undoable
        self.stops = stops
    }

    /// The plan of the reload.
    package var plan: ReloadPlan {
        let before = byName(old.configuration.allOperations.map(\.operation))
        var reasons: [String: String] = [:]
        note(new.configuration.operations, in: nil, before, &reasons)
        let all = new.configuration.allOperations.map(\.operation)
        let stopped = stoppedPrograms(all, before)
        for name in stopped { reasons[name] = nil }
        spread(all, sparing: stopped, &reasons)
        let named = byName(all)
        var steps = all.map { operation in
            step(
                operation,
                before[operation.name],
                reasons[operation.name],
                signal: signalReason(for: operation, before[operation.name], reasons, named)
            )
        }
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
        let run = all.filter { reasons[$0.name] != nil && $0.children == nil }
        let stays = all.filter { reasons[$0.name] == nil && !stopped.contains($0.name) }
        let limits = limits(stays, before)
        let (ends, notesOfEnds) = ends(stays, before)
        let (changes, notesOfChanges) = changes(stays, before)
        let (others, notesOfStopped) = changesOfStopped(
            all.filter { stopped.contains($0.name) },
            before
        )
        let locks = Set(run.flatMap(\.locks))
        return ReloadPlan(
            steps: steps,
            notes: notes + limits.keys.sorted().map { "program '\($0)' goes on with other limits" }
                + notesOfEnds + notesOfChanges + notesOfStopped,
            limits: limits,
            ends: ends,
            changes: changes.merging(others) { $1 },
            refusal: refusal(all, reasons, stopped),
            queues: queues(run),
            locks: locks.sorted { $0.name < $1.name },
            holdersOfLocks: holders(of: locks),
            kindsWithLocks: kinds(with: locks)
        )
    }

    /// Notes why operations run for their own sake, or because their group has changed.
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

    /// Why an operation runs for its own sake: it is new, has changed or did not succeed; `nil` if
    /// it need not.
    private func reason(
        for operation: OperationSpecification,
        _ earlier: OperationSpecification?
    ) -> String? {
        guard let earlier else { return "it is new" }
        let keys = operation.changedKeys(from: earlier)
        if keys.contains(where: \.takesARun) || !keys.isEmpty && !hasDoneItsWork(operation) {
            return "its \(keys.map(\.name).joined(separator: ", ")) changed"
        }
        // A credential that is new to the operation has not changed.
        let credentials = operation.credentials.intersection(earlier.credentials)
        if let name = credentials.sorted().first(where: {
            old.credentials[$0] != new.credentials[$0]
        }) {
            return "the credential '\(name)' changed"
        }
        // A program may ask for a signal instead.
        if operation.program?.reload == nil, let reason = changedFile(of: operation, earlier) {
            return reason
        }
        guard operation.children == nil else { return nil }
        switch ends[operation.name] {
        case .failed, .cancelled, .skipped: return "it did not succeed before"
        case .succeeded, .degraded, .notNeeded, nil: return nil
        }
    }

    /// Tells whether an operation has done its work: it runs again only if it changes, or if
    /// something that it requires runs.
    func hasDoneItsWork(_ operation: OperationSpecification) -> Bool {
        switch ends[operation.name] {
        case .succeeded, .notNeeded: true
        case .degraded, .failed, .cancelled, .skipped, nil: false
        }
    }

    /// The changed file that an operation's programs read, in words; `nil` if none has changed.
    private func changedFile(
        of operation: OperationSpecification,
        _ earlier: OperationSpecification?
    ) -> String? {
        let before = Set(earlier?.environmentFiles(values) ?? [])
        let withVariables = operation.environmentFiles(values).filter(before.contains)
        if let path = withVariables.first(where: { !new.files.isSame($0, as: old.files) }) {
            return "the environment file '\(path)' changed"
        }
        let changed = operation.programFiles(values).first { path in
            let baseline = old.baselines.file(path, of: operation.name)
            return new.files.hasChanged(path, since: baseline, or: old.files)
        }
        return changed.map { "the file '\($0)' changed" }
    }

    /// Tells whether an operation does nothing but write a file that a program reads again at a signal.
    private func writes(_ writer: OperationSpecification?, for reader: OperationSpecification)
        -> Bool
    {
        guard let path = writer?.writtenFile(values) else { return false }
        return reader.programFiles(values).contains(path)
    }

    private var values: TemplateValues { TemplateValues(environment: new.environment) }

    /// Why a program that stays gets a signal; `nil` if it gets none.
    private func signalReason(
        for operation: OperationSpecification,
        _ earlier: OperationSpecification?,
        _ reasons: [String: String],
        _ all: [String: OperationSpecification]
    ) -> String? {
        guard operation.program?.reload != nil else { return nil }
        if let reason = changedFile(of: operation, earlier) { return reason }
        let writer = operation.requires.first { required in
            reasons[required.name] != nil && writes(all[required.name], for: operation)
        }
        return writer.map { "'\($0.name)' writes a file of it" }
    }

    /// The new limits of programs that go on, where they have changed.
    private func limits(
        _ operations: [OperationSpecification],
        _ before: [String: OperationSpecification]
    ) -> [String: ResourcesSpecification] {
        var limits: [String: ResourcesSpecification] = [:]
        for operation in operations {
            guard let resources = operation.resources,
                resources != before[operation.name]?.resources
            else { continue }
            limits[operation.name] = resources
        }
        return limits
    }

    /// The programs that go on and whose end means something else, with a note on each.
    private func ends(
        _ operations: [OperationSpecification],
        _ before: [String: OperationSpecification]
    ) -> (ends: [String: ProgramEnd], notes: [String]) {
        var (ends, notes) = ([String: ProgramEnd](), [String]())
        for operation in operations {
            guard let earlier = before[operation.name] else { continue }
            let keys = operation.changedEndKeys(from: earlier)
            guard !keys.isEmpty else { continue }
            ends[operation.name] = operation.program?.end
            notes.append(
                "program '\(operation.name)' goes on, and what its end means changed: "
                    + keys.joined(separator: ", ")
            )
        }
        return (ends, notes)
    }

    /// The keys that operations take over without running again, with a note on each operation.
    private func changes(
        _ operations: [OperationSpecification],
        _ before: [String: OperationSpecification]
    ) -> (keys: [String: Set<String>], notes: [String]) {
        var (changes, notes) = ([String: Set<String>](), [String]())
        for operation in operations {
            guard let earlier = before[operation.name] else { continue }
            let keys = operation.changedKeys(from: earlier).map(\.name)
            guard !keys.isEmpty else { continue }
            changes[operation.name] = Set(keys)
            let runs = operation.program != nil && ends[operation.name] == .succeeded
            notes.append(
                (runs
                    ? "program '\(operation.name)' goes on"
                    : "operation '\(operation.name)' is not run again")
                    + ", and its \(keys.joined(separator: ", ")) changed"
            )
        }
        return (changes, notes)
    }

    /// Adds the operations that run because something that they require runs.
    private func spread(
        _ operations: [OperationSpecification],
        sparing spared: Set<String>,
        _ reasons: inout [String: String]
    ) {
        var readers: [String: [OperationSpecification]] = [:]
        var parents: [String: OperationSpecification] = [:]
        let all = byName(operations)
        for requirement in operations.declaredRequirements
        where !writes(all[requirement.name], for: requirement.declaring) {
            readers[requirement.name, default: []] += requirement.readers
        }
        for operation in operations {
            for child in operation.children ?? [] { parents[child.name] = operation }
        }
        var agenda = operations.map(\.name).filter { reasons[$0] != nil }
        while let name = agenda.popLast() {
            for reader in readers[name] ?? []
            where reasons[reader.name] == nil && !spared.contains(reader.name) {
                reasons[reader.name] = "it requires '\(name)', which runs"
                agenda.append(reader.name)
            }
            // A group requires all in it.
            if let parent = parents[name], reasons[parent.name] == nil {
                reasons[parent.name] = "'\(name)' in it runs"
                agenda.append(parent.name)
            }
        }
    }

    /// The queues with a promised width in which something is to run.
    private func queues(_ run: [OperationSpecification]) -> [Queue] {
        let all = [Queue.main] + old.configuration.queues.keys.sorted { $0.name < $1.name }
        return all.filter { queue in queue != .userInitiated && run.contains { $0.queue == queue } }
    }

    /// The operations that have not ended and have one of these locks.
    private func holders(of locks: Set<Lock>) -> [String] {
        old.configuration.allOperations.map(\.operation).filter { operation in
            ends[operation.name] == nil && operation.children == nil
                && operation.locks.contains { locks.contains($0) }
        }.map(\.name)
    }

    /// The kinds of action that have one of these locks.
    private func kinds(with locks: Set<Lock>) -> [String] {
        old.configuration.actions.filter { !locks.isDisjoint(with: $0.locks) }.map(\.name)
    }

    private func step(
        _ operation: OperationSpecification,
        _ earlier: OperationSpecification?,
        _ reason: String?,
        signal: String?
    ) -> ReloadPlan.Step {
        guard let reason else {
            let end: AdoptedEnd =
                switch ends[operation.name] {
                case .degraded: .degraded
                case .notNeeded: .notNeeded
                case .succeeded, .failed, .cancelled, .skipped, nil: .value
                }
            return ReloadPlan.Step(
                name: operation.name,
                fate: signal == nil ? .stays : .signalled,
                reason: signal ?? "",
                end: end
            )
        }
        var fate = ReloadPlan.Fate.runs
        if earlier != nil, undoable.contains(operation.name) {
            let overlaps = operation.program?.replace == .overlap && earlier?.program != nil
            fate = overlaps ? .overlaps : .replaced
        }
        return ReloadPlan.Step(name: operation.name, fate: fate, reason: reason, end: nil)
    }
}

private func byName(_ operations: [OperationSpecification]) -> [String: OperationSpecification] {
    operations.keyed(by: \.name)
}
