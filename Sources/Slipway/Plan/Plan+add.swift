extension Plan {
    /// Declares an operation with an `async` body.
    ///
    /// - Parameters:
    ///   - name: Unique in the plan.
    ///   - queue: Where the body runs.
    ///   - requires: What must have succeeded (or be degraded) before it starts; only the values
    ///     of these can be read with ``OperationContext/output(of:)``.
    ///   - after: What must have ended, however, before it starts.
    ///   - optional: Whether the launch goes on, degraded, if this fails.
    ///   - timeout: How long the body may take, from its start; longer than zero. Past it the
    ///     operation has failed, and the body is cancelled. `nil`: as long as the launch.
    ///   - stop: Undoes the operation when the launch stops or fails after it succeeded; called
    ///     on the operation's queue, in reverse order of ending, with the operation's value.
    ///   - origin: Where it was declared, if not in the source that calls this.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    ///   - body: The work. What it returns is the operation's value; what it throws is why it
    ///     failed. On the main queue all of it runs on the main queue's thread, also after
    ///     `await`; elsewhere a suspended body holds its place in the queue but no thread.
    /// - Returns: The operation, to be required by others and to read its value with.
    @discardableResult
    public mutating func add<Value: Sendable>(
        _ name: String,
        on queue: Queue = .userInitiated,
        requires: [any Dependency] = [],
        after: [any Dependency] = [],
        optional: Bool = false,
        timeout: Duration? = nil,
        stop: (@Sendable (Value) async throws -> Void)? = nil,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body: @escaping @Sendable (OperationContext) async throws -> Value
    ) -> Handle<Value> {
        append(
            Declaration(
                name: name,
                queue: queue,
                isOptional: optional,
                timeout: timeout,
                origin: origin ?? Origin(file: file, line: line),
                edges: edges.add(requires: requires, after: after, plan: id),
                body: .asynchronous { Output(try await body($0)) },
                stop: Self.erase(stop)
            )
        )
    }

    /// Declares an operation with a synchronous body, which keeps its thread until it returns.
    ///
    /// It may block: synchronous bodies run on threads of their own, never on those that `async`
    /// code shares. It can ask ``OperationContext/isCancelled``. The parameters are those of the
    /// `async` form.
    @discardableResult
    public mutating func add<Value: Sendable>(
        _ name: String,
        on queue: Queue = .userInitiated,
        requires: [any Dependency] = [],
        after: [any Dependency] = [],
        optional: Bool = false,
        timeout: Duration? = nil,
        stop: (@Sendable (Value) async throws -> Void)? = nil,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body: @escaping @Sendable (OperationContext) throws -> Value
    ) -> Handle<Value> {
        append(
            Declaration(
                name: name,
                queue: queue,
                isOptional: optional,
                timeout: timeout,
                origin: origin ?? Origin(file: file, line: line),
                edges: edges.add(requires: requires, after: after, plan: id),
                body: .synchronous { Output(try body($0)) },
                stop: Self.erase(stop)
            )
        )
    }

    private mutating func append<Value>(_ declaration: Declaration) -> Handle<Value> {
        declarations.append(declaration)
        return Handle(operation: OperationID(plan: id, index: declarations.count - 1))
    }

    private static func erase<Value: Sendable>(
        _ stop: (@Sendable (Value) async throws -> Void)?
    ) -> Stop? {
        guard let stop else { return nil }
        // The same declaration's body made the output, so its type is Value.
        return { output, _ in
            try await stop(unsafeDowncast(output, to: Output<Value>.self).value)
        }
    }
}
