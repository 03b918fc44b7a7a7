package import Slipway
internal import SlipwayJSON
internal import Synchronization

/// Keeps actions for as long as the process lives: all that have not ended, and the last ones that
/// have.
package final class MemoryStore: ActionStore {
    /// How many ended actions are kept.
    package static let retained = 4096

    private struct Record {
        let action: NewAction
        var status: ActionStatus?
    }

    private struct Key: Hashable {
        let kind: String
        let key: String
    }

    private struct State {
        var records: [ActionID: Record] = [:]
        var keys: [Key: ActionID] = [:]
        /// Ended actions, the oldest first.
        var ended: [ActionID] = []

        mutating func admit(_ action: NewAction) -> Admission {
            if let key = action.key {
                let key = Key(kind: action.kind, key: key)
                if let known = keys[key], let record = records[known] {
                    return record.action.payload == action.payload
                        ? .duplicate(known) : .conflict(known)
                }
                keys[key] = action.id
            }
            records[action.id] = Record(action: action)
            return .admitted
        }

        mutating func note(_ status: ActionStatus) {
            guard let known = records[status.id] else { return }
            records[status.id]?.status = status
            guard status.state.isEnded, known.status?.state.isEnded != true else { return }
            ended.append(status.id)
            // Half at a time, so that letting go stays cheap.
            guard ended.count >= 2 * MemoryStore.retained else { return }
            for id in ended.prefix(MemoryStore.retained) { remove(id) }
            ended.removeFirst(MemoryStore.retained)
        }

        mutating func remove(_ id: ActionID) {
            guard let record = records.removeValue(forKey: id), let key = record.action.key else {
                return
            }
            keys[Key(kind: record.action.kind, key: key)] = nil
        }
    }

    private let state = Mutex(State())

    /// Creates an empty store.
    package init() {}

    package var durability: Durability { .memory }

    package func admit(
        _ action: NewAction,
        completion: @escaping @Sendable (Result<Admission, StoreError>) -> Void
    ) {
        let admission = state.withLock { $0.admit(action) }
        completion(.success(admission))
    }

    package func withdraw(_ id: ActionID) {
        state.withLock { $0.remove(id) }
    }

    package func note(_ status: ActionStatus) {
        state.withLock { $0.note(status) }
    }

    package func status(of id: ActionID) -> ActionStatus? {
        state.withLock { $0.records[id]?.status }
    }
}
