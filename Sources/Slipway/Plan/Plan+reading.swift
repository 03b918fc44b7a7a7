extension Plan {
    /// Declares an operation with an `async` body that is given the values it reads.
    ///
    /// Reading is requiring, so a value that is read is there:
    ///
    /// ```swift
    /// let page = plan.add("page", reading: user, toggles) { user, toggles, _ in
    ///     try await render(user, toggles)
    /// }
    /// ```
    ///
    /// The values are given in the order of the handles, and the context after them. What is in
    /// `requires` is required as well, without being given. The other parameters are those of the
    /// form without `reading`.
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
        body:
            nonisolated(nonsending) @escaping @Sendable (
                First, repeat each Rest, OperationContext
            ) async throws -> Value
    ) -> Handle<Value> {
        add(
            name,
            on: queue,
            requires: Self.references(first, repeat each rest) + requires,
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
            origin: origin,
            file: file,
            line: line
        ) { (context: OperationContext) async throws -> Value in
            try await Self.bind(
                body,
                context.output(of: first),
                repeat context.output(of: each rest),
                context
            )()
        }
    }

    /// Declares an operation with a synchronous body that is given the values it reads.
    ///
    /// The parameters are those of the `async` form, and `blocking` as in the form without
    /// `reading`.
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
        body: @escaping @Sendable (First, repeat each Rest, OperationContext) throws -> Value
    ) -> Handle<Value> {
        add(
            name,
            on: queue,
            requires: Self.references(first, repeat each rest) + requires,
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
        ) { (context: OperationContext) throws -> Value in
            try Self.call(
                body,
                context.output(of: first),
                repeat context.output(of: each rest),
                context
            )
        }
    }

    // A pack in the middle of a closure's parameters can be passed on, but not be called with.

    /// Gives a body its inputs.
    ///
    /// Synchronous, and the call is made with what it returns: an `async` function that makes a pack
    /// of its own and calls with it aborts in debug builds (Swift 6.3: "freed pointer was not the last
    /// allocation").
    private static func bind<each Input, Value>(
        _ body: nonisolated(nonsending) @escaping (repeat each Input) async throws -> Value,
        _ inputs: repeat each Input
    ) -> nonisolated(nonsending) () async throws -> Value {
        { try await body(repeat each inputs) }
    }

    private static func call<each Input, Value>(
        _ body: (repeat each Input) throws -> Value,
        _ inputs: repeat each Input
    ) throws -> Value {
        try body(repeat each inputs)
    }

    private static func references<each Value: Sendable>(
        _ handles: repeat Handle<each Value>
    ) -> [any Dependency] {
        var references: [any Dependency] = []
        repeat references.append(each handles)
        return references
    }
}
