extension Plan {
    /// Declares an operation whose value is the values of other operations, in their order.
    ///
    /// The new operation requires all of the others: if one does not succeed, the new one is
    /// skipped.
    ///
    /// - Parameters:
    ///   - name: Unique in the plan.
    ///   - handles: The operations.
    ///   - optional: Whether the launch continues, degraded, if this cannot run.
    ///   - origin: The place of the declaration, if it is not the calling source line.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    /// - Returns: The operation, for reading the values.
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
            OperationOptions(optional, .launch, .normal, [], nil, nil, nil, false),
            origin ?? Origin(file: file, line: line),
            OperationCalls { context in
                AnyOutput.of(try context.outputs(of: handles))
            }
        )
    }

    /// Declares an operation whose value is, for each of other operations in their order, its value
    /// or the reason why there is none.
    ///
    /// The new operation runs when all of the others have ended, with any outcome.
    ///
    /// - Parameters:
    ///   - name: Unique in the plan.
    ///   - handles: The operations.
    ///   - origin: The place of the declaration, if it is not the calling source line.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    /// - Returns: The operation, for reading the results.
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
            try context.ends(of: handles).map { end, output in
                if let output, let value = Output<Value>.value(of: output) {
                    return .success(value)
                }
                return .failure(OperationFailure(operation: end.name, outcome: end.outcome))
            }
        }
    }

    /// Declares an operation that runs after others and sees how each of them ended.
    ///
    /// - Parameters:
    ///   - name: Unique in the plan.
    ///   - operations: The operations that it waits for; handles, or names.
    ///   - queue: Where the body runs.
    ///   - optional: Whether the launch continues, degraded, if this fails.
    ///   - stage: Whether it gates readiness, or starts once the launch is ready.
    ///   - origin: The place of the declaration, if it is not the calling source line.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    ///   - body: The work, with the ends in the order of `operations`.
    /// - Returns: The operation, for dependents and for reading its value.
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
            try await body(try context.ends(of: operations).map(\.end), context)
        }
    }

    /// Declares an operation that runs after others, however each of them ended.
    ///
    /// The parameters are those of the form whose body sees the ends.
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
        body: nonisolated(nonsending) @escaping @Sendable () async throws -> Value
    ) -> Handle<Value> {
        add(
            name,
            on: queue,
            after: operations,
            optional: optional,
            stage: stage,
            origin: origin,
            file: file,
            line: line,
            body: body
        )
    }
}
