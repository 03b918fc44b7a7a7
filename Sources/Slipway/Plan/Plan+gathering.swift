extension Plan {
    /// Declares an operation whose value is the values of all of these, in their order.
    ///
    /// It requires them all: if one does not succeed, it is skipped.
    ///
    /// - Parameters:
    ///   - name: Unique in the plan.
    ///   - handles: The operations.
    ///   - optional: Whether the launch goes on, degraded, without them all.
    ///   - origin: Where it was declared, if not in the source that calls this.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    /// - Returns: The operation, to read the values with.
    @discardableResult
    public mutating func all<Value: Sendable>(
        _ name: String,
        of handles: [Handle<Value>],
        optional: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line
    ) -> Handle<[Value]> {
        addOperation(
            name,
            on: .userInitiated,
            handles.map(\.edge),
            OperationOptions(isOptional: optional),
            origin ?? Origin(file: file, line: line),
            OperationCalls { context in
                Output.of(try handles.map { try context.output(of: $0) })
            }
        )
    }

    /// Declares an operation whose value is, for each of these in their order, its value or why
    /// there is none.
    ///
    /// It runs when they have all ended, however.
    ///
    /// - Parameters:
    ///   - name: Unique in the plan.
    ///   - handles: The operations.
    ///   - origin: Where it was declared, if not in the source that calls this.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    /// - Returns: The operation, to read the results with.
    @discardableResult
    public mutating func collect<Value: Sendable>(
        _ name: String,
        of handles: [Handle<Value>],
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line
    ) -> Handle<[Result<Value, OperationFailure>]> {
        add(
            name,
            after: handles,
            origin: origin,
            file: file,
            line: line
        ) { (context: OperationContext) -> [Result<Value, OperationFailure>] in
            try handles.map { handle in
                if let value = try context.outputIfPresent(of: handle) { return .success(value) }
                let end = try context.end(of: handle)
                return .failure(OperationFailure(operation: end.name, outcome: end.outcome))
            }
        }
    }

    /// Declares an operation that runs after others and sees how each of them ended.
    ///
    /// - Parameters:
    ///   - name: Unique in the plan.
    ///   - operations: What it waits for; handles, or names.
    ///   - queue: Where the body runs.
    ///   - optional: Whether the launch goes on, degraded, if this fails.
    ///   - stage: Whether it gates readiness, or starts once the launch is ready.
    ///   - origin: Where it was declared, if not in the source that calls this.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    ///   - body: The work, with the ends in the order of `operations`.
    /// - Returns: The operation, to be required by others and to read its value with.
    @discardableResult
    public mutating func completion<Value: Sendable>(
        _ name: String,
        of operations: [any Dependency],
        on queue: Queue = .userInitiated,
        optional: Bool = false,
        stage: Stage = .launch,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body:
            nonisolated(nonsending) @escaping @Sendable (
                [OperationEnd], OperationContext
            ) async throws -> Value
    ) -> Handle<Value> {
        add(
            name,
            on: queue,
            after: operations,
            optional: optional,
            stage: stage,
            origin: origin,
            file: file,
            line: line
        ) { (context: OperationContext) -> Value in
            try await body(try operations.map { try context.end(of: $0) }, context)
        }
    }
}
