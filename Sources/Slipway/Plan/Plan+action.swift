/// The result of `Plan.action`: a kind of launch action, with the type of its payload.
public struct ActionKind<Payload: Sendable>: Hashable, Sendable {
    let declaration: OperationID
    /// The kind's name.
    public let name: String
    /// The keys of a payload; `nil` for a kind without.
    let keys: PayloadKeys<Payload>?

    init(declaration: OperationID, name: String, keys: PayloadKeys<Payload>? = nil) {
        self.declaration = declaration
        self.name = name
        self.keys = keys
    }

    /// Two kinds are equal if they are one declaration.
    public static func == (left: ActionKind, right: ActionKind) -> Bool {
        left.declaration == right.declaration
    }

    /// Hashes the declaration.
    public func hash(into hasher: inout Hasher) { hasher.combine(declaration) }
}

extension Plan {
    /// Declares a kind of launch action.
    ///
    /// Actions of one kind run one after another, in the order in which they were submitted, unless its
    /// ``ActionPolicy/width`` lets several run at a time; those of different kinds do not wait for each
    /// other.
    ///
    /// - Parameters:
    ///   - name: Unique among the plan's kinds.
    ///   - queue: Where the handler runs.
    ///   - requires: The operations that must have succeeded (or be degraded) before one runs. If
    ///     one of them does not succeed, waiting actions fail with its name, or wait for the next
    ///     launch: ``ActionPolicy/unmet``.
    ///   - priority: Which of several ready operations and actions starts first; while an action
    ///     waits, the operations that it requires have at least its priority.
    ///   - timeout: How long the handler may take, from its start; longer than zero. Default 60 s;
    ///     `nil` for no limit.
    ///   - policy: How many may run at a time, how long one may wait for its start, how many may
    ///     wait, what follows an error, an interruption or a requirement that is not met, and their
    ///     durability.
    ///   - keys: The keys of a payload by which actions are told apart: for their order, so that one is
    ///     open at a time, or so that the latest runs. Default none.
    ///   - blocking: Whether the handler may block its thread; it then gets its own thread.
    ///   - origin: The place of the declaration, if it is not the calling source line.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    ///   - handler: The work. If it throws, the action fails with that error; the launch continues.
    /// - Returns: The kind, to submit with ``Launch/submit(_:_:id:)``.
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
            nonisolated(nonsending) @escaping @Sendable (
                Payload, OperationContext
            ) async throws -> Void
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
            try await handler(
                try context.payload(as: Payload.self),
                context
            )
            return nil
        }
    }

    mutating func declareAction<Payload>(
        _ name: String,
        on queue: Queue,
        _ dependencies: [Operation.Edge],
        _ options: OperationOptions,
        _ policy: ActionPolicy,
        _ keys: PayloadKeys<Payload>,
        _ origin: Origin,
        _ body: @escaping Body
    ) -> ActionKind<Payload> {
        let retries = policy.retry?.retries
        let keys = keys.names.isEmpty ? nil : keys
        let calls = OperationCalls(
            body: body,
            retries: retries,
            payload: { PayloadType<Payload>.decoding },
            keys: keys?.made
        )
        var policy = policy
        if let keys { policy.keyNames = keys.names }
        policy.retry = policy.retry?.withoutCalls
        let options = options.holding(policy.locks)
        let id = declare(name, .action(policy), on: queue, dependencies, options, origin, calls)
        return ActionKind(declaration: id, name: name, keys: keys)
    }
}
