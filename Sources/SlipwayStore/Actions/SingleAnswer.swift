internal import Synchronization

/// Passes the first answer on, and drops later ones: a file that hangs may answer after the store has answered in its place.
final class SingleAnswer<Value: Sendable>: Sendable {
    private let completion: Mutex<(@Sendable (Value) -> Void)?>

    init(_ completion: @escaping @Sendable (Value) -> Void) { self.completion = Mutex(completion) }

    /// Gives an answer.
    func give(_ value: Value) {
        let completion = completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        completion?(value)
    }
}
