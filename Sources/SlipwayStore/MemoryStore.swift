package import Slipway
internal import SlipwayJSON
internal import Synchronization

/// Keeps actions for as long as the process lives: all that have not ended, and the last ones that
/// have.
package final class MemoryStore: ActionStore {
    /// How many ended actions are kept.
    package static let retained = 4096

    /// What is kept of an action: without a key nobody can ask for more than its status.
    private struct Record {
        var idempotency: Idempotency?
        var status: ActionStatus?
    }

    /// What a later duplicate is told by.
    private struct Idempotency {
        let key: Key
        let payload: PayloadDigest
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
            guard let key = action.key.map({ Key(kind: action.kind, key: $0) }) else {
                records[action.id] = Record()
                return .admitted
            }
            let payload = PayloadDigest(action.payload)
            if let known = keys[key], let idempotency = records[known]?.idempotency {
                return idempotency.payload == payload ? .duplicate(known) : .conflict(known)
            }
            keys[key] = action.id
            records[action.id] = Record(idempotency: Idempotency(key: key, payload: payload))
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
            if let key = records.removeValue(forKey: id)?.idempotency?.key { keys[key] = nil }
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
