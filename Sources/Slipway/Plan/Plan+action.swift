/// What `Plan.action` returns: a kind of launch action, with the type of its payload.
public struct ActionKind<Payload: Sendable>: Hashable, Sendable {
    let number: DeclarationNumber
    let index: Int
    /// The kind's name.
    public let name: String
}

extension Plan {
    /// Declares a kind of launch action with an `async` handler.
    ///
    /// Actions of one kind run one after another, in the order in which they were submitted;
    /// those of different kinds do not wait for each other.
    ///
    /// - Parameters:
    ///   - name: Unique among the plan's kinds.
    ///   - requires: What must have succeeded (or be degraded) before one runs. If one of these
    ///     does not succeed, waiting actions fail with its name.
    ///   - queue: Where the handler runs.
    ///   - priority: Which of several ready operations and actions starts first; while one waits,
    ///     what it requires has at least this priority.
    ///   - timeout: How long the handler may take, from its start; longer than zero. Default 60 s;
    ///     `nil` for as long as it takes.
    ///   - expires: How long one may wait for its start, whatever it waits for; longer than zero.
    ///   - limit: How many may wait at a time; further ones are refused. At least 1.
    ///   - origin: Where it was declared, if not in the source that calls this.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    ///   - handler: The work. An error that it throws is why the action failed; the launch goes
    ///     on.
    /// - Returns: The kind, to submit with ``Launch/submit(_:_:id:)``.
    @discardableResult
    public mutating func action<Payload: Sendable>(
        _ name: String,
        requires: [any Dependency] = [],
        on queue: Queue = .userInitiated,
        priority: Priority = .normal,
        timeout: Duration? = .seconds(60),
        expires: Duration? = nil,
        limit: Int = 1024,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        handler:
            nonisolated(nonsending) @escaping @Sendable (
                Payload, OperationContext
            ) async throws -> Void
    ) -> ActionKind<Payload> {
        append(
            ActionDeclaration(
                name: name,
                queue: queue,
                priority: priority,
                kind: .asynchronous,
                timeout: timeout,
                expires: expires,
                limit: limit,
                origin: origin ?? Origin(file: file, line: line),
                edges: edges(requiring: requires),
                handler: Body.make(
                    .asynchronous { context in
                        try await handler(try context.payload(as: Payload.self), context)
                        return nil
                    }
                )
            )
        )
    }

    /// Declares a kind of launch action with a synchronous handler, which keeps its thread until it
    /// returns.
    ///
    /// The parameters are those of the `async` form, with one more: `blocking` says whether the
    /// handler may wait for something other than the processor; it then gets a thread of its own.
    @discardableResult
    public mutating func action<Payload: Sendable>(
        _ name: String,
        requires: [any Dependency] = [],
        on queue: Queue = .userInitiated,
        priority: Priority = .normal,
        timeout: Duration? = .seconds(60),
        expires: Duration? = nil,
        limit: Int = 1024,
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        handler: @escaping @Sendable (Payload, OperationContext) throws -> Void
    ) -> ActionKind<Payload> {
        append(
            ActionDeclaration(
                name: name,
                queue: queue,
                priority: priority,
                kind: blocking ? .blocking : .synchronous,
                timeout: timeout,
                expires: expires,
                limit: limit,
                origin: origin ?? Origin(file: file, line: line),
                edges: edges(requiring: requires),
                handler: Body.make(
                    .synchronous { context in
                        try handler(try context.payload(as: Payload.self), context)
                        return nil
                    }
                )
            )
        )
    }

    private mutating func edges(requiring dependencies: [any Dependency]) -> Range<Int> {
        let start = edges.count
        edges.add(dependencies, .requires, among: declarations)
        return start..<edges.count
    }

    private mutating func append<Payload>(_ declaration: ActionDeclaration) -> ActionKind<Payload> {
        actionDeclarations.append(declaration)
        return ActionKind(
            number: declaration.number,
            index: actionDeclarations.count - 1,
            name: declaration.name
        )
    }
}
