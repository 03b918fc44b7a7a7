internal import Synchronization

/// The tasks that sleep in the time of a launch: its own clock wakes them.
///
/// Swift's `Task.sleep` is woken by the threads that all tasks of the process share, which a library may
/// keep busy.
final class Sleepers: Sendable {
    private struct State: Sendable {
        var asleep: [Int: UnsafeContinuation<Void, Never>] = [:]
        var last = 0
        /// The launch has ended, and its clock with it.
        var isOver = false
    }

    private let state = Guarded(State())

    /// Suspends until an instant.
    ///
    /// - Parameters:
    ///   - instant: At once if it has passed.
    ///   - arm: Has ``wake(_:)`` called at the instant, with a number.
    /// - Throws: `CancellationError` when the task is cancelled.
    nonisolated(nonsending) func sleep(
        until instant: Instant,
        arm: @Sendable (Int) -> Void
    ) async throws {
        try Task.checkCancellation()
        guard Instant.now < instant else { return }
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { sleeper in
                if fallAsleep(sleeper, number) { arm(number) } else { sleeper.resume() }
            }
        } onCancel: {
            take(number)?.resume()
        }
        try Task.checkCancellation()
        // A task that was left behind, or that a body started and did not await, sleeps on without the clock.
        guard state.withLock(\.isOver), Instant.now < instant else { return }
        try await Task.sleep(for: Instant.now.duration(to: instant))
    }

    /// Wakes a sleeper, if it still sleeps.
    func wake(_ number: Int) { take(number)?.resume() }

    /// Wakes all sleepers, since the launch's clock stops: those whose time has not come sleep on
    /// by `Task.sleep`.
    func end() {
        let asleep = state.withLock { state in
            state.isOver = true
            defer { state.asleep = [:] }
            return state.asleep
        }
        for sleeper in asleep.values { sleeper.resume() }
    }

    /// - Returns: `false` when the launch has ended, or the task is cancelled.
    private func fallAsleep(_ sleeper: UnsafeContinuation<Void, Never>, _ number: Int) -> Bool {
        state.withLock { state in
            // A cancellation that came before found nothing to wake.
            guard !state.isOver, !Task.isCancelled else { return false }
            state.asleep[number] = sleeper
            return true
        }
    }

    private func take(_ number: Int) -> UnsafeContinuation<Void, Never>? {
        state.withLock { $0.asleep.removeValue(forKey: number) }
    }
}
