internal import Dispatch
internal import Synchronization

extension Loop {
    /// Runs `body` on the loop and blocks the calling thread until it has returned.
    ///
    /// The loop must run, and this must not be it.
    package static func perform<Value: Sendable, Failure: Error>(
        _ body: @escaping @Loop @Sendable () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let result = Performed<Result<Value, Failure>>()
        post {
            do throws(Failure) {
                result.give(.success(try body()))
            } catch {
                result.give(.failure(error))
            }
        }
        return try result.wait().get()
    }
}

/// What comes from the loop's thread, once.
private final class Performed<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isGiven = DispatchSemaphore(value: 0)

    func give(_ value: Value) {
        self.value.withLock { $0 = value }
        isGiven.signal()
    }

    func wait() -> Value {
        while true {
            isGiven.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}
