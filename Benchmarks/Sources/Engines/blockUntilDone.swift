internal import Dispatch
internal import Synchronization

/// Blocks the calling thread until `work` has returned, and returns its result.
///
/// For engines made of tasks, which a program with a synchronous `main` cannot await.
package func blockUntilDone<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value
{
    let result = Promise<Value>()
    Task.detached { result.fulfil(await work()) }
    return result.wait()
}

private final class Promise<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func fulfil(_ value: Value) {
        self.value.withLock { $0 = value }
        isThere.signal()
    }

    func wait() -> Value {
        while true {
            isThere.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}
