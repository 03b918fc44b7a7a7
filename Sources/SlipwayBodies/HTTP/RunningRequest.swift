internal import AsyncHTTPClient
internal import NIOCore
internal import Synchronization

/// A request that may begin after its time is up.
final class RunningRequest: Sendable {
    private struct Begun {
        let task: HTTPClient.Task<HTTPAnswer>
        let collector: AnswerCollector
    }

    private enum State {
        case due
        case begun(Begun)
        /// `nil` if it had not begun.
        case over(Begun?)
    }

    /// How long the client may take to let go of a cancelled request; it takes far less, and for
    /// ever only if it is shut down at that moment.
    private static let patience = Duration.seconds(1)

    private let state = Mutex(State.due)

    /// It was given to the client.
    func begin(_ task: HTTPClient.Task<HTTPAnswer>, _ collector: AnswerCollector) {
        let isOver = state.withLock { state in
            guard case .due = state else { return true }
            state = .begun(Begun(task: task, collector: collector))
            return false
        }
        if isOver { task.cancel() }
    }

    /// Cancels it, unless it has ended.
    func end() {
        let begun = state.withLock { state -> Begun? in
            guard case .begun(let begun) = state else {
                state = .over(nil)
                return nil
            }
            state = .over(begun)
            return begun
        }
        begun?.task.cancel()
    }

    /// How far it came before ``end()``.
    ///
    /// The client says that it has sent a request only after it has: the server may have it, and the
    /// caller may know that, before the client says so. Once the client has let go of the request,
    /// it has said everything.
    var progress: HTTPProgress {
        get async {
            guard case .over(let begun?) = state.withLock(\.self) else { return .connecting }
            _ = await firstAnswer(within: Self.patience, evenIfCancelled: true) {
                (gone: FirstAnswer<TryEnd<Void>>) in
                begun.task.futureResult.whenComplete { _ in gone.give(.answered(())) }
            }
            return begun.collector.progress
        }
    }
}
