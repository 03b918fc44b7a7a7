internal import Synchronization

/// The replies of one call on their way to the event loop.
///
/// Replies are collected under the lock and fetched by the loop, at most one fetch being on its
/// way: that keeps their order whichever threads they come from, and wakes the loop once a burst.
final class CallOutbox: Sendable {
    /// What the loop fetches.
    struct Contents {
        /// Whole frames.
        var bytes: [UInt8] = []
        /// Set once nothing follows.
        var end: End?
    }

    enum End {
        /// The last reply is in.
        case replied
        /// Nobody is left who could send the last reply.
        case abandoned
        /// More replies than ``limit`` bytes wait to be fetched.
        case overflown
    }

    private enum Phase {
        case open
        case ended
        /// The peer went away first.
        case gone
    }

    private struct State {
        var phase = Phase.open
        var contents = Contents()
        var isFetchDue = false
        var onClose: [@Sendable () -> Void] = []
    }

    private let limit: Int
    /// Asks the loop to fetch; called from any thread, not under the lock.
    private let wake: @Sendable () -> Void
    private let state = Mutex(State())

    init(limit: Int, wake: @escaping @Sendable () -> Void) {
        self.limit = limit
        self.wake = wake
    }

    var isOpen: Bool { state.withLock { $0.phase == .open } }

    func append(_ frame: [UInt8], isLast: Bool = false) {
        change { state in
            let waiting = state.contents.bytes.count
            // A single reply may be of any size: the peer asked for it.
            if waiting > 0, waiting + frame.count > limit {
                state.contents.end = .overflown
                state.phase = .ended
                return
            }
            state.contents.bytes += frame
            guard isLast else { return }
            state.contents.end = .replied
            state.phase = .ended
        }
    }

    func abandon() {
        change { state in
            state.contents.end = .abandoned
            state.phase = .ended
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let isFetchDue = state.withLock { state in
            guard state.phase == .open else { return false }
            body(&state)
            if state.phase == .ended { state.onClose = [] }
            defer { state.isFetchDue = true }
            return !state.isFetchDue
        }
        if isFetchDue { wake() }
    }

    /// Everything that was appended since the last time.
    func fetch() -> Contents {
        state.withLock { state in
            state.isFetchDue = false
            defer { state.contents.bytes = [] }
            return state.contents
        }
    }

    func onClose(_ body: @escaping @Sendable () -> Void) {
        let isGone = state.withLock { state in
            if state.phase == .open { state.onClose.append(body) }
            return state.phase == .gone
        }
        if isGone { body() }
    }

    /// The peer went away: whoever works on the call is told, unless it ended.
    func peerWentAway() {
        let bodies = state.withLock { state in
            guard state.phase == .open else { return [] as [@Sendable () -> Void] }
            state.phase = .gone
            state.contents = Contents()
            defer { state.onClose = [] }
            return state.onClose
        }
        for body in bodies { body() }
    }
}
