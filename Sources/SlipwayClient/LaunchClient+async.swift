public import Slipway
public import SlipwayReport
internal import SlipwaySystem

/// The calls of a client for tasks: each blocks a thread of its own instead of the task's.
extension LaunchClient {
    /// Sends a launch action; see the blocking form.
    @discardableResult
    public func send(
        _ kind: String,
        _ payload: [String: PayloadValue] = [:],
        key: String? = nil,
        until wait: Wait = .accepted,
        timeout: Duration? = nil
    ) async throws(ClientError) -> SentAction {
        try await onOwnThread { () throws(ClientError) in
            try send(kind, payload, key: key, until: wait, timeout: timeout)
        }
    }

    /// Waits for an action that was sent before; see the blocking form.
    public func wait(
        for id: ActionID,
        until state: Wait = .done,
        timeout: Duration? = nil
    ) async throws(ClientError) -> SentAction {
        try await onOwnThread { () throws(ClientError) in
            try wait(for: id, until: state, timeout: timeout)
        }
    }

    /// Cancels an action; see the blocking form.
    @discardableResult
    public func cancel(_ id: ActionID, reason: String? = nil) async throws(ClientError) -> Bool {
        try await onOwnThread { () throws(ClientError) in try cancel(id, reason: reason) }
    }

    /// The launch with every operation; see the blocking form.
    public func report() async throws(ClientError) -> Report {
        try await onOwnThread { () throws(ClientError) in try report() }
    }

    /// Tells what blocks an operation or an action; see the blocking form.
    public func explain(_ name: String? = nil) async throws(ClientError) -> Explanation {
        try await onOwnThread { () throws(ClientError) in try explain(name) }
    }

    private func onOwnThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws(ClientError) -> Value
    ) async throws(ClientError) -> Value {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Value, ClientError>, Never>) in
            do throws(Thread.Refusal) {
                try Thread("slipway-call", blocking: .full) {
                    continuation.resume(returning: Result { () throws(ClientError) in try body() })
                }
            } catch {
                let words = "cannot start a thread for the call: \(error)"
                continuation.resume(returning: .failure(ClientError(.other, words)))
            }
        }
        return try result.get()
    }
}
