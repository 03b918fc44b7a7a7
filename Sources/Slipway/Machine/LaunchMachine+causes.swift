/// The operations whose failures are the causes of what became of others.
extension LaunchMachine {
    /// The operations whose failures made an operation end otherwise than well: itself; for a
    /// group, those inside; for a skipped operation, those because of which it was skipped.
    func roots(of index: Int) -> [Int] {
        var roots: [Int] = []
        var open = [index]
        var seen: Set<Int> = []
        while let index = open.popLast() {
            guard seen.insert(index).inserted else { continue }
            if let group = groups[index], group.decided == nil, !group.failed.isEmpty {
                open += group.failed.reversed()
            } else if case .skipped(let root)? = records[outcome: index],
                let root = topology.index(named: root)
            {
                open.append(root)
            } else {
                roots.append(index)
            }
        }
        return roots.isEmpty ? [index] : roots
    }

    /// The ends because of which an operation that has ended has no value: its own, or those of others.
    func causes(of index: Int) -> [OperationFailure] {
        guard let outcome = records[outcome: index], !outcome.isUsable else { return [] }
        let causes = endsOfLaunch(behind: outcome) ?? endsOfRoots(of: index, outcome)
        return causes.isEmpty
            ? [OperationFailure(operation: name(of: index), outcome: outcome)] : causes
    }

    /// The root causes of the launch, if an outcome is a cancellation because of them.
    private func endsOfLaunch(behind outcome: Outcome) -> [OperationFailure]? {
        guard case .cancelled(let reason) = outcome, !course.rootCauses.isEmpty,
            reason.hasPrefix(course.stopReason)
        else { return nil }
        return course.rootCauses.compactMap { cause in
            cause.operation.map { name in
                let message = cause.failure.message
                let outcome: Outcome =
                    cause.isCancelled ? .cancelled(reason: message) : .failed(cause.failure)
                return OperationFailure(operation: name, outcome: outcome)
            }
        }
    }

    private func endsOfRoots(of index: Int, _ outcome: Outcome) -> [OperationFailure] {
        // If a group cut the operation off, the cause is the one that made the group do so.
        let first = outcome.isCancelled ? topology.index(named: root(of: index, outcome)) : index
        return roots(of: first ?? index).compactMap { root in
            // By now the name may be that of another operation, which ended later.
            guard let outcome = records[outcome: root], !outcome.isUsable,
                let end = records[root].endedAt, end <= records[index].endedAt ?? end
            else { return nil }
            return OperationFailure(operation: name(of: root), outcome: outcome)
        }
    }
}
