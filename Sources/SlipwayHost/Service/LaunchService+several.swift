internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayVarlink
internal import Synchronization

/// The calls about several actions.
extension LaunchService {
    /// Does the same to several actions, and replies with what became of each once that is known of all.
    ///
    /// - Parameters:
    ///   - ids: The identities, or their beginnings.
    ///   - reply: Gets them.
    ///   - change: Changes one, and calls its last argument once, at once or later.
    func changeSeveral(
        _ ids: [String],
        _ reply: ReplySink,
        _ change: (
            String, @escaping @Sendable (Result<ChangedAction, LaunchRefusal>) -> Void
        ) -> Void
    ) {
        guard 1...Method.severalActions ~= ids.count else {
            return reply.fail(.invalidParameter("ids"))
        }
        let gathered = GatheredChanges(count: ids.count)
        for (number, id) in ids.enumerated() {
            change(id) { result in
                let changed: ChangedAction =
                    switch result {
                    case .success(let changed): changed
                    case .failure(let refusal): ChangedAction(id, refused: refusal)
                    }
                guard let all = gathered.put(changed, at: number) else { return }
                reply.finish(ChangedActions(all))
            }
        }
    }
}

/// The changes of several actions, as far as they are known.
private final class GatheredChanges: Sendable {
    private struct State: Sendable {
        var changes: [ChangedAction?]
        var missing: Int
    }

    private let state: Mutex<State>

    init(count: Int) {
        state = Mutex(State(changes: Array(repeating: nil, count: count), missing: count))
    }

    /// Takes one; returns all if it was the last.
    func put(_ change: ChangedAction, at number: Int) -> [ChangedAction]? {
        state.withLock { state in
            state.changes[number] = change
            state.missing -= 1
            return state.missing == 0 ? state.changes.compactMap(\.self) : nil
        }
    }
}
