/// The statuses of actions.
extension ActionBook {
    /// The status of an action.
    subscript(id: ActionID) -> ActionStatus? {
        guard let entry = entries[id] else { return nil }
        return ActionStatus(
            id,
            kinds[entry.kind]?.common ?? .undeclared(entry.progress.undeclaredKind ?? ""),
            entry.toldState,
            acceptedAt: entry.acceptedAt,
            entry.told,
            isPostponed: entry.isPostponed
        )
    }

    /// When an action expires unless an attempt has begun by then; `nil` for never.
    func expiry(of id: ActionID) -> Instant? {
        guard let entry = entries[id], entry.isOpen, entry.attempts == 0 else { return nil }
        return entry.expiresAt
    }

    /// Changes an action, and tells what became of it if that is new.
    mutating func tell(_ id: ActionID, _ change: (inout ActionEntry) -> Void) {
        guard var entry = entries[id] else { return }
        let before = self[id]
        change(&entry)
        entries[id] = entry
        guard let status = self[id], status != before else { return }
        emit(.tell(status))
    }

    /// The number of actions in each state, by its word; of ended ones, only the last are held
    /// here.
    ///
    /// Takes time for each kind and for each ended action, however many wait. An action whose end
    /// is being stored is counted once that is done.
    var counts: [String: Int] {
        var counts: [String: Int] = [:]
        for kind in kinds.values {
            counts["waiting", default: 0] += kind.waiting
            for id in kind.taken {
                guard let entry = entries[id] else { continue }
                counts[entry.toldState.word, default: 0] += 1
            }
        }
        for index in 0..<entries.ended.count {
            guard let entry = entries[entries.ended[index]] else { continue }
            counts[entry.toldState.word, default: 0] += 1
        }
        return counts
    }
}

extension Shared<ActionStatus.Common> {
    /// The common facts of a kind that is not declared any more.
    fileprivate static func undeclared(_ kind: String) -> Shared {
        Shared(ActionStatus.Common(kind: kind, queue: .userInitiated, requires: []))
    }
}
