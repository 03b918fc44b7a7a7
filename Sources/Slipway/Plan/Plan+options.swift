/// Declarations whose options are one value: those of a configuration, and of a launch that is replayed.
///
/// The other parameters are those of the public forms. An `if:` of the retry is not asked: options have no
/// closures.
extension Plan {
    /// Declares an operation.
    ///
    /// The teardown is also called, without a value, where an earlier launch did the operation, and
    /// this one has taken it over; see ``Launch/takeOver(_:)``.
    @discardableResult
    package mutating func add<Value: Sendable>(
        _ name: String,
        on queue: Queue,
        requires: [any Dependency],
        after: [any Dependency],
        _ options: OperationOptions,
        when condition: Condition?,
        fallback: Fallback<Value>?,
        teardown: (@Sendable (Value?) async throws -> Void)? = nil,
        origin: Origin,
        body: nonisolated(nonsending) @escaping @Sendable (OperationContext) async throws -> Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(requires: requires, after: after),
            options,
            origin,
            OperationCalls(condition, nil, fallback, ofEffect: teardown) { context in
                AnyOutput.of(try await body(context))
            }
        )
    }

    /// Declares an operation that starts a program.
    @discardableResult
    package mutating func addProgram<Value: Sendable>(
        _ name: String,
        on queue: Queue,
        requires: [any Dependency],
        after: [any Dependency],
        _ options: OperationOptions,
        when condition: Condition?,
        fallback: Fallback<Value>?,
        teardown: ProgramTeardown<Value>,
        origin: Origin,
        body: nonisolated(nonsending) @escaping @Sendable (OperationContext) async throws -> Value
    ) -> Handle<Value> {
        addOperation(
            name,
            on: queue,
            Self.edges(requires: requires, after: after),
            options.endingProgram(graces: teardown.graces),
            origin,
            OperationCalls(condition, nil, fallback, ofEffect: teardown.call) { context in
                AnyOutput.of(try await body(context))
            }
        )
    }

    /// Declares a group, which has the value of the operation that `declare` returns; `nil` for none.
    ///
    /// The handle of a group without a value is good for dependencies alone.
    @discardableResult
    package mutating func group<Value: Sendable>(
        _ name: String,
        requires: [any Dependency],
        after: [any Dependency],
        _ options: OperationOptions,
        when condition: Condition?,
        fallback: Fallback<Value>?,
        origin: Origin,
        _ declare: (inout Plan) -> Handle<Value>?
    ) -> Handle<Value> {
        declareGroup(
            name,
            Self.edges(requires: requires, after: after),
            options,
            origin,
            OperationCalls(condition, nil, fallback)
        ) { plan in
            declare(&plan)?.operation
        }
    }
}
