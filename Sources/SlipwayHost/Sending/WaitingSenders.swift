internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayStore
internal import SlipwayVarlink
internal import Synchronization

/// The calls that wait at the control socket for their actions, by action.
final class WaitingSenders: Sendable {
    fileprivate struct State: Sendable {
        var senders: [ActionID: [UInt64: WaitingSender]] = [:]
        var lastID: UInt64 = 0
        var isOver = false
    }

    private let current: CurrentLaunch
    private let store: ActionStore
    private let timers = WaitTimers()
    private let state = Mutex(State())

    init(_ current: CurrentLaunch, _ store: ActionStore) {
        self.current = current
        self.store = store
    }

    private var offsets: Offsets { Offsets(processStart: current.launch.processStart) }

    /// Replies once the action has reached the state waited for, or the time is up; with `more`, at
    /// every change until then.
    func wait(
        for wait: Method.Submit.Wait,
        upTo timeout: Duration?,
        _ accepted: SubmitReply,
        isTrusted: Bool = true,
        _ reply: ReplySink
    ) {
        let sender = WaitingSender(accepted, wait, offsets, isTrusted: isTrusted, reply)
        guard !sender.isSatisfied else { return sender.finish() }
        sender.sendProgress()
        let action = accepted.action.id
        let id = state.withLock { state in
            state.lastID += 1
            state.senders[action, default: [:]][state.lastID] = sender
            return state.lastID
        }
        reply.onClose { [self] in _ = remove(id, action) }
        if let timeout { setTimer(id, action, timeout) }
        // The action may have changed before this wait was registered, or ended with the launch.
        catchUp(action)
        guard state.withLock({ $0.isOver }) else { return }
        if let status = current.action(action) { take(status) }
        remove(id, action)?.finish()
    }

    /// Passes the new status of an action on to its waits.
    func take(_ status: ActionStatus) {
        let detailed = store.detailed(status)
        let result = status.state.isEnded ? store.result(of: status.id) : HandlerResult()
        take(status, detailed, result)
    }

    private func take(_ status: ActionStatus, _ detailed: ActionStatus, _ result: HandlerResult) {
        let finished = state.withLock { $0.take(status, detailed, result) }
        cancelTimers(finished)
    }

    /// Handles lost events.
    func noteLoss() {
        for action in state.withLock({ Array($0.senders.keys) }) { catchUp(action) }
    }

    /// Takes the status of an action as it is now.
    ///
    /// Of an action that has ended unseen the record has the result, also if the launch has forgotten the action.
    private func catchUp(_ action: ActionID) {
        let known = current.action(action)
        if let known, !known.state.isEnded { return take(known) }
        InlineExecutor.run { [self] in
            do throws(StoreError) {
                if let record = try await store.record(action) {
                    // An action that has not ended is on its way from one launch into the next.
                    guard record.status.state.isEnded else { return }
                    let words = record.result.lastWords
                    return take(record.status, record.status.detailed(words), record.result)
                }
                if let known { take(known) } else { fail(action, .lost(action)) }
            } catch {
                if let known { return take(known) }
                fail(action, .storeFailed(message: error.description))
            }
        }
    }

    /// Ends the waits for an action of which nothing more can be told.
    private func fail(_ action: ActionID, _ refusal: LaunchRefusal) {
        let lost = state.withLock { $0.senders.removeValue(forKey: action) } ?? [:]
        for sender in lost.values { sender.fail(refusal) }
        cancelTimers(Array(lost.keys))
    }

    /// Ends every wait: no action changes any more.
    func end() {
        for action in state.withLock({ Array($0.senders.keys) }) {
            if let status = current.action(action) { take(status) }
        }
        let left = state.withLock { state in
            state.isOver = true
            defer { state.senders = [:] }
            return state.senders
        }
        for senders in left.values {
            for sender in senders.values { sender.finish() }
            cancelTimers(Array(senders.keys))
        }
    }

    /// The number of waits.
    var count: Int { state.withLock { $0.senders.values.reduce(0) { $0 + $1.count } } }

    /// The number of waits with a time limit.
    @Loop var timerCount: Int { timers.count }

    private func setTimer(_ id: UInt64, _ action: ActionID, _ timeout: Duration) {
        Loop.post { [self] in
            guard state.withLock({ $0.senders[action]?[id] != nil }) else { return }
            timers.set(id, after: timeout) { [self] in remove(id, action)?.finishLate() }
        }
    }

    /// The loop runs posted work in order, so after the setting of the timers.
    private func cancelTimers(_ ids: [UInt64]) {
        guard !ids.isEmpty else { return }
        Loop.post { [self] in
            for id in ids { timers.cancel(id) }
        }
    }

    private func remove(_ id: UInt64, _ action: ActionID) -> WaitingSender? {
        let sender = state.withLock { $0.remove(id, action) }
        if sender != nil { cancelTimers([id]) }
        return sender
    }
}

extension WaitingSenders.State {
    /// Updates the waits for an action; returns those that have ended.
    fileprivate mutating func take(
        _ status: ActionStatus,
        _ detailed: ActionStatus,
        _ result: HandlerResult
    ) -> [UInt64] {
        guard var waiting = senders[status.id] else { return [] }
        // Removed first, so that they are changed in place.
        senders[status.id] = nil
        var finished: [UInt64] = []
        for id in waiting.keys {
            let isTrusted = waiting[id]?.isTrusted ?? false
            waiting[id]?.take(
                isTrusted ? detailed : status,
                isTrusted ? result : HandlerResult()
            )
            if waiting[id]?.isFinished == true { finished.append(id) }
        }
        for id in finished { waiting[id] = nil }
        if !waiting.isEmpty { senders[status.id] = waiting }
        return finished
    }

    fileprivate mutating func remove(_ id: UInt64, _ action: ActionID) -> WaitingSender? {
        let sender = senders[action]?.removeValue(forKey: id)
        if senders[action]?.isEmpty == true { senders[action] = nil }
        return sender
    }
}
