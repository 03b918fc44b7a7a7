package import Slipway

extension Timer {
    /// Suspends until an instant of the monotonic clock.
    ///
    /// In place of `Task.sleep`: that makes Dispatch open descriptors at its first use, and Dispatch ends the process
    /// where none are left.
    ///
    /// - Parameter instant: At once if it has passed.
    /// - Throws: `CancellationError` when the task is cancelled.
    package nonisolated static func sleep(until instant: Instant) async throws {
        let sleeper = Sleeper()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Loop.post { sleeper.sleep(until: instant, continuation) }
            }
        } onCancel: {
            Loop.post { sleeper.wake() }
        }
        try Task.checkCancellation()
    }
}

/// A task that sleeps.
@Loop
private final class Sleeper {
    private var isAwake = false
    private var continuation: CheckedContinuation<Void, Never>?
    private var timer: Timer?

    nonisolated init() {}

    func sleep(until instant: Instant, _ continuation: CheckedContinuation<Void, Never>) {
        guard !isAwake else { return continuation.resume() }
        self.continuation = continuation
        timer = Timer(at: instant) { self.wake() }
    }

    func wake() {
        isAwake = true
        timer?.cancel()
        continuation?.resume()
        (timer, continuation) = (nil, nil)
    }
}
