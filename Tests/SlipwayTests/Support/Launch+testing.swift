@testable import Slipway

extension Launch {
    /// The number of tasks that wait for it to be ready.
    var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// Adds an observer that has read everything and is woken by the next event.
    func addSleepingReader(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { state in
            let reader = state.machine.log.addReader()
            _ = state.machine.log.sleep(reader, wake: wake)
        }
    }
}
