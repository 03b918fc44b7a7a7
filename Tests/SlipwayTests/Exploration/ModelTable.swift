@testable import Slipway

/// The rows that the store has after a commit, one for each action.
struct ModelTable {
    /// The row that the store has of one action.
    struct Row: Equatable {
        let kind: Int
        let key: Int?
        /// It is on disk, and not in memory only.
        let isKept: Bool
        var keys: ActionKeys?
        var attempts = 0
        var isRunning = false
        /// It ran beside others when it was interrupted.
        var isSuspect = false
        var failures = 0
        /// The number of attempts that were followed by another one while nothing says how they
        /// ended.
        var interruptions = 0
        var end: ActionStatus.State?
    }

    /// The faults that may befall one change.
    enum Fault {
        /// There is no room for it.
        case full
        /// The action has expired while the machine slept.
        case late
        /// The record that is kept of the action is damaged.
        case damaged
        /// The payload is not what the handler takes: that is seen once the attempt is written.
        case undecodable
    }

    private(set) var rows: [ActionID: Row] = [:]
    private var order: [ActionID] = []

    /// Those on disk that have not ended, in the order of acceptance.
    var open: [(id: ActionID, row: Row)] {
        order.compactMap { id in rows[id].flatMap { $0.end == nil && $0.isKept ? (id, $0) : nil } }
    }

    /// Writes a change, unless it must not be.
    mutating func write(
        _ change: ActionChange,
        _ sent: ModelDisk.Sent,
        _ fault: Fault?
    ) -> KeepingAnswer {
        if fault == .full { return .full }
        switch change {
        case .accept(let action, _, _, let superseded):
            let id = action.id
            let isKnown =
                sent.key != nil
                && rows.values.contains { $0.key == sent.key && $0.isKept == sent.isKept }
            guard !isKnown else { return .full }
            order.append(id)
            rows[id] = Row(
                kind: sent.kind,
                key: sent.key,
                isKept: sent.isKept,
                keys: action.keys
            )
            for old in superseded { end(old, .superseded(by: id)) }
        case .attempt(let id, let number, let failures, let interruptions, _):
            return attempt(id, number, failures, interruptions, fault)
        case .backOff(let id, _, _):
            rows[id]?.isRunning = false
            rows[id]?.failures += 1
        case .handOn(let id): rows[id]?.isRunning = false
        case .interrupted(let id, let counts):
            rows[id]?.isRunning = false
            rows[id]?.interruptions += counts ? 1 : 0
        case .takeBack(let id, let attempts):
            rows[id]?.isRunning = false
            rows[id]?.attempts = attempts
        case .end(let id, let state): end(id, state)
        }
        return .stored
    }

    /// Those that ran when the process ended, not counting former suspects.
    var interrupted: [ActionID] {
        open.filter { $0.row.isRunning && !$0.row.isSuspect }.map(\.id)
    }

    /// A launch opens the file: of several that ran none counts.
    mutating func markSuspects() {
        let interrupted = interrupted
        guard interrupted.count > 1 else { return }
        for id in interrupted { rows[id]?.isSuspect = true }
    }

    private mutating func attempt(
        _ id: ActionID,
        _ number: Int,
        _ failures: Int,
        _ interruptions: Int,
        _ fault: Fault?
    ) -> KeepingAnswer {
        guard let row = rows[id], row.end == nil else { return Self.failed("its record is gone") }
        if fault == .late, row.attempts == 0 { return .rejected(.expired) }
        if fault == .damaged { return Self.failed("its payload is damaged") }
        rows[id]?.failures = failures
        rows[id]?.interruptions = interruptions
        rows[id]?.isSuspect = false
        rows[id]?.attempts = number
        rows[id]?.isRunning = true
        return fault == .undecodable ? Self.failed("its payload is no URL") : .stored
    }

    private static func failed(_ message: String) -> KeepingAnswer {
        .rejected(.failed(Failure(message), operation: nil))
    }

    private mutating func end(_ id: ActionID, _ state: ActionStatus.State) {
        if rows[id]?.end == nil { rows[id]?.end = state }
    }

    /// Loses what is in memory only.
    mutating func forgetMemory() {
        rows = rows.filter(\.value.isKept)
        order.removeAll { rows[$0] == nil }
    }

    /// Lets go of all that have ended; returns them.
    mutating func purge() -> [ActionID] {
        let ended = order.filter { rows[$0]?.end != nil }
        for id in ended { rows[id] = nil }
        order.removeAll { rows[$0] == nil }
        return ended
    }
}
