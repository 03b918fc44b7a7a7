internal import Synchronization

/// The replies to one call, on their way to the event loop.
///
/// Replies are collected under the lock, and the loop fetches them. At most one fetch is pending:
/// that keeps the order across threads and wakes the loop once per burst. The first fetch is
/// pending from the start: the connection fetches when the service has returned.
final class CallOutbox: Sendable {
    /// The result of a fetch.
    struct Contents {
        var frames: [SharedFrame] = []
        /// Set once no reply follows.
        var end: End?
    }

    enum End {
        /// The last reply was given.
        case replied
        /// The service dropped the call without a last reply.
        case abandoned
        /// The peer left too many bytes unread.
        case overflown
    }

    private enum Phase {
        case open
        /// The last reply was given, or there will be none.
        case ended
        /// The peer will be disconnected.
        case overflown
        /// The peer disconnected first.
        case gone
    }

    private struct State {
        var phase = Phase.open
        var contents = Contents()
        /// The size of ``contents``.
        var collected: ReplyBacklog
        /// The size of what the loop has fetched and not sent yet.
        var fetched: ReplyBacklog
        var isFetchDue = true
        var onClose: [@Sendable () -> Void] = []

        init(limit: Int) {
            collected = ReplyBacklog(limit: limit)
            fetched = collected
        }

        mutating func append(_ frame: SharedFrame) {
            var backlog = fetched
            backlog.add(collected)
            guard !backlog.overflows(adding: frame.count) else {
                // Unread replies are dropped at once.
                contents = Contents(end: .overflown)
                phase = .overflown
                return
            }
            contents.frames.append(frame)
            collected.add(frame.count)
            if frame.isLast { end(.replied) }
        }

        mutating func end(_ end: End) {
            contents.end = end
            phase = .ended
            onClose = []
        }
    }

    /// Asks the loop to fetch; called from any thread, without the lock.
    private let wake: @Sendable () -> Void
    private let state: Mutex<State>

    /// The caller wants no reply.
    let isOneway: Bool

    /// Takes replies until `limit` bytes are unread; see ``ReplyBacklog``.
    init(limit: Int, isOneway: Bool = false, wake: @escaping @Sendable () -> Void) {
        state = Mutex(State(limit: limit))
        self.isOneway = isOneway
        self.wake = wake
    }

    var isOpen: Bool { state.withLock { $0.phase == .open } }

    func append(_ frame: SharedFrame) {
        change { $0.append(frame) }
    }

    /// Ends a oneway call without a reply.
    func end() {
        change { $0.end(.replied) }
    }

    func abandon() {
        change { $0.end(.abandoned) }
    }

    private func change(_ body: (inout State) -> Void) {
        let isFetchDue = state.withLock { state in
            guard state.phase == .open else { return false }
            body(&state)
            defer { state.isFetchDue = true }
            return !state.isFetchDue
        }
        if isFetchDue { wake() }
    }

    /// The replies since the last fetch.
    func fetch() -> Contents {
        state.withLock { state in
            state.isFetchDue = false
            state.fetched.add(state.collected)
            state.collected = ReplyBacklog(limit: state.collected.limit)
            defer { state.contents.frames = [] }
            return state.contents
        }
    }

    /// Notes how much of the fetched replies is not sent.
    func note(unsent: ReplyBacklog) {
        state.withLock { $0.fetched = unsent }
    }

    func onClose(_ body: @escaping @Sendable () -> Void) {
        let isGone = state.withLock { state in
            switch state.phase {
            case .open, .overflown: state.onClose.append(body)
            case .ended, .gone: break
            }
            return state.phase == .gone
        }
        if isGone { body() }
    }

    /// Tells the service that the peer is gone or disconnected, unless the call has ended.
    func peerWentAway() {
        let bodies = state.withLock { state in
            guard state.phase != .ended else { return [] as [@Sendable () -> Void] }
            state.phase = .gone
            state.contents = Contents()
            defer { state.onClose = [] }
            return state.onClose
        }
        for body in bodies { body() }
    }
}
