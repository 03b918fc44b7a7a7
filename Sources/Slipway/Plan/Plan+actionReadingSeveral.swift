extension Plan {
    /// Declares a kind of launch action whose handler gets the values of three operations, and the
    /// context.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func action<
        Payload: Sendable,
        First: Sendable,
        Second: Sendable,
        Third: Sendable
    >(
        _ name: String,
        reading first: Handle<First>,
        _ second: Handle<Second>,
        _ third: Handle<Third>,
        on queue: Queue = .userInitiated,
        requires: [any Dependency] = [],
        priority: Priority = .normal,
        timeout: Duration? = .seconds(60),
        policy: ActionPolicy = ActionPolicy(),
        keys: PayloadKeys<Payload> = PayloadKeys(),
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        handler:
            nonisolated(nonsending) @escaping @Sendable (
                Payload, First, Second, Third, OperationContext
            ) async throws -> Void
    ) -> ActionKind<Payload> {
        declareAction(
            name,
            on: queue,
            Self.edges(reading: [first, second, third], requires: requires, after: []),
            OperationOptions(priority: priority, timeout: timeout, isBlocking: blocking),
            policy,
            keys,
            origin ?? Origin(file: file, line: line)
        ) { context in
            try await handler(
                try context.payload(as: Payload.self),
                try context.output(of: first),
                try context.output(of: second),
                try context.output(of: third),
                context
            )
            return nil
        }
    }

    /// Declares a kind of launch action whose handler gets the values of three operations.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func action<
        Payload: Sendable,
        First: Sendable,
        Second: Sendable,
        Third: Sendable
    >(
        _ name: String,
        reading first: Handle<First>,
        _ second: Handle<Second>,
        _ third: Handle<Third>,
        on queue: Queue = .userInitiated,
        requires: [any Dependency] = [],
        priority: Priority = .normal,
        timeout: Duration? = .seconds(60),
        policy: ActionPolicy = ActionPolicy(),
        keys: PayloadKeys<Payload> = PayloadKeys(),
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        handler:
            nonisolated(nonsending) @escaping @Sendable (
                Payload, First, Second, Third
            ) async throws -> Void
    ) -> ActionKind<Payload> {
        declareAction(
            name,
            on: queue,
            Self.edges(reading: [first, second, third], requires: requires, after: []),
            OperationOptions(priority: priority, timeout: timeout, isBlocking: blocking),
            policy,
            keys,
            origin ?? Origin(file: file, line: line)
        ) { context in
            try await handler(
                try context.payload(as: Payload.self),
                try context.output(of: first),
                try context.output(of: second),
                try context.output(of: third)
            )
            return nil
        }
    }

    /// Declares a kind of launch action whose handler gets the values of any number of operations, and
    /// then the context.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func action<Payload: Sendable, First: Sendable, each Rest: Sendable>(
        _ name: String,
        reading first: Handle<First>,
        _ rest: repeat Handle<each Rest>,
        on queue: Queue = .userInitiated,
        requires: [any Dependency] = [],
        priority: Priority = .normal,
        timeout: Duration? = .seconds(60),
        policy: ActionPolicy = ActionPolicy(),
        keys: PayloadKeys<Payload> = PayloadKeys(),
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        handler:
            nonisolated(nonsending) @escaping @Sendable (
                Payload, First, repeat each Rest, OperationContext
            ) async throws -> Void
    ) -> ActionKind<Payload> {
        var handles: [any ReadableHandle] = [first]
        repeat handles.append(each rest)
        return declareAction(
            name,
            on: queue,
            Self.edges(reading: handles, requires: requires, after: []),
            OperationOptions(priority: priority, timeout: timeout, isBlocking: blocking),
            policy,
            keys,
            origin ?? Origin(file: file, line: line)
        ) { context in
            try await Self.bind(
                handler,
                context.payload(as: Payload.self),
                context.output(of: first),
                repeat context.output(of: each rest),
                context
            )()
            return nil
        }
    }
}
