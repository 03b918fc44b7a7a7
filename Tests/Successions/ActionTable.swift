internal import Slipway
internal import SlipwayJSON

/// A model of the store, which answers late, with the rules for launch actions.
final class ActionTable: ActionKeeper, @unchecked Sendable {  // One thread has all of it.
    private struct Row {
        let kind: String
        let number: Int
        var attempts = 0
        var failures = 0
        var isRunning = false
        var end: ActionStatus.State?
    }

    let isDurable = true
    /// The launches by their identities.
    var launches: [String: Launch] = [:]
    private let outside: Outside
    private var pending: [(change: ActionChange, launch: String)] = []
    private var rows: [ActionID: Row] = [:]
    /// The number of attempts that have done their work.
    private var done: [ActionID: Int] = [:]
    private var running: Set<ActionID> = []
    /// The actions that ran when the process crashed.
    private var interrupted: Set<ActionID> = []

    /// Begins with what an earlier process left; `nil` for an empty one.
    init(_ outside: Outside, after earlier: ActionTable?) {
        self.outside = outside
        guard let earlier else { return }
        (rows, done, interrupted) = (earlier.rows, earlier.done, earlier.interrupted)
        interrupted.formUnion(rows.filter { $0.value.isRunning }.map(\.key))
    }

    /// The number of actions that were sent to it.
    var count: Int { rows.count }

    func keep(_ change: ActionChange, _ times: ActionTimes, for launchID: String) {
        pending.append((change, launchID))
    }

    func keep(answer: some Encodable, of id: ActionID) throws {}

    /// Writes the next change, and tells its launch.
    ///
    /// - Returns: Whether there is one.
    func step() -> Bool {
        guard !pending.isEmpty else { return false }
        let (change, launchID) = pending.removeFirst()
        write(change)
        var payload: ActionPayload?
        if case .attempt = change { payload = ActionPayload(JSON.object([:])) }
        launches[launchID]?.kept(change, .stored, payload: payload)
        return true
    }

    private func write(_ change: ActionChange) {
        let id = change.action
        outside.trace?("store \(change)")
        if rows[id]?.end != nil { outside.complain("\(id) changes after its end") }
        switch change {
        case .accept(let action, _, _, let superseded):
            rows[id] = Row(kind: action.kind, number: rows.count)
            for old in superseded { rows[old]?.end = .superseded(by: id) }
        case .attempt(_, let number, let failures, _, _):
            rows[id]?.attempts = number
            rows[id]?.failures = failures
            rows[id]?.isRunning = true
        case .backOff, .handOn, .interrupted: rows[id]?.isRunning = false
        case .takeBack(_, let attempts):
            rows[id]?.attempts = attempts
            rows[id]?.isRunning = false
        case .end(_, let state):
            rows[id]?.end = state
            rows[id]?.isRunning = false
        }
    }

    /// The actions that have not ended, for the first launch of a process.
    func open(at now: Instant) -> [RestoredAction] {
        rows.filter { $0.value.end == nil }.sorted { $0.value.number < $1.value.number }.map {
            var action = RestoredAction(id: $0.key, kind: $0.value.kind, acceptedAt: now)
            action.attempts = $0.value.attempts
            action.failures = $0.value.failures
            action.isInterrupted = $0.value.isRunning
            return action
        }
    }

    // MARK: Rules

    func begins(_ id: ActionID, in generation: Int) {
        outside.trace?("\(generation) begins \(id)")
        if !running.insert(id).inserted { outside.complain("\(id) runs twice at a time") }
        if rows[id]?.isRunning != true { outside.complain("\(id) runs, which is not stored") }
        if done[id] != nil, !interrupted.contains(id) || rows[id]?.kind == "a0" {
            outside.complain("\(id) runs again in \(generation)")
        }
    }

    func isDone(_ id: ActionID, in generation: Int) {
        done[id, default: 0] += 1
        running.remove(id)
    }

    /// A handler has given up.
    func gaveUp(_ id: ActionID) { running.remove(id) }

    /// All launches have ended.
    ///
    /// - Parameter isStopped: The service was stopped before all could run.
    func checkEnd(isStopped: Bool) {
        for (id, row) in rows {
            switch row.end {
            case .done?: if done[id] == nil { outside.complain("\(id) is done, and never ran") }
            case nil:
                if !isStopped { outside.complain("\(id) never ended") }
                if done[id] != nil { outside.complain("\(id) ran, and has not ended") }
            case .interrupted?:
                if row.kind != "a0" { outside.complain("\(id) is given up") }
            case .waiting?, .running?, .superseded?, .expired?, .cancelled?, .failed?:
                outside.complain("\(id) has ended in vain: \(row.end.map { "\($0)" } ?? "")")
            }
        }
    }
}
