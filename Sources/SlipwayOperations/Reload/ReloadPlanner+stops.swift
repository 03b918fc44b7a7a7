internal import Slipway
internal import SlipwayConfiguration

/// The programs that an operator has stopped: a reload does not start them.
extension ReloadPlanner {
    /// The programs that stay stopped, while their operations are taken over.
    func stoppedPrograms(
        _ operations: [OperationSpecification],
        _ before: [String: OperationSpecification]
    ) -> Set<String> {
        Set(
            operations.filter { operation in
                stops[operation.name] != nil && operation.program != nil
                    && before[operation.name]?.program != nil && hasDoneItsWork(operation)
            }.map(\.name)
        )
    }

    /// The keys that stopped programs take over, with a note on each program.
    func changesOfStopped(
        _ operations: [OperationSpecification],
        _ before: [String: OperationSpecification]
    ) -> (keys: [String: Set<String>], notes: [String]) {
        var (changes, notes) = ([String: Set<String>](), [String]())
        for operation in operations {
            let keys = before[operation.name].map { operation.changedKeys(from: $0) } ?? []
            // The command counts as changed: what the program requires may have another value.
            changes[operation.name] = Set(keys.map(\.name)).union([operation.body.key])
            let words = stops[operation.name]?.words ?? ""
            notes.append(
                "program '\(operation.name)' was stopped \(words), and stays stopped"
                    + (keys.isEmpty ? "" : "; its changed keys count once it is started")
            )
        }
        return (changes, notes)
    }

    /// Why the reload is refused, in words: an operator has stopped a program that is needed; `nil`
    /// if none is.
    func refusal(
        _ operations: [OperationSpecification],
        _ reasons: [String: String],
        _ stopped: Set<String>
    ) -> String? {
        let steps = operations.filter { reasons[$0.name] != nil && $0.children == nil }
        // The program's own operation would start it.
        if let program = steps.first(where: { stops[$0.name] != nil && $0.program != nil }) {
            return words(program.name, "its operation would run")
        }
        guard !stopped.isEmpty else { return nil }
        let all = operations.keyed(by: \.name)
        var needs: [String: Set<String>] = [:]
        for requirement in operations.declaredRequirements {
            let required = all[requirement.name]?.withNested(in: "") ?? []
            let names = [requirement.name] + required.map(\.operation.name)
            for reader in requirement.readers { needs[reader.name, default: []].formUnion(names) }
        }
        for step in steps {
            guard let name = needs[step.name]?.intersection(stopped).min() else { continue }
            return words(name, "'\(step.name)', which requires it, would run")
        }
        return nil
    }

    private func words(_ program: String, _ need: String) -> String {
        "program '\(program)' was stopped \(stops[program]?.words ?? "by an operator"), and \(need); "
            + "start it first with 'slipway start \(program)'"
    }
}
