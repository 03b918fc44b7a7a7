// Written by Tests/Forms/write from Plan+action.swift: change that, then run 'make forms'.

extension Plan {
    /// Declares a kind of launch action whose handler does not need the context.
    ///
    /// The parameters are those of the form with the context.
    @discardableResult
    public mutating func action<Payload: Sendable>(
        _ name: String,
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
            nonisolated(nonsending) @escaping @Sendable (Payload) async throws -> Void
    ) -> ActionKind<Payload> {
        declareAction(
            name,
            on: queue,
            Self.edges(requires: requires, after: []),
            OperationOptions(priority: priority, timeout: timeout, isBlocking: blocking),
            policy,
            keys,
            origin ?? Origin(file: file, line: line)
        ) { context in
            try await handler(try context.payload(as: Payload.self))
            return nil
        }
    }

    /// Declares a kind of launch action whose handler gets the value of another operation.
    ///
    /// Reading implies requiring, so the value exists by then.
    ///
    /// `handler` gets the payload, and then the values in the order of `reading`; there are up to
    /// six. For more, require the operations and ask for their values by
    /// ``OperationContext/output(of:)``. Further operations in `requires` are required without
    /// being read. The other parameters are those of the form without `reading`.
    @discardableResult
    public mutating func action<Payload: Sendable, First: Sendable>(
        _ name: String,
        reading first: Handle<First>,
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
            nonisolated(nonsending) @escaping @Sendable (Payload, First) async throws -> Void
    ) -> ActionKind<Payload> {
        declareAction(
            name,
            on: queue,
            Self.edges(reading: [first], requires: requires, after: []),
            OperationOptions(priority: priority, timeout: timeout, isBlocking: blocking),
            policy,
            keys,
            origin ?? Origin(file: file, line: line)
        ) { context in
            try await handler(try context.payload(as: Payload.self), try context.output(of: first))
            return nil
        }
    }

    /// Declares a kind of launch action whose handler gets the values of two operations.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func action<Payload: Sendable, First: Sendable, Second: Sendable>(
        _ name: String,
        reading first: Handle<First>,
        _ second: Handle<Second>,
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
            nonisolated(nonsending) @escaping @Sendable (Payload, First, Second) async throws ->
            Void
    ) -> ActionKind<Payload> {
        declareAction(
            name,
            on: queue,
            Self.edges(reading: [first, second], requires: requires, after: []),
            OperationOptions(priority: priority, timeout: timeout, isBlocking: blocking),
            policy,
            keys,
            origin ?? Origin(file: file, line: line)
        ) { context in
            try await handler(
                try context.payload(as: Payload.self),
                try context.output(of: first),
                try context.output(of: second)
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
            nonisolated(nonsending) @escaping @Sendable (Payload, First, Second, Third) async throws
            -> Void
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

    /// Declares a kind of launch action whose handler gets the values of four operations.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func action<
        Payload: Sendable,
        First: Sendable,
        Second: Sendable,
        Third: Sendable,
        Fourth: Sendable
    >(
        _ name: String,
        reading first: Handle<First>,
        _ second: Handle<Second>,
        _ third: Handle<Third>,
        _ fourth: Handle<Fourth>,
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
            nonisolated(nonsending) @escaping @Sendable (Payload, First, Second, Third, Fourth)
            async throws -> Void
    ) -> ActionKind<Payload> {
        declareAction(
            name,
            on: queue,
            Self.edges(reading: [first, second, third, fourth], requires: requires, after: []),
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
                try context.output(of: fourth)
            )
            return nil
        }
    }

    /// Declares a kind of launch action whose handler gets the values of five operations.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func action<
        Payload: Sendable,
        First: Sendable,
        Second: Sendable,
        Third: Sendable,
        Fourth: Sendable,
        Fifth: Sendable
    >(
        _ name: String,
        reading first: Handle<First>,
        _ second: Handle<Second>,
        _ third: Handle<Third>,
        _ fourth: Handle<Fourth>,
        _ fifth: Handle<Fifth>,
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
                Payload, First, Second, Third, Fourth, Fifth
            ) async throws -> Void
    ) -> ActionKind<Payload> {
        declareAction(
            name,
            on: queue,
            Self.edges(
                reading: [first, second, third, fourth, fifth],
                requires: requires,
                after: []
            ),
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
                try context.output(of: fourth),
                try context.output(of: fifth)
            )
            return nil
        }
    }

    /// Declares a kind of launch action whose handler gets the values of six operations.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func action<
        Payload: Sendable,
        First: Sendable,
        Second: Sendable,
        Third: Sendable,
        Fourth: Sendable,
        Fifth: Sendable,
        Sixth: Sendable
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
                Payload, First, Second, Third, Fourth, Fifth, Sixth
            ) async throws -> Void
    ) -> ActionKind<Payload> {
        declareAction(
            name,
            on: queue,
            Self.edges(
                reading: [first, second, third, fourth, fifth, sixth],
                requires: requires,
                after: []
            ),
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
                try context.output(of: fourth),
                try context.output(of: fifth),
                try context.output(of: sixth)
            )
            return nil
        }
    }
}
