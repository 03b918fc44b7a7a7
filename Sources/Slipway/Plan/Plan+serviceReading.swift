// Written by Tests/Forms/write from Plan+service.swift: change that, then run 'make forms'.

extension Plan {
    /// Declares an operation whose body stays, and gets the value of another operation.
    ///
    /// Reading implies requiring, so the value exists by then.
    ///
    /// `body` gets its readiness, and then the values in the order of `reading`; there are up to
    /// six. For more, require the operations and ask for their values by
    /// ``OperationContext/output(of:)``. Further operations in `requires` are required without
    /// being read. The other parameters are those of the form without `reading`.
    @discardableResult
    public mutating func service<First: Sendable>(
        _ name: String,
        reading first: Handle<First>,
        on queue: Queue = .userInitiated,
        requires: [any Dependency] = [],
        after: [any Dependency] = [],
        optional: Bool = false,
        ended: EndPolicy? = nil,
        stage: Stage = .launch,
        priority: Priority? = nil,
        locks: [Lock] = [],
        when condition: Condition? = nil,
        timeout: Duration? = nil,
        retry: Retry? = nil,
        budget: Duration? = nil,
        fallback: Fallback<Void>? = nil,
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body: nonisolated(nonsending) @escaping @Sendable (Readiness, First) async throws -> Void
    ) -> Handle<Void> {
        addOperation(
            name,
            on: queue,
            Self.edges(reading: [first], requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .staying(ended: ended),
            origin ?? Origin(file: file, line: line),
            OperationCalls(
                staying: { ready in try await body(ready, try ready.context.output(of: first)) },
                condition: condition,
                fallback: fallback.map { AnyFallback($0) },
                retries: retry?.retries
            )
        )
    }

    /// Declares an operation whose body stays, and gets the values of two operations.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func service<First: Sendable, Second: Sendable>(
        _ name: String,
        reading first: Handle<First>,
        _ second: Handle<Second>,
        on queue: Queue = .userInitiated,
        requires: [any Dependency] = [],
        after: [any Dependency] = [],
        optional: Bool = false,
        ended: EndPolicy? = nil,
        stage: Stage = .launch,
        priority: Priority? = nil,
        locks: [Lock] = [],
        when condition: Condition? = nil,
        timeout: Duration? = nil,
        retry: Retry? = nil,
        budget: Duration? = nil,
        fallback: Fallback<Void>? = nil,
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body:
            nonisolated(nonsending) @escaping @Sendable (Readiness, First, Second) async throws ->
            Void
    ) -> Handle<Void> {
        addOperation(
            name,
            on: queue,
            Self.edges(reading: [first, second], requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .staying(ended: ended),
            origin ?? Origin(file: file, line: line),
            OperationCalls(
                staying: { ready in
                    try await body(
                        ready,
                        try ready.context.output(of: first),
                        try ready.context.output(of: second)
                    )
                },
                condition: condition,
                fallback: fallback.map { AnyFallback($0) },
                retries: retry?.retries
            )
        )
    }

    /// Declares an operation whose body stays, and gets the values of three operations.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func service<First: Sendable, Second: Sendable, Third: Sendable>(
        _ name: String,
        reading first: Handle<First>,
        _ second: Handle<Second>,
        _ third: Handle<Third>,
        on queue: Queue = .userInitiated,
        requires: [any Dependency] = [],
        after: [any Dependency] = [],
        optional: Bool = false,
        ended: EndPolicy? = nil,
        stage: Stage = .launch,
        priority: Priority? = nil,
        locks: [Lock] = [],
        when condition: Condition? = nil,
        timeout: Duration? = nil,
        retry: Retry? = nil,
        budget: Duration? = nil,
        fallback: Fallback<Void>? = nil,
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body:
            nonisolated(nonsending) @escaping @Sendable (Readiness, First, Second, Third)
            async throws -> Void
    ) -> Handle<Void> {
        addOperation(
            name,
            on: queue,
            Self.edges(reading: [first, second, third], requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .staying(ended: ended),
            origin ?? Origin(file: file, line: line),
            OperationCalls(
                staying: { ready in
                    try await body(
                        ready,
                        try ready.context.output(of: first),
                        try ready.context.output(of: second),
                        try ready.context.output(of: third)
                    )
                },
                condition: condition,
                fallback: fallback.map { AnyFallback($0) },
                retries: retry?.retries
            )
        )
    }

    /// Declares an operation whose body stays, and gets the values of four operations.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func service<
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
        after: [any Dependency] = [],
        optional: Bool = false,
        ended: EndPolicy? = nil,
        stage: Stage = .launch,
        priority: Priority? = nil,
        locks: [Lock] = [],
        when condition: Condition? = nil,
        timeout: Duration? = nil,
        retry: Retry? = nil,
        budget: Duration? = nil,
        fallback: Fallback<Void>? = nil,
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body:
            nonisolated(nonsending) @escaping @Sendable (Readiness, First, Second, Third, Fourth)
            async throws -> Void
    ) -> Handle<Void> {
        addOperation(
            name,
            on: queue,
            Self.edges(reading: [first, second, third, fourth], requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .staying(ended: ended),
            origin ?? Origin(file: file, line: line),
            OperationCalls(
                staying: { ready in
                    try await body(
                        ready,
                        try ready.context.output(of: first),
                        try ready.context.output(of: second),
                        try ready.context.output(of: third),
                        try ready.context.output(of: fourth)
                    )
                },
                condition: condition,
                fallback: fallback.map { AnyFallback($0) },
                retries: retry?.retries
            )
        )
    }

    /// Declares an operation whose body stays, and gets the values of five operations.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func service<
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
        after: [any Dependency] = [],
        optional: Bool = false,
        ended: EndPolicy? = nil,
        stage: Stage = .launch,
        priority: Priority? = nil,
        locks: [Lock] = [],
        when condition: Condition? = nil,
        timeout: Duration? = nil,
        retry: Retry? = nil,
        budget: Duration? = nil,
        fallback: Fallback<Void>? = nil,
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body:
            nonisolated(nonsending) @escaping @Sendable (
                Readiness, First, Second, Third, Fourth, Fifth
            ) async throws -> Void
    ) -> Handle<Void> {
        addOperation(
            name,
            on: queue,
            Self.edges(
                reading: [first, second, third, fourth, fifth],
                requires: requires,
                after: after
            ),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .staying(ended: ended),
            origin ?? Origin(file: file, line: line),
            OperationCalls(
                staying: { ready in
                    try await body(
                        ready,
                        try ready.context.output(of: first),
                        try ready.context.output(of: second),
                        try ready.context.output(of: third),
                        try ready.context.output(of: fourth),
                        try ready.context.output(of: fifth)
                    )
                },
                condition: condition,
                fallback: fallback.map { AnyFallback($0) },
                retries: retry?.retries
            )
        )
    }

