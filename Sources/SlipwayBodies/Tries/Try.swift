internal import SlipwayLoop

/// How a try came to its end.
enum TryEnd<Value: Sendable>: Sendable {
    case answered(Value)
    /// Its time was up.
    case timedOut
    /// The task was cancelled.
    case cancelled
    /// There is no memory for its timer.
    case notTimed(LoopError)
}

/// Starts what answers later, and waits for the answer: not longer than `limit`, and not once the
/// task is cancelled, whatever the other side hangs on.
///
/// The loop must run: its timer does not depend on threads that may not be had.
///
/// - Parameters:
///   - limit: How long to wait.
///   - begin: Called at once, with what to give the answer to; a late one is dropped.
/// - Returns: The answer, or why there is none.
func firstAnswer<Value: Sendable>(
    within limit: Duration,
    begin: (FirstAnswer<TryEnd<Value>>) -> Void
) async -> TryEnd<Value> {
    let answer = FirstAnswer<TryEnd<Value>>()
    begin(answer)
    let alarm = Alarm()
    Loop.post {
        do throws(LoopError) {
            try alarm.set(after: limit) { answer.give(.timedOut) }
        } catch {
            answer.give(.notTimed(error))
        }
    }
    let end = await withTaskCancellationHandler {
        await answer.value()
    } onCancel: {
        answer.give(.cancelled)
    }
    Loop.post { alarm.cancel() }
    return end
}

/// Passes time, without a thread.
///
/// The loop must run.
///
/// - Throws: `CancellationError` once the task is cancelled; what keeps a timer from being set.
func pause(for duration: Duration) async throws {
    switch await firstAnswer(within: duration, begin: { (_: FirstAnswer<TryEnd<Never>>) in }) {
    case .timedOut: return
    case .cancelled: throw CancellationError()
    case .notTimed(let error): throw error
    }
}

/// A timer that is set and cancelled from another thread, in this order.
@Loop
private final class Alarm {
    private var timer: Timer?

    nonisolated init() {}

    func set(after limit: Duration, ring: @escaping @Loop () -> Void) throws(LoopError) {
        timer = try Timer(after: limit, handler: ring)
    }

    func cancel() {
        timer?.cancel()
        timer = nil
    }
}
