/// Runs a task on the thread that begins it, and after each wait on the thread that ends the wait: where a
/// completion would be called.
///
/// The answers to calls are such tasks. They wait for the store, which has threads of its own. If
/// they went on on the loop, which serves all callers, each acceptance would cost it one pass more,
/// and the encoding of its reply. A task here keeps to the rules for a completion: it does not
/// block, and is not resumed with a lock held.
final class InlineExecutor: TaskExecutor {
    private static let shared = InlineExecutor()

    /// Begins a task, and returns once that waits or has ended.
    ///
    /// The task ends by itself, and is not cancelled: an action that is being stored may be
    /// accepted, though its sender has gone.
    static func run(_ body: @escaping @Sendable () async -> Void) {
        Task.detached(executorPreference: shared, operation: body)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
