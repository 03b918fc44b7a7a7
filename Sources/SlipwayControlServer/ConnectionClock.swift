internal import Slipway
internal import SlipwayLoop

/// Tells when a peer took too long: to end a call that it began, or to take its last replies.
///
/// Keeps one timer at most and moves it only when it fires, so that busy connections, on which
/// almost every read ends inside a frame, do not set a timer a read.
@Loop
final class ConnectionClock {
    /// What a peer is late with.
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

    /// Notes what the peer is waited for, as numbers that change when it gets on; `nil` for
    /// nothing.
    func watch(sending: Int?, reading: Int?) throws(LoopError) {
        self.sending.note(sending, limit)
        self.reading.note(reading, limit)
        if timer == nil { try schedule() }
    }

    func cancel() {
        timer?.cancel()
        timer = nil
    }

    private func schedule() throws(LoopError) {
        guard let due = [sending.due, reading.due].compactMap(\.self).min() else { return }
        timer = try Timer(at: due) { [weak self] in self?.fire() }
    }

    private func fire() {
        timer = nil
        let now = Instant.now
        if let due = sending.due, due <= now { return onLate(.sending) }
        if let due = reading.due, due <= now { return onLate(.reading) }
        // Without a timer its lateness would never be noticed: better to be late now.
        do throws(LoopError) { try schedule() } catch { onLate(.reading) }
    }
}
