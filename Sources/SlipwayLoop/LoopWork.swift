internal import Dispatch
internal import Synchronization

/// Something that the loop does while the thread that asked for it goes on.
package final class LoopWork<Value: Sendable, Failure: Error>: Sendable {
    private let outcome = Mutex<Result<Value, Failure>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    fileprivate func give(_ result: Result<Value, Failure>) {
        outcome.withLock { $0 = result }
        isDone.signal()
    }

    /// Blocks the calling thread, which must not be the loop's, until the loop has done it.
    package func result() throws(Failure) -> Value {
        while true {
            if let result = outcome.withLock({ $0 }) { return try result.get() }
            isDone.wait()
        }
    }
}

extension Loop {
    /// Runs `body` on the loop, after everything that was posted before; returns at once.
    ///
    /// The loop must run.
    package static func begin<Value: Sendable, Failure: Error>(
        _ body: @escaping @Loop @Sendable () throws(Failure) -> Value
    ) -> LoopWork<Value, Failure> {
        let work = LoopWork<Value, Failure>()
        post {
            do throws(Failure) {
                work.give(.success(try body()))
            } catch {
                work.give(.failure(error))
            }
        }
        return work
    }
}
