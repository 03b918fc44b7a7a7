internal import Slipway
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayRecords
internal import Synchronization

/// Those who watch the launch at the control socket.
///
/// Keeps the launch as the events tell it, so that a watcher's snapshot and the changes after it
/// fit together without a gap. A change is encoded once for all watchers, and a snapshot once for
/// all who come while nothing changes.
final class LaunchWatchers: Sendable {
    fileprivate struct State: Sendable {
        /// The launch as the events up to now tell it; `nil` until the first of them, or a watcher.
        var followed: FollowedLaunch?
        /// ``followed`` as a watcher who comes now gets it; `nil` until one comes.
        var snapshot: SharedFrame?
        var watchers: [UInt64: ReplySink] = [:]
        var lastID: UInt64 = 0
        var isOver = false
    }

    private let launch: Launch
    private let memory: FreedMemory
    private let offsets: Offsets
    private let state = Mutex(State())

    init(_ launch: Launch, memory: FreedMemory) {
        self.launch = launch
        self.memory = memory
        offsets = Offsets(processStart: launch.processStart)
    }

    /// How many there are.
    var count: Int { state.withLock { $0.watchers.count } }

    /// Sends the launch as it is, and, if `more` was asked for, every change from then on.
    func watch(_ reply: ReplySink) {
        guard reply.mode == .more else {
            return reply.finish(WatchReply.launch(launch.report).parameters(offsets))
        }
        // The lock is held while the snapshot is encoded. Only the reporter's thread can wait for
        // it; what happens meanwhile is kept by the launch.
        let id: UInt64? = state.withLock { state in
            let followed = state.followed ?? FollowedLaunch(launch.report)
            state.followed = followed
            let snapshot = state.snapshot ?? frame(.launch(followed.report), isLast: state.isOver)
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
            // What it had not read.
            memory.noteBurst()
        }
    }

    /// Passes on what happened; from one thread, in order.
    func report(_ event: Event) {
        switch event.kind {
        case .launchStarted(let report), .launchEnded(let report), .eventsLost(_, let report):
            // Described before the lock is taken: that takes long for a large launch.
            _ = report.operations
        default: break
        }
        let (changes, watchers, isOver) = state.withLock { state in
            guard !state.isOver else { return ([WatchReply](), [UInt64: ReplySink](), true) }
            let changes = state.take(event)
            let watchers = state.watchers
            if !changes.isEmpty { state.snapshot = nil }
            if state.isOver { state.watchers = [:] }
            return (changes, watchers, state.isOver)
        }
        // Without the lock: a watcher who comes now has the changes in its snapshot.
        guard !watchers.isEmpty else { return }
        for (number, change) in changes.enumerated() {
            let frame = frame(change, isLast: isOver && number == changes.count - 1)
            for watcher in watchers.values { watcher.send(frame) }
        }
    }

    private func frame(_ reply: WatchReply, isLast: Bool) -> SharedFrame {
        SharedFrame(.parameters(reply.parameters(offsets), continues: !isLast))
    }
}

extension LaunchWatchers.State {
    /// Follows the launch one event further; the changes to tell.
    fileprivate mutating func take(_ event: Event) -> [WatchReply] {
        // A watcher came before the first event, and was told of the launch as it was by then: what
        // it knows already is dropped.
        if case .launchStarted = event.kind, followed?.report.launchedAt != nil { return [] }
        if followed == nil {
            switch event.kind {
            case .launchStarted(let report), .launchEnded(let report), .eventsLost(_, let report):
                followed = FollowedLaunch(report)
            default: return []
            }
        }
        let changes = followed?.apply(event) ?? []
        isOver = followed?.report.phase.isEnded ?? false
        return changes
    }
}
