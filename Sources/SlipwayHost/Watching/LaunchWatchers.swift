internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayVarlink
internal import Synchronization

/// The callers that watch the launch at the control socket.
///
/// The launch is followed by its events, so that a watcher's snapshot and the later changes fit
/// together without a gap. A change is encoded once for all watchers, and a snapshot once for all
/// that come until the next change.
final class LaunchWatchers: Sendable {
    fileprivate struct State: Sendable {
        /// The launch that is watched.
        var launch: Launch
        /// The launch after the events so far, or as the first watcher found it.
        var fold = ReportFold()
        /// The number of the last event that ``fold`` contains.
        var lastEvent: UInt64 = 0
        /// The launch, encoded for a new watcher; `nil` until there is one.
        var snapshot: SharedFrame?
        var watchers: [UInt64: ReplySink] = [:]
        var lastID: UInt64 = 0
        var isOver = false
    }

    private let memory: FreedMemory
    private let state: Mutex<State>

    init(_ launch: Launch, memory: FreedMemory) {
        self.memory = memory
        state = Mutex(State(launch: launch))
    }

    /// Another launch is watched from now on: each watcher gets it as it is.
    func follow(_ launch: Launch) {
        state.withLock { state in
            guard !state.isOver else { return }
            state = State(launch: launch, watchers: state.watchers, lastID: state.lastID)
            guard !state.watchers.isEmpty else { return }
            let frame = frame(.launch(state.report()), isLast: state.isOver, launch)
            state.snapshot = frame
            for watcher in state.watchers.values { watcher.send(frame) }
            if state.isOver { state.watchers = [:] }
        }
    }

    /// The number of watchers.
    var count: Int { state.withLock { $0.watchers.count } }

    /// Sends the launch as it is, and with `more` every later change.
    func watch(_ reply: ReplySink) {
        guard reply.mode == .more else {
            let launch = state.withLock(\.launch)
            return reply.finish(
                WatchReply.launch(launch.report),
                Offsets(processStart: launch.processStart)
            )
        }
        // The lock is held while the snapshot is encoded. Only the reporter's thread can wait for
        // it; the launch holds the events meanwhile.
        let id: UInt64? = state.withLock { state in
            let report = state.report()
            let snapshot =
                state.snapshot ?? frame(.launch(report), isLast: state.isOver, state.launch)
            state.snapshot = snapshot
            reply.send(snapshot)
            guard !state.isOver else { return nil }
            state.lastID += 1
            state.watchers[state.lastID] = reply
            return state.lastID
        }
        guard let id else { return }
        reply.onClose { [self] in
            state.withLock { _ = $0.watchers.removeValue(forKey: id) }
            // The replies that the watcher had not read are freed.
            memory.noteBurst()
        }
    }

    /// Passes an event of a launch on; from one thread, in order.
    ///
    /// An event of a launch that is not watched any more, or not yet, is passed over.
    func report(_ event: Event, of launchID: String) {
        let (changes, watchers, isOver, launch) = state.withLock { state in
            guard !state.isOver, state.launch.id == launchID else {
                return ([WatchReply](), [UInt64: ReplySink](), true, state.launch)
            }
            let changes = state.take(event)
            let watchers = state.watchers
            if !changes.isEmpty { state.snapshot = nil }
            if state.isOver { state.watchers = [:] }
            return (changes, watchers, state.isOver, state.launch)
        }
        // Sent without the lock: a new watcher has the changes in its snapshot.
        guard !watchers.isEmpty else { return }
        for (number, change) in changes.enumerated() {
            let frame = frame(change, isLast: isOver && number == changes.count - 1, launch)
            for watcher in watchers.values { watcher.send(frame) }
        }
    }

    private func frame(_ reply: WatchReply, isLast: Bool, _ launch: Launch) -> SharedFrame {
        let offsets = Offsets(processStart: launch.processStart)
        return SharedFrame(.parameters(reply.object(offsets), continues: !isLast))
    }
}

extension LaunchWatchers.State {
    /// The launch for a new watcher.
    fileprivate mutating func report() -> Report {
        if let report = fold.report { return report }
        let (report, lastEvent) = launch.numberedReport
        self.lastEvent = lastEvent
        fold = ReportFold(report)
        isOver = report.phase.isEnded
        return report
    }

    /// Applies one event; returns the changes to send.
    fileprivate mutating func take(_ event: Event) -> [WatchReply] {
        // A loss has the number of the last event before it.
        if case .eventsLost = event.kind {} else if event.sequence <= lastEvent { return [] }
        lastEvent = event.sequence
        let changes = fold.replies(to: event)
        isOver = fold.phase?.isEnded ?? false
        return changes
    }
}
