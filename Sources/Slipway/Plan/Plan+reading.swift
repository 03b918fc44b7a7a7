extension Plan {
    /// Declares an operation that gets the value of another operation.
    ///
    /// Reading implies requiring, so the value exists when the body runs:
    ///
    /// ```swift
    /// let cart = plan.add("cart", reading: user) { user in try await fetchCart(of: user) }
    /// ```
    ///
    /// Further operations in `requires` are required without being read. The other parameters are
    /// those of the form without `reading`.
    @discardableResult
    public mutating func add<First: Sendable, Value: Sendable>(
        _ name: String,
        reading first: Handle<First>,
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
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body:
            nonisolated(nonsending) @escaping @Sendable (
                First, OperationContext
            ) async throws -> Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(reading: [first], requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback, teardown) { context in
                AnyOutput.of(try await body(try context.output(of: first), context))
            }
        )
    }

    /// Declares an operation that gets the value of another operation, without the context.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func add<First: Sendable, Value: Sendable>(
        _ name: String,
        reading first: Handle<First>,
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
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body: nonisolated(nonsending) @escaping @Sendable (First) async throws -> Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(reading: [first], requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback, teardown) { context in
                AnyOutput.of(try await body(try context.output(of: first)))
            }
        )
    }
}
