internal import Synchronization

/// An answer that more than one may give: the first one counts, the others are dropped.
final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Value, Never>)
        case given(Value)
    }

    private let state = Mutex(State.open)

    /// Gives an answer, from any thread; nothing happens if there is one already.
    func give(_ value: Value) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .given: return nil
            case .open:
                state = .given(value)
                return nil
            case .waiting(let continuation):
                state = .given(value)
                return continuation
            }
        }
        waiting?.resume(returning: value)
    }

    /// Waits for the answer; to be asked for once.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let early = state.withLock { state -> Value? in
                if case .given(let value) = state { return value }
                state = .waiting(continuation)
                return nil
            }
            if let early { continuation.resume(returning: early) }
        }
    }
}
