internal import Dispatch
internal import Synchronization

/// A result that one thread hands to another one, which waits for it.
package final class Handover<Value: Sendable, Failure: Error>: Sendable {
    private let outcome = Mutex<Result<Value, Failure>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    /// Creates an empty one.
    package init() {}

    /// Hands the result over; call it once.
    package func give(_ result: Result<Value, Failure>) {
        outcome.withLock { $0 = result }
        isThere.signal()
    }

    /// Blocks the calling thread until the result is there; call it once.
    package func take() throws(Failure) -> Value {
        while true {
            if let result = outcome.withLock({ $0 }) { return try result.get() }
            isThere.wait()
        }
    }
}
