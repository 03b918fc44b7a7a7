internal import Dispatch
internal import Synchronization

/// Something that the loop does while the thread that asked for it waits.
final class LoopWork<Value: Sendable, Failure: Error>: Sendable {
    private let outcome = Mutex<Result<Value, Failure>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// Says how it ended; to be called once.
    func give(_ result: Result<Value, Failure>) {
        outcome.withLock { $0 = result }
        isDone.signal()
    }

    /// Blocks the calling thread until the loop has done it.
    func result() throws(Failure) -> Value {
        while true {
            if let result = outcome.withLock({ $0 }) { return try result.get() }
            isDone.wait()
        }
    }
}
