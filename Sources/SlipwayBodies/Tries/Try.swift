internal import SlipwayLoop

/// How a try ended.
enum TryEnd<Value: Sendable>: Sendable {
    case answered(Value)
    /// Its time was up.
    case timedOut
    /// The task was cancelled.
    case cancelled
    /// There is no memory for its timer.
    case notTimed(LoopError)
}

/// Starts a call and waits for its answer, at most until `limit` or until the task is cancelled.
///
/// The loop must run: its timer needs no further thread.
///
/// - Parameters:
///   - limit: How long to wait.
///   - evenIfCancelled: Whether to wait although the task is cancelled. Default: no.
///   - begin: Called at once with the receiver of the answer; a late answer is dropped.
/// - Returns: The answer, or why there is none.
func firstAnswer<Value: Sendable>(
    within limit: Duration,
    evenIfCancelled: Bool = false,
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
        if !evenIfCancelled { answer.give(.cancelled) }
    }
    Loop.post { alarm.cancel() }
    return end
}

/// Suspends for `duration`, without a thread.
///
/// The loop must run.
///
/// - Throws: `CancellationError` once the task is cancelled; `LoopError` if no timer can be set.
func pause(for duration: Duration) async throws {
    switch await firstAnswer(within: duration, begin: { (_: FirstAnswer<TryEnd<Never>>) in }) {
    case .timedOut: return
    case .cancelled: throw CancellationError()
    case .notTimed(let error): throw error
    }
}

/// A timer that another thread sets and then cancels.
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
