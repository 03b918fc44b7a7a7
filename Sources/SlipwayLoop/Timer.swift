package import Slipway

/// Calls a handler once, at an instant of the monotonic clock.
///
/// The timer lives until it has fired or was cancelled, even without other references.
@Loop
package final class Timer {
    private let number: Int

    /// Sets a timer.
    ///
    /// - Parameters:
    ///   - instant: When to call; as soon as possible if it has passed, but not before this returns.
    ///   - handler: Called on the loop.
    @discardableResult
    package init(at instant: Instant, handler: @escaping @Loop () -> Void) {
        number = LoopTimers.shared.set(at: instant, handler)
    }

    /// Sets a timer relative to now.
    @discardableResult
    package convenience init(after duration: Duration, handler: @escaping @Loop () -> Void) {
        self.init(at: .now.advanced(by: max(duration, .zero)), handler: handler)
    }

    /// The timer will still fire.
    package var isPending: Bool { LoopTimers.shared.isPending(number) }

    /// Cancels the timer; does nothing if it has fired.
    package func cancel() { LoopTimers.shared.cancel(number) }
}
