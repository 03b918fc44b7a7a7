internal import Synchronization

/// Something that happens once, whoever asks first.
final class Once<Value: Sendable>: Sendable {
    private let call: AdaptiveMutex<(@Sendable (Value) -> Void)?>

    init(_ call: @escaping @Sendable (Value) -> Void) {
        self.call = AdaptiveMutex(call)
    }

    func callAsFunction(_ value: Value) {
        let call = call.withLock { call in
            defer { call = nil }
            return call
        }
        call?(value)
    }
}
