@testable import Slipway

/// A store as the book sees it: it writes what has come as one commit, and then answers each change.
///
/// As in a write-ahead log, a commit that none of its changes wants synced is only written; it
/// reaches the disk with the next one that is synced. What is answered of a synced one is on disk.
struct ModelDisk {
    /// The end of a process or a machine, which ends a launch.
    enum Crash {
        /// The process ends: the system keeps what was written.
        case process
        /// The machine ends: of the commits after the last one that is surely on disk, the first few
        /// survive, or none, or all.
        case power
    }

    /// A submission of an action.
    struct Sent {
        let kind: Int
        /// The sender's key: of several with the same one at most one is accepted.
        let key: Int?
        /// It is on disk, and not in memory only.
        let isKept: Bool
    }

    /// The result of a change, which the book does not know yet.
    struct Report {
        let change: ActionChange
        let answer: KeepingAnswer
    }

    private struct Commit {
        var table: ModelTable
        let isSynced: Bool
    }

    /// Changes that were handed in and are not written.
    private(set) var pending: [ActionChange] = []
    private(set) var reports: [Report] = []
    /// The table that is surely on disk.
    private var durable = ModelTable()
    /// The commits that were written since.
    private var commits: [Commit] = []
    var sent: [ActionID: Sent] = [:]

    /// The table that is written.
    var table: ModelTable { commits.last?.table ?? durable }

    /// It has nothing to write and nothing to answer.
    var isIdle: Bool { pending.isEmpty && reports.isEmpty }

    mutating func take(_ change: ActionChange) { pending.append(change) }

    /// Writes the first changes: together, or one by one if there is no room for one of them.
    mutating func write(_ count: Int, _ fault: (ActionChange) -> ModelTable.Fault?) {
        let batch = pending.prefix(count).map { (change: $0, fault: fault($0)) }
        pending.removeFirst(batch.count)
        if batch.contains(where: { $0.fault == .full }) {
            for one in batch { commit([one]) }
        } else {
            commit(batch)
        }
    }

    private mutating func commit(_ changes: [(change: ActionChange, fault: ModelTable.Fault?)]) {
        var table = table
        for (change, fault) in changes {
            guard let sent = sent[change.action] else { continue }
            let answer = table.write(change, sent, fault)
            reports.append(Report(change: change, answer: answer))
        }
        commits.append(
            Commit(
                table: table,
                isSynced: changes.contains { $0.change.isSynced && isKept($0.change) }
            )
        )
    }

    /// The next answer: by now the commits are synced that have to be.
    mutating func report() -> Report? {
        guard !reports.isEmpty else { return nil }
        if let last = commits.lastIndex(where: \.isSynced) { sync(upTo: last) }
        return reports.removeFirst()
    }

    private mutating func sync(upTo last: Int) {
        durable = commits[last].table
        commits.removeFirst(last + 1)
    }

    /// A launch opens the file: what it will tell of it is on disk first.
    mutating func open() {
        if !commits.isEmpty { sync(upTo: commits.count - 1) }
        durable.markSuspects()
    }

    /// Lets go of the records of ended actions; returns them.
    mutating func purge() -> [ActionID] {
        var table = table
        let purged = table.purge()
        commits.append(Commit(table: table, isSynced: false))
        return purged
    }

    /// Tells whether a change is of an action that is on disk.
    func isKept(_ change: ActionChange) -> Bool { sent[change.action]?.isKept ?? true }

    /// There is no file yet; returns what was to be written to it.
    mutating func giveUp() -> [ActionChange] {
        let given = pending.filter { isKept($0) }
        pending = pending.filter { !isKept($0) }
        return given
    }

    /// Forgets what did not reach its place.
    mutating func crash(_ crash: Crash, _ random: inout SeededGenerator) {
        pending = []
        reports = []
        if crash == .power, !commits.isEmpty {
            commits.removeLast(random.number(0...commits.count))
            if !commits.isEmpty { sync(upTo: commits.count - 1) }
        }
        // The rows in memory are gone with the process.
        durable.forgetMemory()
        for index in commits.indices { commits[index].table.forgetMemory() }
    }
}
