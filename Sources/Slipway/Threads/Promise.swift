/// A value that is given once, and that at most one task waits for.
final class Promise<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case pending
        case awaited(CheckedContinuation<Value, Never>)
        case resolved(Value)
    }

    private let state = AdaptiveMutex(State.pending)

    /// Gives the value; later values are dropped.
    func resolve(_ value: Value) {
        let continuation = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .pending:
                state = .resolved(value)
                return nil
            case .awaited(let continuation):
                state = .resolved(value)
                return continuation
            case .resolved: return nil
            }
        }
        continuation?.resume(returning: value)
    }

    /// Waits for the value; at most one task may.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.withLock { state -> Value? in
                if case .resolved(let value) = state { return value }
                state = .awaited(continuation)
                return nil
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
