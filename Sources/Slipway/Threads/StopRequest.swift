/// A request to end that is made once, for which any number of tasks wait.
final class StopRequest: Sendable {
    private struct State: Sendable {
        var isMade = false
        var lastNumber = 0
        /// The calls that wake the tasks that wait, by their numbers.
        var wakes: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Guarded(State())

    /// The request was made.
    var isMade: Bool { state.withLock { $0.isMade } }

    /// Wakes every task that waits; later ones do not wait.
    func make() {
        let wakes = state.withLock { state in
            defer { (state.isMade, state.wakes) = (true, [:]) }
            return state.wakes.sorted { $0.key < $1.key }
        }
        for (_, wake) in wakes { wake() }
    }

    /// Suspends until the request is made, or the task is cancelled.
    ///
    /// - Parameter woken: Called once, just before the task goes on.
    nonisolated(nonsending) func wait(woken: @escaping @Sendable () -> Void) async {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let wake = { @Sendable in
                    woken()
                    continuation.resume()
                }
                let waits = state.withLock { state in
                    guard !state.isMade, !Task.isCancelled else { return false }
                    state.wakes[number] = wake
                    return true
                }
                if !waits { wake() }
            }
        } onCancel: {
            let wake = state.withLock { $0.wakes.removeValue(forKey: number) }
            wake?()
        }
    }
}