    /// Declares an operation whose body stays, and gets the values of six operations.
    ///
    /// The parameters are those of the form that reads one value.
    @discardableResult
    public mutating func service<
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
        after: [any Dependency] = [],
        optional: Bool = false,
        ended: EndPolicy? = nil,
        stage: Stage = .launch,
        priority: Priority? = nil,
        locks: [Lock] = [],
        when condition: Condition? = nil,
        timeout: Duration? = nil,
        retry: Retry? = nil,
        budget: Duration? = nil,
        fallback: Fallback<Void>? = nil,
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body:
            nonisolated(nonsending) @escaping @Sendable (
                Readiness, First, Second, Third, Fourth, Fifth, Sixth
            ) async throws -> Void
    ) -> Handle<Void> {
        addOperation(
            name,
            on: queue,
            Self.edges(
                reading: [first, second, third, fourth, fifth, sixth],
                requires: requires,
                after: after
            ),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .staying(ended: ended),
            origin ?? Origin(file: file, line: line),
            OperationCalls(
                staying: { ready in
                    try await body(
                        ready,
                        try ready.context.output(of: first),
                        try ready.context.output(of: second),
                        try ready.context.output(of: third),
                        try ready.context.output(of: fourth),
                        try ready.context.output(of: fifth),
                        try ready.context.output(of: sixth)
                    )
                },
                condition: condition,
                fallback: fallback.map { AnyFallback($0) },
                retries: retry?.retries
            )
        )
    }
}
