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
    ///   - requires: What must have succeeded (or be degraded) before it starts: handles, or names.
    ///   - after: What must have ended, however, before it starts.
    ///   - optional: Whether the launch goes on, degraded, if this fails.
    ///   - stage: Whether it gates readiness, or starts once the launch is ready.
    ///   - priority: Which of several ready operations starts first.
    ///   - locks: What it holds while it runs: no two operations that name the same lock run at
    ///     the same time.
    ///   - condition: Decides, when everything is there that it requires, whether it runs. If not,
    ///     it is skipped, which counts as success; it has a value then only if it has a fallback.
    ///   - timeout: How long an attempt may take, from its start; longer than zero. Past it the
    ///     attempt has failed, and the body is cancelled. The condition and the fallback may take
    ///     as long, each. `nil`: as long as the launch.
    ///   - retry: When a failed attempt is tried again; `nil` for never.
    ///   - budget: How long all attempts and the pauses between them may take, from the first
    ///     one's start; longer than zero and not shorter than `timeout`. `nil` for no limit but
    ///     the launch's.
    ///   - fallback: What stands in for the value when the operation fails or cannot run; it is
    ///     then *degraded*, and what requires it runs.
    ///   - teardown: Undoes the operation when the launch stops or fails after it succeeded; called
    ///     on the operation's queue, in reverse order of ending, with the operation's value. Also
    ///     called for a value that came too late to count.
    ///   - blocking: Whether the body may wait while it keeps its thread; it then gets a thread of
    ///     its own. Bodies that do not say so share as many threads as there are processors.
    ///   - origin: Where it was declared, if not in the source that calls this.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    ///   - body: The work, one call for each attempt. What it returns is the operation's value; what
    ///     it throws is why the attempt failed; if it returns although it was cancelled, it has
    ///     succeeded. On the main queue all of it runs on the main queue's thread, also after
    ///     `await`; elsewhere a suspended body holds its place in the queue but no thread.
    /// - Returns: The operation, to be required by others and to read its value with.
    @discardableResult
    public mutating func add<Value: Sendable>(
        _ name: String,
        on queue: Queue = .userInitiated,
        requires: [any Dependency] = [],
        after: [any Dependency] = [],
        optional: Bool = false,
        stage: Stage = .launch,
        priority: Priority = .normal,
        locks: [Lock] = [],
        when condition: Condition? = nil,
        timeout: Duration? = nil,
        retry: Retry? = nil,
        budget: Duration? = nil,
        fallback: Fallback<Value>? = nil,
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
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
            OperationOptions(
                optional: optional,
                stage: stage,
                priority: priority,
                locks: locks,
                condition: condition,
                timeout: timeout,
                retry: retry,
                budget: budget,
                hasFallback: fallback != nil,
                hasTeardown: teardown != nil,
                blocking: blocking
            ),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback, teardown) { context in
                Output.of(try await body(context))
            }
        )
    }

    /// Declares an operation whose body does not need the context.
    ///
    /// The parameters are those of the form with the context.
    @discardableResult
    public mutating func add<Value: Sendable>(
        _ name: String,
        on queue: Queue = .userInitiated,
        requires: [any Dependency] = [],
        after: [any Dependency] = [],
        optional: Bool = false,
        stage: Stage = .launch,
        priority: Priority = .normal,
        locks: [Lock] = [],
        when condition: Condition? = nil,
        timeout: Duration? = nil,
        retry: Retry? = nil,
        budget: Duration? = nil,
        fallback: Fallback<Value>? = nil,
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body: nonisolated(nonsending) @escaping @Sendable () async throws -> Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(requires: requires, after: after),
            OperationOptions(
                optional: optional,
                stage: stage,
                priority: priority,
                locks: locks,
                condition: condition,
                timeout: timeout,
                retry: retry,
                budget: budget,
                hasFallback: fallback != nil,
                hasTeardown: teardown != nil,
                blocking: blocking
            ),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback, teardown) { _ in
                Output.of(try await body())
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
