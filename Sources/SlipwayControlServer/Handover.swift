internal import Dispatch
internal import Synchronization

/// One value from the loop to a thread that waits for it.
final class Handover<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func give(_ value: Value) {
        self.value.withLock { $0 = value }
        isThere.signal()
    }

    /// Blocks until the value is there; to be asked once.
    func wait() -> Value {
        while true {
            if let value = value.withLock({ $0 }) { return value }
            isThere.wait()
        }
    }
}
