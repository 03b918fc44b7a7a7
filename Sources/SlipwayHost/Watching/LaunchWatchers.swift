internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayVarlink
internal import Synchronization

/// The callers that watch the launch at the control socket.
///
/// It follows the launch by its events, so that a watcher's snapshot and the later changes fit
/// together without a gap. A change is encoded once for all watchers, and a snapshot once for all
/// that come until the next change.
final class LaunchWatchers: Sendable {
    fileprivate struct State: Sendable {
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

    private let current: CurrentLaunch
    private let memory: FreedMemory
    private let offsets: Offsets
    private let state = Mutex(State())

    init(_ current: CurrentLaunch, memory: FreedMemory) {
        self.current = current
        self.memory = memory
        offsets = Offsets(processStart: current.launch.processStart)
    }

    private var launch: Launch { current.launch }

    /// The number of watchers.
    var count: Int { state.withLock { $0.watchers.count } }

    /// Sends the launch as it is, and with `more` every later change.
    func watch(_ reply: ReplySink) {
        guard reply.mode == .more else {
            return reply.finish(WatchReply.launch(launch.report), offsets)
        }
        // The lock is held while the snapshot is encoded. Only the reporter's thread can wait for
        // it; the launch keeps the events meanwhile.
        let id: UInt64? = state.withLock { state in
            let report = state.report(launch)
            let snapshot = state.snapshot ?? frame(.launch(report), isLast: state.isOver)
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
            // The replies that it had not read.
            memory.noteBurst()
        }
    }

    /// Passes an event on; from one thread, in order.
    func report(_ event: Event) {
        let (changes, watchers, isOver) = state.withLock { state in
            guard !state.isOver else { return ([WatchReply](), [UInt64: ReplySink](), true) }
            let changes = state.take(event)
            let watchers = state.watchers
            if !changes.isEmpty { state.snapshot = nil }
            if state.isOver { state.watchers = [:] }
            return (changes, watchers, state.isOver)
        }
        // Without the lock: a new watcher has the changes in its snapshot.
        guard !watchers.isEmpty else { return }
        for (number, change) in changes.enumerated() {
            let frame = frame(change, isLast: isOver && number == changes.count - 1)
            for watcher in watchers.values { watcher.send(frame) }
        }
    }

    private func frame(_ reply: WatchReply, isLast: Bool) -> SharedFrame {
        SharedFrame(.parameters(reply.object(offsets), continues: !isLast))
    }
}

extension LaunchWatchers.State {
    /// The launch for a new watcher.
    fileprivate mutating func report(_ launch: Launch) -> Report {
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
