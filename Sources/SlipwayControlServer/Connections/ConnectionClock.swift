internal import Slipway
internal import SlipwayLoop

/// Reports a peer that takes too long: to finish a call that it began, or to take its last replies.
///
/// Keeps at most one timer and moves it only when it fires, so that busy connections, where almost
/// every read ends inside a frame, do not set a timer per read.
@Loop
final class ConnectionClock {
    /// The step in which the peer is late.
    enum Lateness {
        case sending, reading
    }

    /// Something that must change within the limit.
    private struct Watched {
        var state: Int?
        var deadline = Instant.now

        mutating func note(_ state: Int?, _ limit: Duration) {
            if let state, state != self.state { deadline = .now.advanced(by: limit) }
            self.state = state
        }

        var due: Instant? { state == nil ? nil : deadline }
    }

    private let limit: Duration
    private let onLate: @Loop (Lateness) -> Void
    private var sending = Watched()
    private var reading = Watched()
    private var timer: Timer?

    /// Calls `onLate` when the limit has passed, unless ``cancel()`` was called before.
    init(limit: Duration, onLate: @escaping @Loop (Lateness) -> Void) {
        self.limit = limit
        self.onLate = onLate
    }

    /// Notes the progress that the peer owes, as numbers that change with progress; `nil` for none.
    func watch(sending: Int?, reading: Int?) {
        self.sending.note(sending, limit)
        self.reading.note(reading, limit)
        if timer == nil { schedule() }
    }

    func cancel() {
        timer?.cancel()
        timer = nil
    }

    private func schedule() {
        guard let due = [sending.due, reading.due].compactMap(\.self).min() else { return }
        timer = Timer(at: due) { [weak self] in self?.fire() }
    }

    private func fire() {
        timer = nil
        let now = Instant.now
        if let due = sending.due, due <= now { return onLate(.sending) }
        if let due = reading.due, due <= now { return onLate(.reading) }
        schedule()
    }
}
