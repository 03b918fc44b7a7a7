package import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink
internal import Synchronization

/// Keeps actions while the process lives: all that have not ended, and the last ended ones without
/// their payloads.
package final class MemoryStore: Sendable {
    /// How many ended actions are kept.
    package static let retained = 4096

    fileprivate struct Record {
        var action: StoredAction
        /// Is compared with a later action of the same key; `nil` without a key.
        let keyed: (key: ActionKey, digest: [UInt8])?
        var hasEnded = false
    }

    fileprivate struct State {
        var records: [ActionID: Record] = [:]
        var keys: [ActionKey: ActionID] = [:]
        /// Ended actions in the order of their ends; a ring buffer once it is full.
        var ended: [ActionID] = []
        /// The index of the oldest one in ``ended``.
        var oldest = 0
    }

    private let state = Mutex(State())

    /// Creates an empty store.
    package init() {}

    /// How many records there are.
    var count: Int { state.withLock { $0.records.count } }

    /// Keeps an action, or finds the one with the same user, kind and key.
    package func admit(_ action: NewAction) -> Admission { state.withLock { $0.admit(action) } }

    /// Removes an action that the launch refused, so that its key can be used again.
    package func withdraw(_ id: ActionID) {
        state.withLock { $0.remove(id) }
    }

    /// Takes the status of an action; an older status than the known one is ignored.
    package func note(_ status: ActionStatus) {
        state.withLock { $0.note(status) }
    }

    /// Keeps the last line of an action's program.
    package func note(lastWords: String, of id: ActionID) {
        state.withLock {
            $0.records[id]?.action.lastWords = lastWords.cut(to: TextLimit.message)
        }
    }

    /// Handles lost changes: `status` returns the status of an action, or `nil` for one that ended
    /// so long ago that it was forgotten.
    package func noteLoss(_ status: (ActionID) -> ActionStatus?) {
        let open = state.withLock { state in
            // An action without a status is about to be submitted to the launch.
            state.records.filter { !$0.value.hasEnded && $0.value.action.status != nil }.map(\.key)
        }
        for id in open {
            let status = status(id)
            state.withLock { state in
                if let status { state.note(status) } else { state.end(id) }
            }
        }
    }

    /// The identities of all records.
    var identities: [ActionID] { state.withLock { Array($0.records.keys) } }

    /// The identities that begin with a text, in their order.
    func identities(beginning text: String) -> [ActionID] {
        state.withLock { $0.records.keys.filter { $0.description.hasPrefix(text) } }
            .sorted { $0.description < $1.description }
    }

    /// The keys of some kinds, with their actions.
    func keys(of kinds: Set<String>) -> [ActionKey: ActionID] {
        state.withLock { $0.keys.filter { kinds.contains($0.key.kind) } }
    }

    /// An action does not have its key any more.
    func letGo(of key: ActionKey, held id: ActionID) {
        state.withLock { if $0.keys[key] == id { $0.keys[key] = nil } }
    }

    /// Lets go of all that have ended.
    ///
    /// - Returns: How many.
    package func purge() -> Int { state.withLock { $0.purge() } }

    /// The record of an action; `nil` if there is none any more.
    package func action(_ id: ActionID) -> StoredAction? {
        state.withLock { $0.records[id]?.action }
    }
}

extension MemoryStore.State {
    fileprivate mutating func admit(_ action: NewAction) -> Admission {
        let stored = StoredAction(
            sender: action.sender,
            key: action.key,
            payload: action.payload,
            retryOf: action.retryOf
        )
        if action.isOnlyRetry, let old = action.retryOf,
            let earlier = records.first(where: { $0.value.action.retryOf == old })
        {
            return .retried(earlier.key)
        }
        guard let key = action.fullKey else {
            records[action.id] = MemoryStore.Record(action: stored, keyed: nil)
            return .accepted(.memory)
        }
        let digest = action.payload.digest
        if let known = keys[key], let record = records[known] {
            return record.keyed?.digest == digest ? .duplicate(known, .memory) : .conflict(known)
        }
        keys[key] = action.id
        records[action.id] = MemoryStore.Record(action: stored, keyed: (key, digest))
        return .accepted(.memory)
    }

    fileprivate mutating func note(_ status: ActionStatus) {
        guard let known = records[status.id], !known.hasEnded else { return }
        if known.action.status?.state == .running, case .waiting = status.state { return }
        records[status.id]?.action.status = status
        if status.state.isEnded { end(status.id) }
    }

    /// Keeps an ended action for a while, in place of the one that ended first.
    fileprivate mutating func end(_ id: ActionID) {
        guard records[id]?.hasEnded == false else { return }
        records[id]?.hasEnded = true
        records[id]?.action.payload = nil
        guard ended.count == MemoryStore.retained else { return ended.append(id) }
        remove(ended[oldest])
        ended[oldest] = id
        oldest = (oldest + 1) % ended.count
    }

    fileprivate mutating func purge() -> Int {
        let purged = ended
        for id in purged { remove(id) }
        ended = []
        oldest = 0
        return purged.count
    }

    fileprivate mutating func remove(_ id: ActionID) {
        if let key = records.removeValue(forKey: id)?.keyed?.key, keys[key] == id {
            keys[key] = nil
        }
    }
}
