internal import Slipway
internal import SlipwayLoop

/// The end of a try.
enum TryEnd<Value: Sendable>: Sendable {
    case answered(Value)
    /// The time of the try was up.
    case timedOut
    /// The task was cancelled.
    case cancelled
}

/// Starts a call and waits for its answer, at most until `limit` or until the task is cancelled.
///
/// The loop must run: its timer needs no further thread.
///
/// - Parameters:
///   - limit: How long to wait; `nil` for as long as it takes.
///   - evenIfCancelled: Whether to wait although the task is cancelled. Default: no.
///   - begin: Called at once with the receiver of the answer; a late answer is dropped.
/// - Returns: The answer, or why there is none.
func firstAnswer<Value: Sendable>(
    within limit: Duration?,
    evenIfCancelled: Bool = false,
    begin: (Promise<TryEnd<Value>>) -> Void
) async -> TryEnd<Value> {
    let answer = Promise<TryEnd<Value>>()
    begin(answer)
    let alarm = Alarm()
    if let limit { Loop.post { alarm.set(after: limit) { answer.resolve(.timedOut) } } }
    let end = await withTaskCancellationHandler {
        await answer.value()
    } onCancel: {
        if !evenIfCancelled { answer.resolve(.cancelled) }
    }
    Loop.post { alarm.cancel() }
    return end
}

/// Suspends for `duration`, without a thread.
///
/// The loop must run.
///
/// - Throws: `CancellationError` once the task is cancelled.
func pause(for duration: Duration) async throws {
    switch await firstAnswer(within: duration, begin: { (_: Promise<TryEnd<Never>>) in }) {
    case .timedOut: return
    case .cancelled: throw CancellationError()
    }
}

/// A timer that another thread sets and then cancels.
@Loop
private final class Alarm {
    private var timer: Timer?

    nonisolated init() {}

    func set(after limit: Duration, ring: @escaping @Loop () -> Void) {
        timer = Timer(after: limit, handler: ring)
    }

    func cancel() {
        timer?.cancel()
        timer = nil
    }
}
