/// A value that is given once.
///
/// The first value counts. At most one task or thread waits for it.
package final class Promise<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case pending
        case awaited(CheckedContinuation<Value, Never>)
        case blocks(Parker)
        case resolved(Value)
    }

    private let state = Guarded(State.pending)

    /// A promise without a value.
    package init() {}

    /// Gives the value, from any thread; later values are dropped.
    package func resolve(_ value: Value) {
        let before = state.withLock { state -> State in
            defer { if case .resolved = state {} else { state = .resolved(value) } }
            return state
        }
        switch before {
        case .pending, .resolved: return
        case .awaited(let continuation): continuation.resume(returning: value)
        case .blocks(let parker): parker.notify()
        }
    }

    /// There is a value, so that later ones are dropped.
    package var isResolved: Bool {
        state.withLock { if case .resolved = $0 { true } else { false } }
    }

    /// Suspends until there is the value.
    package func value() async -> Value {
        await withCheckedContinuation { continuation in
            if let value = resolved(orBecome: .awaited(continuation)) {
                continuation.resume(returning: value)
            }
        }
    }

    /// Blocks the calling thread until there is the value.
    package func wait() -> Value {
        while true { if let value = wait(upTo: nil) { return value } }
    }

    /// Blocks the calling thread until there is the value, but not longer than `duration`, if there is
    /// a limit; may be called again.
    ///
    /// - Returns: The value; `nil` once the time is up.
    package func wait(upTo duration: Duration?) -> Value? {
        let parker = Parker()
        if let value = resolved(orBecome: .blocks(parker)) { return value }
        _ = parker.wait(upTo: duration)
        return resolved(orBecome: .pending)
    }

    private func resolved(orBecome next: State) -> Value? {
        state.withLock { state in
            if case .resolved(let value) = state { return value }
            state = next
            return nil
        }
    }
}
