internal import ServiceLifecycle

/// Waits for a value, but no longer than until the group shuts down or the task is cancelled.
///
/// - Returns: `nil` when the wait was given up.
func unlessShutDown<Value: Sendable>(
    _ wait: @escaping @Sendable () async -> Value
) async -> Value? {
    let (values, value) = AsyncStream<Value>.makeStream()
    // Not a child of this task, which must not wait for it: `wait` may take no notice of a
    // cancellation. It ends then with whatever it waits for, and nobody listens.
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
