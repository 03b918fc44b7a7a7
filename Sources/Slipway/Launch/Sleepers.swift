internal import Synchronization

/// The tasks that sleep in the time of a launch: its own clock wakes them.
///
/// Swift's `Task.sleep` is woken by the threads that all tasks of the process share, which a library may
/// keep busy.
final class Sleepers: Sendable {
    /// Why a sleep is over.
    private enum End: Sendable {
        case due
        case cancelled
        /// The launch has ended, and its clock with it.
        case clockStopped
    }

    private struct State: Sendable {
        var asleep: [Int: UnsafeContinuation<End, Never>] = [:]
        var last = 0
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
        let end = await withTaskCancellationHandler {
            await withUnsafeContinuation { sleeper in
                let known = fallAsleep(sleeper, number)
                if let known { sleeper.resume(returning: known) } else { arm(number) }
            }
        } onCancel: {
            take(number)?.resume(returning: .cancelled)
        }
        switch end {
        case .due: return
        case .cancelled: throw CancellationError()
        // What was left behind, or was started by a body and not awaited.
        case .clockStopped: try await Task.sleep(for: Instant.now.duration(to: instant))
        }
    }

    /// Wakes a sleeper, if it still sleeps.
    func wake(_ number: Int) { take(number)?.resume(returning: .due) }

    /// The clock stops: those that sleep look for another one.
    func end() {
        let asleep = state.withLock { state in
            state.isOver = true
            defer { state.asleep = [:] }
            return state.asleep
        }
        for sleeper in asleep.values { sleeper.resume(returning: .clockStopped) }
    }

    /// - Returns: Why it cannot sleep; `nil` if it does.
    private func fallAsleep(_ sleeper: UnsafeContinuation<End, Never>, _ number: Int) -> End? {
        state.withLock { state in
            if state.isOver { return .clockStopped }
            // A cancellation that came before found nothing to wake.
            if Task.isCancelled { return .cancelled }
            state.asleep[number] = sleeper
            return nil
        }
    }

    private func take(_ number: Int) -> UnsafeContinuation<End, Never>? {
        state.withLock { $0.asleep.removeValue(forKey: number) }
    }
}
