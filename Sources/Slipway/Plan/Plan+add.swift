extension Plan {
    /// Declares an operation with an `async` body.
    ///
    /// ```swift
    /// let toggles = plan.add(
    ///     "feature-toggles",
    ///     requires: [sdk],
    ///     timeout: .seconds(2),
    ///     retry: .exponential(attempts: 4),
    ///     budget: .seconds(6),
    ///     fallback: .value(Toggles.defaults)
    /// ) { _ in try await fetchToggles() }
    /// ```
    ///
    /// - Parameters:
    ///   - name: Unique in the plan.
    ///   - queue: Where the body runs.
    ///   - requires: What must have succeeded (or be degraded) before it starts; only the values
    ///     of these can be read with ``OperationContext/output(of:)``.
    ///   - after: What must have ended, however, before it starts.
    ///   - optional: Whether the launch goes on, degraded, if this fails.
    ///   - stage: Whether it gates readiness, or starts once the launch is ready.
    ///   - priority: Which of several ready operations starts first.
    ///   - locks: What it holds while it runs: no two operations that name the same lock run at
    ///     the same time.
    ///   - condition: Decides, when everything is there that it requires, whether it runs. If not,
    ///     it is skipped, which counts as success without a value.
    ///   - timeout: How long an attempt may take, from its start; longer than zero. Past it the
    ///     attempt has failed, and the body is cancelled. `nil`: as long as the launch.
    ///   - retry: When a failed attempt is tried again; `nil` for never.
    ///   - budget: How long all attempts and the pauses between them may take, from the first
    ///     one's start; longer than zero and not shorter than `timeout`. `nil` for no limit but
    ///     the launch's.
    ///   - fallback: What stands in for the value when the operation fails or cannot run; it is
    ///     then *degraded*, and what requires it runs.
    ///   - stop: Undoes the operation when the launch stops or fails after it succeeded; called
    ///     on the operation's queue, in reverse order of ending, with the operation's value.
    ///   - origin: Where it was declared, if not in the source that calls this.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    ///   - body: The work, one call for each attempt. What it returns is the operation's value; what
    ///     it throws is why the attempt failed. On the main queue all of it runs on the main queue's
    ///     thread, also after `await`; elsewhere a suspended body holds its place in the queue but
    ///     no thread.
    /// - Returns: The operation, to be required by others and to read its value with.
    @inlinable
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
        stop: (@Sendable (Value) async throws -> Void)? = nil,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body: nonisolated(nonsending) @escaping @Sendable (OperationContext) async throws -> Value
    ) -> Handle<Value> {
        addErased(
            name,
            .asynchronous { context in Output.of(try await body(context)) },
            on: queue,
            requires: requires,
            after: after,
            optional: optional,
            stage: stage,
            priority: priority,
            locks: locks,
            when: condition,
            timeout: timeout,
            retry: retry,
            budget: budget,
            fallback: fallback,
            stop: stop,
            blocking: false,
            origin: origin,
            file: file,
            line: line
        )
    }

    /// Declares an operation with a synchronous body, which keeps its thread until it returns.
    ///
    /// It can ask ``OperationContext/isCancelled``. The parameters are those of the `async` form,
    /// with one more: `blocking` says whether the body may wait for something other than the
    /// processor; it then gets a thread of its own. Bodies that do not say so share as many threads
    /// as there are processors.
    @inlinable
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
        stop: (@Sendable (Value) async throws -> Void)? = nil,
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body: @escaping @Sendable (OperationContext) throws -> Value
    ) -> Handle<Value> {
        addErased(
            name,
            .synchronous { context in Output.of(try body(context)) },
            on: queue,
            requires: requires,
            after: after,
            optional: optional,
            stage: stage,
            priority: priority,
            locks: locks,
            when: condition,
            timeout: timeout,
            retry: retry,
            budget: budget,
            fallback: fallback,
            stop: stop,
            blocking: blocking,
            origin: origin,
            file: file,
            line: line
        )
    }

    /// Declares an operation of whose body the type of the value is forgotten.
    @specialized(where Value == Void)
    @usableFromInline
    mutating func addErased<Value: Sendable>(
        _ name: String,
        _ work: BodyWork,
        on queue: Queue,
        requires: [any Dependency],
        after: [any Dependency],
        optional: Bool,
        stage: Stage,
        priority: Priority,
        locks: [Lock],
        when condition: Condition?,
        timeout: Duration?,
        retry: Retry?,
        budget: Duration?,
        fallback: Fallback<Value>?,
        stop: (@Sendable (Value) async throws -> Void)?,
        blocking: Bool,
        origin: Origin?,
        file: String,
        line: Int
    ) -> Handle<Value> {
        let start = addEdges(requires: requires, after: after)
        let note = addPolicies(
            timeout: timeout,
            budget: budget,
            retry: retry,
            fallback: Self.erase(fallback),
            condition: condition,
            locks: locks,
            stop: Self.erase(stop)
        )
        let number = declare(
            name,
            BodyKind(work, isBlocking: blocking),
            Body.make(work),
            on: queue,
            optional: optional,
            stage: stage,
            priority: priority,
            edgeStart: start,
            policies: note,
            origin,
            file,
            line
        )
        return handle(number)
    }

    // Without `map`, which would look up the fallback's type even where there is none.
    private static func erase<Value>(_ fallback: Fallback<Value>?) -> AnyFallback? {
        guard let fallback else { return nil }
        return AnyFallback(fallback)
    }

    private static func erase<Value: Sendable>(
        _ stop: (@Sendable (Value) async throws -> Void)?
    ) -> Stop? {
        guard let stop else { return nil }
        return { output, _ in
            // Without a value there is nothing to undo: it was skipped by its condition.
            guard let value = Output<Value>.value(of: output) else { return }
            try await stop(value)
        }
    }
}
