internal import Dispatch
internal import Slipway
internal import SlipwayControl
internal import SlipwayJSON
internal import SlipwayStore
internal import Synchronization

/// Those who wait at the control socket: watchers of the launch, and senders of actions.
///
/// A reporter among others: it sees every event, in order, on the launch's own thread, and keeps
/// the launch as the events tell it, so that a watcher's snapshot and the changes after it fit
/// together without a gap.
final class LaunchWatchers: LaunchReporter {
    fileprivate struct State: Sendable {
        /// The launch as the events up to now tell it; not ahead of them, unless some were lost.
        var followed: FollowedLaunch
        var watchers: [UInt64: ReplySink] = [:]
        var senders: [UInt64: WaitingSender] = [:]
        var lastID: UInt64 = 0
        var isOver = false

        init(_ report: Report) { followed = FollowedLaunch(report) }
    }

    private let launch: Launch
    private let store: any ActionStore
    private let offsets: Offsets
    private let state: Mutex<State>

    init(_ launch: Launch, store: any ActionStore) {
        self.launch = launch
        self.store = store
        let report = launch.report
        offsets = Offsets(processStart: report.processStart)
        state = Mutex(State(report))
    }

    // MARK: Those who wait

    /// Sends the launch as it is, and, if `more` was asked for, every change from then on.
    func watch(_ reply: ReplySink) {
        guard reply.mode == .more else {
            return reply.finish(WatchReply.launch(launch.report).parameters(offsets))
        }
        let id: UInt64? = state.withLock { state in
            let snapshot = WatchReply.launch(state.followed.report).parameters(offsets)
            guard !state.isOver else {
                reply.finish(snapshot)
                return nil
            }
            reply.send(snapshot)
            state.lastID += 1
            state.watchers[state.lastID] = reply
            return state.lastID
        }
        guard let id else { return }
        reply.onClose { [self] in
            state.withLock { _ = $0.watchers.removeValue(forKey: id) }
        }
    }

    /// Replies once the action is where its sender wants it, or the time is up; with `more`, at
    /// every change until then.
    func wait(
        for wait: SubmitRequest.Wait,
        upTo timeout: Duration?,
        _ accepted: SubmitReply,
        _ reply: ReplySink
    ) {
        var sender = WaitingSender(accepted, wait, offsets, reply)
        guard !sender.isSatisfied else { return sender.finish() }
        sender.sendFirst()
        let action = accepted.action.id
        let id: UInt64? = state.withLock { state in
            // It may have moved on before anybody listened.
            if let now = launch.action(action) { sender.take(now) }
            guard !sender.isFinished else { return nil }
            state.lastID += 1
            state.senders[state.lastID] = sender
            return state.lastID
        }
        guard let id else { return }
        reply.onClose { [self] in
            state.withLock { _ = $0.senders.removeValue(forKey: id) }
        }
        guard let timeout else { return }
        let microseconds = Int(clamping: timeout.microseconds)
        DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(microseconds)) {
            [self] in
            let late = state.withLock { $0.senders.removeValue(forKey: id) }
            late?.finishLate()
        }
    }

    // MARK: What happens

    func report(_ event: Event) {
        switch event.kind {
        case .actionChanged(let status): store.note(status)
        case .launchStarted(let report), .launchEnded(let report), .eventsLost(_, let report):
            // Described here, so that nobody waits for the lock meanwhile.
            _ = report.operations
        default: break
        }
        state.withLock { state in
            switch event.kind {
            case .launchStarted(let report):
                // With the actions that were submitted before there were events.
                state.change(.launch(report), offsets)
            case .operationsAdded(let added):
                for status in added { state.change(.operation(status), offsets) }
            case .operationReady(let status), .operationStarted(let status),
                .operationRetrying(let status, _, _, _), .operationStuck(let status, _):
                state.change(.operation(status), offsets)
            case .operationEnded(let status):
                state.change(.operation(status), offsets)
                state.noteTrouble(status, offsets)
            case .paused(let queue):
                state.changePhase(offsets) { $0.setPaused(true, queue) }
            case .resumed(let queue):
                state.changePhase(offsets) { $0.setPaused(false, queue) }
            case .actionChanged(let status):
                state.change(.action(status), offsets)
                state.tellSenders(status)
            case .launchReady(let degraded):
                state.changePhase(offsets) {
                    $0.phase = .ready(degraded: degraded)
                    $0.readyAt = event.at
                }
            case .launchStopping(_, let causes):
                state.changePhase(offsets) {
                    $0.phase = .stopping
                    $0.rootCauses = causes
                }
            case .operationTornDown: break
            case .eventsLost(_, let report): catchUp(with: report, &state)
            case .launchEnded(let report):
                state.followed.apply(.launch(report))
                state.end(with: .phase(.init(report)), offsets)
            }
        }
    }

    /// Takes everything from the report that stands for lost events.
    private func catchUp(with report: Report, _ state: inout State) {
        for status in report.actions {
            store.note(status)
            state.tellSenders(status)
        }
        if report.phase.isEnded {
            state.followed.apply(.launch(report))
            state.end(with: .launch(report), offsets)
        } else {
            state.change(.launch(report), offsets)
        }
    }
}

extension LaunchWatchers.State {
    /// Takes a change in and passes it on, unless it is known already.
    fileprivate mutating func change(_ change: WatchReply, _ offsets: Offsets) {
        if followed.apply(change) { tell(change, offsets) }
    }

    fileprivate mutating func changePhase(
        _ offsets: Offsets,
        _ change: (inout WatchReply.PhaseChange) -> Void
    ) {
        var changed = WatchReply.PhaseChange(followed.report)
        change(&changed)
        self.change(.phase(changed), offsets)
    }

    /// What fails in the background degrades a launch that was not.
    fileprivate mutating func noteTrouble(_ status: OperationStatus, _ offsets: Offsets) {
        guard status.isTrouble, followed.report.phase == .ready(degraded: false) else { return }
        changePhase(offsets) { $0.phase = .ready(degraded: true) }
    }

    fileprivate func tell(_ change: WatchReply, _ offsets: Offsets) {
        guard !watchers.isEmpty else { return }
        let parameters = change.parameters(offsets)
        for watcher in watchers.values { watcher.send(parameters) }
    }

    fileprivate mutating func tellSenders(_ status: ActionStatus) {
        for (id, var sender) in senders where sender.action == status.id {
            sender.take(status)
            senders[id] = sender.isFinished ? nil : sender
        }
    }

    /// The last word to everybody: nothing will change any more.
    fileprivate mutating func end(with change: WatchReply, _ offsets: Offsets) {
        isOver = true
        let parameters = change.parameters(offsets)
        for watcher in watchers.values { watcher.finish(parameters) }
        watchers = [:]
        for sender in senders.values { sender.finish() }
        senders = [:]
    }
}

extension WatchReply.PhaseChange {
    fileprivate mutating func setPaused(_ isPaused: Bool, _ queue: Queue?) {
        guard let queue else {
            self.isPaused = isPaused
            return
        }
        pausedQueues.removeAll { $0 == queue }
        if isPaused { pausedQueues.append(queue) }
    }
}
