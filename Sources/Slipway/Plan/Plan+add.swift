extension Plan {
    /// Declares an operation.
    ///
    /// ```swift
    /// let toggles = plan.add(
    ///     "feature-toggles",
    ///     requires: [sdk],
    ///     timeout: .seconds(2),
    ///     retry: .exponential(attempts: 4),
    ///     budget: .seconds(6),
    ///     fallback: .value(Toggles.defaults)
    /// ) { try await fetchToggles() }
    /// ```
    ///
    /// - Parameters:
    ///   - name: Unique in the plan.
    ///   - queue: Where the body runs.
    ///   - requires: The operations that must have succeeded (or be degraded) before it starts:
    ///     handles, or names.
    ///   - after: The operations that must have ended, with any outcome, before it starts.
    ///   - optional: Whether the launch continues, degraded, if this fails.
    ///   - stage: Whether it gates readiness, or starts once the launch is ready.
    ///   - priority: Which of several ready operations starts first; `nil`: that of the group around it, or
    ///     normal.
    ///   - locks: The locks that it holds while it runs: no two operations with the same lock run
    ///     at the same time.
    ///   - condition: Decides, when the operation's dependencies are met, whether it runs. If not,
    ///     it is skipped, which counts as success; it has a value then only if it has a fallback.
    ///   - timeout: How long an attempt may take, from its start; longer than zero. After that the
    ///     attempt has failed, and the body is cancelled. The condition and the fallback may each
    ///     take as long. `nil`: as long as the launch.
    ///   - retry: When a failed attempt is repeated; `nil` for never.
    ///   - budget: How long all attempts and the backoffs between them may take, from the first
    ///     one's start; longer than zero and not shorter than `timeout`. `nil` for no limit except
    ///     the launch's.
    ///   - fallback: Replaces the value when the operation fails or cannot run; the operation is
    ///     then *degraded*, and its dependents run.
    ///   - teardown: Undoes the operation when the launch stops or fails after the operation
    ///     succeeded; called with the operation's value, after the teardowns of all that depends on
    ///     it, on the main queue's thread for an operation of `main`, otherwise on the launch's
    ///     threads. Also called for a value that came too late to count, but not for the value of a
    ///     fallback, which is the fallback's own. An error that it throws is in
    ///     ``Report/failedTeardowns``. Until the teardown the launch holds the value, also of an
    ///     operation that was added: an operation that is added again and again should clean up in
    ///     its body, or in an operation that comes after it.
    ///   - keepsValue: Whether the launch holds the value as long as it lasts. If not, it lets the
    ///     value go once everything has ended that depends on the operation, and its teardown, if
    ///     it has one: ``Launch/output(of:)`` then throws ``ValueFault/released``, and what is
    ///     added later cannot read it. Parts and kinds of launch action that depend on the
    ///     operation do so as long as the launch lasts.
    ///   - blocking: Whether the body may block its thread; outside the main queue it then gets its own
    ///     thread. Other bodies share as many threads as there are processors.
    ///   - origin: The place of the declaration, if it is not the calling source line.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    ///   - body: The work, called once for each attempt. Its result is the operation's value; if it
    ///     throws, the attempt fails with that error; if it returns although it was cancelled, it
    ///     has succeeded. On the main queue all of it runs on the main queue's thread, also after
    ///     `await`; on other queues a suspended body holds its slot in the queue but no thread.
    /// - Returns: The operation, for dependents and for reading its value.
    @discardableResult
    public mutating func add<Value: Sendable>(
        _ name: String,
        on queue: Queue = .userInitiated,
        requires: [any Dependency] = [],
        after: [any Dependency] = [],
        optional: Bool = false,
        stage: Stage = .launch,
        priority: Priority? = nil,
        locks: [Lock] = [],
        when condition: Condition? = nil,
        timeout: Duration? = nil,
        retry: Retry? = nil,
        budget: Duration? = nil,
        fallback: Fallback<Value>? = nil,
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        keepsValue: Bool = true,
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body: nonisolated(nonsending) @escaping @Sendable (OperationContext) async throws -> Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .keepingValue(keepsValue),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback, teardown) { context in
                AnyOutput.of(try await body(context))
            }
        )
    }

    mutating func addOperation<Value>(
        _ name: String,
        on queue: Queue,
        _ dependencies: [Operation.Edge],
        _ options: OperationOptions,
        _ origin: Origin,
        _ calls: OperationCalls
    ) -> Handle<Value> {
        Handle(
            operation: declare(name, .operation, on: queue, dependencies, options, origin, calls)
        )
    }
}
