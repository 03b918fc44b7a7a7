// Written by Tests/Forms/write from Plan+add.swift: change that, then run 'make forms'.

extension Plan {
    /// Declares an operation that gets the value of another operation, and the context.
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
        keepsValue: Bool = true,
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body:
            nonisolated(nonsending) @escaping @Sendable (First, OperationContext) async throws ->
            Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(reading: [first], requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .keepingValue(keepsValue),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback, teardown) { context in
                AnyOutput.of(try await body(try context.output(of: first), context))
            }
        )
    }

    /// Declares an operation that gets the values of two operations, and the context.
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
        body:
            nonisolated(nonsending) @escaping @Sendable (First, Second, OperationContext)
            async throws -> Value
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
                    try await body(
                        try context.output(of: first),
                        try context.output(of: second),
                        context
                    )
                )
            }
        )
    }

    /// Declares an operation that gets the values of three operations, and the context.
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
            nonisolated(nonsending) @escaping @Sendable (First, Second, Third, OperationContext)
            async throws -> Value
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
                        try context.output(of: third),
                        context
                    )
                )
            }
        )
    }

    /// Declares an operation that gets the values of four operations, and the context.
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
            nonisolated(nonsending) @escaping @Sendable (
                First, Second, Third, Fourth, OperationContext
            ) async throws -> Value
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
                        try context.output(of: fourth),
                        context
                    )
                )
            }
        )
    }

    /// Declares an operation that gets the values of five operations, and the context.
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
            nonisolated(nonsending) @escaping @Sendable (
                First, Second, Third, Fourth, Fifth, OperationContext
            ) async throws -> Value
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
                        try context.output(of: fifth),
                        context
                    )
                )
            }
        )
    }

    /// Declares an operation that gets the values of six operations, and the context.
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
            nonisolated(nonsending) @escaping @Sendable (
                First, Second, Third, Fourth, Fifth, Sixth, OperationContext
            ) async throws -> Value
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
                        try context.output(of: sixth),
                        context
                    )
                )
            }
        )
    }
}
