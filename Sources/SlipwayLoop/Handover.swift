internal import Dispatch
internal import Synchronization

/// A result that one thread hands to another, which waits for it.
package final class Handover<Value: Sendable, Failure: Error>: Sendable {
    private let outcome = Mutex<Result<Value, Failure>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    /// Creates one that nothing was handed to yet.
    package init() {}

    /// Hands the result over; to be called once.
    package func give(_ result: Result<Value, Failure>) {
        outcome.withLock { $0 = result }
        isThere.signal()
    }

    /// Blocks the calling thread until the result is there; to be called once.
    package func take() throws(Failure) -> Value {
        while true {
            if let result = outcome.withLock({ $0 }) { return try result.get() }
            isThere.wait()
        }
    }
}
