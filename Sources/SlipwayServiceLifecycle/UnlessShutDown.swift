internal import ServiceLifecycle

/// Waits for a value, but no longer than until the group shuts down or the task is cancelled.
///
/// - Returns: The value; `nil` if the group shut down or the task was cancelled first.
func unlessShutDown<Value: Sendable>(
    _ wait: @escaping @Sendable () async -> Value
) async -> Value? {
    let (values, value) = AsyncStream<Value>.makeStream()
    // Not a child task, which this task would have to wait for: `wait` may ignore a cancellation.
    // Then it ends later, and its value is dropped.
    let waiting = Task {
        value.yield(await wait())
        value.finish()
    }
    defer { waiting.cancel() }
    return await withGracefulShutdownHandler {
        await values.first { _ in true }
    } onGracefulShutdown: {
        value.finish()
    }
}
