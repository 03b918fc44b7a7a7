internal import Slipway
internal import SlipwayLoop

/// Calls a handler once, at an instant, also when there is no memory for a timer: then the loop polls
/// until there is some.
@Loop
final class Alarm {
    typealias Clockwork = @Loop (Instant, @escaping @Loop () -> Void) throws(LoopError) -> Timer

    private let instant: Instant
    private let clockwork: Clockwork
    private var handler: (@Loop () -> Void)?
    private var timer: Timer?

    /// Sets an alarm; it lives until it has called or was cancelled.
    ///
    /// - Parameters:
    ///   - instant: When to call, never earlier, and not before this returns.
    ///   - clockwork: Sets a timer.
    ///   - handler: Called on the loop.
    init(
        at instant: Instant,
        clockwork: @escaping Clockwork = { instant, handler throws(LoopError) in
            try Timer(at: instant, handler: handler)
        },
        handler: @escaping @Loop () -> Void
    ) {
        self.instant = instant
        self.clockwork = clockwork
        self.handler = handler
        wait()
    }

    /// Takes the call back; does nothing after it.
    func cancel() {
        timer?.cancel()
        timer = nil
        handler = nil
    }

    private func wait() {
        guard handler != nil else { return }
        // Why there is no timer does not matter: the loop polls in its place.
        timer = try? clockwork(instant) { [self] in call() }
        guard timer == nil else { return }
        Loop.post { [self] in
            if instant <= .now { call() } else { wait() }
        }
    }

    private func call() {
        let handler = handler
        cancel()
        handler?()
    }
}
