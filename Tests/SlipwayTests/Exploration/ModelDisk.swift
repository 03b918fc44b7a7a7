@testable import Slipway

/// A store as the book sees it: changes are written in order, a batch at a time, and a batch is
/// synced if one of its changes asks for that.
struct ModelDisk {
    /// How the machine, or only the process, ends.
    enum Crash { case process, power }

    /// What the store has of one action.
    struct Row: Equatable {
        var kind: Int
        var attempts = 0
        var isRunning = false
        var interruptions = 0
        var end: ActionStatus.State?
    }

    /// Changes that were handed in and are not written.
    private(set) var pending: [ActionChange] = []
    private var written: [ActionChange] = []
    /// How many of ``written`` are on disk.
    private var synced = 0
    /// The kinds of the actions.
    var kinds: [ActionID: Int] = [:]

    mutating func take(_ change: ActionChange) { pending.append(change) }

    /// Writes the first changes; returns them.
    mutating func commit(_ count: Int) -> [ActionChange] {
        let batch = Array(pending.prefix(count))
        pending.removeFirst(batch.count)
        written += batch
        if batch.contains(where: \.isSynced) { synced = written.count }
        return batch
    }

    /// Cannot write the first change; returns it.
    mutating func refuse() -> ActionChange? { pending.isEmpty ? nil : pending.removeFirst() }

    /// Forgets what did not reach its place.
    mutating func crash(_ crash: Crash) {
        pending = []
        if crash == .power { written.removeLast(written.count - synced) }
        synced = written.count
    }

    /// What is stored, in the order of acceptance.
    var rows: [(id: ActionID, row: Row)] {
        var order: [ActionID] = []
        var rows: [ActionID: Row] = [:]
        for change in written {
            switch change {
            case .accept(let id, let superseded):
                order.append(id)
                rows[id] = Row(kind: kinds[id] ?? 0)
                for old in superseded where rows[old]?.end == nil {
                    rows[old]?.end = .superseded(by: id)
                }
            case .attempt(let id, let number, _):
                if rows[id]?.isRunning == true { rows[id]?.interruptions += 1 }
                rows[id]?.attempts = number
                rows[id]?.isRunning = true
            case .pause(let id, _): rows[id]?.isRunning = false
            case .takeBack(let id, let attempts):
                rows[id]?.attempts = attempts
                rows[id]?.isRunning = false
            case .end(let id, let state):
                if rows[id]?.end == nil { rows[id]?.end = state }
            }
        }
        return order.compactMap { id in rows[id].map { (id, $0) } }
    }
}

extension ActionChange {
    var isSynced: Bool {
        switch self {
        case .accept, .end, .takeBack: true
        case .attempt(_, _, let isSynced): isSynced
        case .pause: false
        }
    }
}
