// Written by Tests/Forms/write from Plan+add.swift: change that, then run 'make forms'.

extension Plan {
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
        body: nonisolated(nonsending) @escaping @Sendable () async throws -> Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .keepingValue(keepsValue),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback, teardown) { _ in
                AnyOutput.of(try await body())
            }
        )
    }

    /// Declares an operation that gets the value of another operation.
    ///
    /// Reading implies requiring, so the value exists by then.
    ///
    /// ```swift
    /// let cart = plan.add("cart", reading: user) { user in try await fetchCart(of: user) }
    /// ```
    ///
    /// `body` gets the values in the order of `reading`; there are up to six. For more, require the
    /// operations and ask for their values by ``OperationContext/output(of:)``. Further operations
    /// in `requires` are required without being read. The other parameters are those of the form
    /// without `reading`.
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
        keepsValue: Bool = true,
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
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .keepingValue(keepsValue),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback, teardown) { context in
                AnyOutput.of(try await body(try context.output(of: first)))
            }
        )
    }

    /// Declares an operation that gets the values of two operations.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func add<First: Sendable, Second: Sendable, Value: Sendable>(
        _ name: String,
        reading first: Handle<First>,
        _ second: Handle<Second>,
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
        body: nonisolated(nonsending) @escaping @Sendable (First, Second) async throws -> Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(reading: [first, second], requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .keepingValue(keepsValue),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback, teardown) { context in
                AnyOutput.of(
                    try await body(try context.output(of: first), try context.output(of: second))
                )
            }
        )
    }

    /// Declares an operation that gets the values of three operations.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func add<First: Sendable, Second: Sendable, Third: Sendable, Value: Sendable>(
        _ name: String,
        reading first: Handle<First>,
        _ second: Handle<Second>,
        _ third: Handle<Third>,
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
        body:
            nonisolated(nonsending) @escaping @Sendable (First, Second, Third) async throws -> Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(reading: [first, second, third], requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .keepingValue(keepsValue),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback, teardown) { context in
                AnyOutput.of(
                    try await body(
                        try context.output(of: first),
                        try context.output(of: second),
                        try context.output(of: third)
                    )
                )
            }
        )
    }

    /// Declares an operation that gets the values of four operations.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func add<
        First: Sendable,
        Second: Sendable,
        Third: Sendable,
        Fourth: Sendable,
        Value: Sendable
    >(
        _ name: String,
        reading first: Handle<First>,
        _ second: Handle<Second>,
        _ third: Handle<Third>,
        _ fourth: Handle<Fourth>,
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
        body:
            nonisolated(nonsending) @escaping @Sendable (First, Second, Third, Fourth) async throws
            -> Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(reading: [first, second, third, fourth], requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .keepingValue(keepsValue),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback, teardown) { context in
                AnyOutput.of(
                    try await body(
                        try context.output(of: first),
                        try context.output(of: second),
                        try context.output(of: third),
                        try context.output(of: fourth)
                    )
                )
            }
        )
    }

    /// Declares an operation that gets the values of five operations.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func add<
        First: Sendable,
        Second: Sendable,
        Third: Sendable,
        Fourth: Sendable,
        Fifth: Sendable,
        Value: Sendable
    >(
        _ name: String,
        reading first: Handle<First>,
        _ second: Handle<Second>,
        _ third: Handle<Third>,
        _ fourth: Handle<Fourth>,
        _ fifth: Handle<Fifth>,
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
        body:
            nonisolated(nonsending) @escaping @Sendable (First, Second, Third, Fourth, Fifth)
            async throws -> Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(
                reading: [first, second, third, fourth, fifth],
                requires: requires,
                after: after
            ),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .keepingValue(keepsValue),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback, teardown) { context in
                AnyOutput.of(
                    try await body(
                        try context.output(of: first),
                        try context.output(of: second),
                        try context.output(of: third),
                        try context.output(of: fourth),
                        try context.output(of: fifth)
                    )
                )
            }
        )
    }

    /// Declares an operation that gets the values of six operations.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func add<
        First: Sendable,
        Second: Sendable,
        Third: Sendable,
        Fourth: Sendable,
        Fifth: Sendable,
        Sixth: Sendable,
        Value: Sendable
    >(
        _ name: String,
        reading first: Handle<First>,
        _ second: Handle<Second>,
        _ third: Handle<Third>,
        _ fourth: Handle<Fourth>,
        _ fifth: Handle<Fifth>,
        _ sixth: Handle<Sixth>,
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
        body:
            nonisolated(nonsending) @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth)
            async throws -> Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(
                reading: [first, second, third, fourth, fifth, sixth],
                requires: requires,
                after: after
            ),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .keepingValue(keepsValue),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback, teardown) { context in
                AnyOutput.of(
                    try await body(
                        try context.output(of: first),
                        try context.output(of: second),
                        try context.output(of: third),
                        try context.output(of: fourth),
                        try context.output(of: fifth),
                        try context.output(of: sixth)
                    )
                )
            }
        )
    }
}
