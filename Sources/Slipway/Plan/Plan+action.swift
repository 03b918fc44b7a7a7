/// What `Plan.action` returns: a kind of launch action, with the type of its payload.
public struct ActionKind<Payload: Sendable>: Hashable, Sendable {
    let plan: UInt32
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
    ///   - timeout: How long the handler may take, from its start; longer than zero.
    ///   - expires: How long one may wait before it expires; longer than zero.
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
        timeout: Duration? = nil,
        expires: Duration? = nil,
        limit: Int = 1024,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        handler: @escaping @Sendable (Payload, OperationContext) async throws -> Void
    ) -> ActionKind<Payload> {
        append(
            ActionDeclaration(
                name: name,
                queue: queue,
                timeout: timeout,
                expires: expires,
                limit: limit,
                origin: origin ?? Origin(file: file, line: line),
                edges: edges.add(requires: requires, after: [], plan: id),
                // A kind's payloads come in through its ActionKind, so the type is Payload.
                handler: .asynchronous {
                    try await handler(unsafeDowncast($0, to: Output<Payload>.self).value, $1)
                }
            )
        )
    }

    /// Declares a kind of launch action with a synchronous handler, which keeps its thread until it
    /// returns and may block it.
    ///
    /// The parameters are those of the `async` form.
    @discardableResult
    public mutating func action<Payload: Sendable>(
        _ name: String,
        requires: [any Dependency] = [],
        on queue: Queue = .userInitiated,
        timeout: Duration? = nil,
        expires: Duration? = nil,
        limit: Int = 1024,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        handler: @escaping @Sendable (Payload, OperationContext) throws -> Void
    ) -> ActionKind<Payload> {
        append(
            ActionDeclaration(
                name: name,
                queue: queue,
                timeout: timeout,
                expires: expires,
                limit: limit,
                origin: origin ?? Origin(file: file, line: line),
                edges: edges.add(requires: requires, after: [], plan: id),
                handler: .synchronous {
                    try handler(unsafeDowncast($0, to: Output<Payload>.self).value, $1)
                }
            )
        )
    }

    private mutating func append<Payload>(_ declaration: ActionDeclaration) -> ActionKind<Payload> {
        actionDeclarations.append(declaration)
        return ActionKind(
            plan: id,
            index: actionDeclarations.count - 1,
            name: declaration.name
        )
    }
}
