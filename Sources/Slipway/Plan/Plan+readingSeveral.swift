extension Plan {
    /// Declares an operation that gets the values of two other operations, and the context.
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
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body:
            nonisolated(nonsending) @escaping @Sendable (
                First, Second, OperationContext
            ) async throws -> Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(reading: [first, second], requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking),
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

    /// Declares an operation that gets the values of two other operations.
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
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback, teardown) { context in
                AnyOutput.of(
                    try await body(
                        try context.output(of: first),
                        try context.output(of: second)
                    )
                )
            }
        )
    }

    /// Declares an operation that gets the values of three other operations, and the context.
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
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body:
            nonisolated(nonsending) @escaping @Sendable (
                First, Second, Third, OperationContext
            ) async throws -> Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(reading: [first, second, third], requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking),
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

    /// Declares an operation that gets the values of three other operations.
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
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body:
            nonisolated(nonsending) @escaping @Sendable (
                First, Second, Third
            ) async throws -> Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(reading: [first, second, third], requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking),
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

    /// Declares an operation that gets the values of any number of other operations, and then the
    /// context.
    ///
    /// ```swift
    /// plan.add("page", reading: user, toggles, cart, offers) { user, toggles, cart, offers, _ in
    ///     try await render(user, toggles, cart, offers)
    /// }
    /// ```
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func add<First: Sendable, each Rest: Sendable, Value: Sendable>(
        _ name: String,
        reading first: Handle<First>,
        _ rest: repeat Handle<each Rest>,
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
                First, repeat each Rest, OperationContext
            ) async throws -> Value
    ) -> Handle<Value> {
        var handles: [any ReadableHandle] = [first]
        repeat handles.append(each rest)
        return addOperation(
            name,
            on: queue,
            Self.edges(reading: handles, requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback, teardown) { context in
                AnyOutput.of(
                    try await Self.bind(
                        body,
                        context.output(of: first),
                        repeat context.output(of: each rest),
                        context
                    )()
                )
            }
        )
    }

    /// Binds a body to its inputs.
    ///
    /// A pack in the middle of a closure's parameters can be passed on, but not used in a call. The
    /// function is synchronous, since an `async` one that creates a pack and calls with it aborts
    /// in debug builds (Swift 6.3: "freed pointer was not the last allocation").
    static func bind<each Input, Value>(
        _ body: nonisolated(nonsending) @escaping (repeat each Input) async throws -> Value,
        _ inputs: repeat each Input
    ) -> nonisolated(nonsending) () async throws -> Value {
        { try await body(repeat each inputs) }
    }
}
