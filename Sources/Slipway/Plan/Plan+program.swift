/// The teardown of an operation that starts a program.
///
/// It is called also when the operation did not succeed, if its program runs at the end all the same:
/// an operator has started it.
package struct ProgramTeardown<Value: Sendable>: Sendable {
    let graces: Int
    let call: @Sendable (Value?) async throws -> Void

    /// Describes a teardown.
    ///
    /// - Parameters:
    ///   - graces: How many of the plan's graces it may take, one for each of its parts; at least 1.
    ///   - call: Gets the operation's value; `nil` when the operation did not succeed.
    package init(graces: Int, _ call: @escaping @Sendable (Value?) async throws -> Void) {
        self.graces = graces
        self.call = call
    }
}

extension Plan {
    /// Declares an operation that starts a program.
    ///
    /// The parameters are those of other operations, but for the teardown.
    @discardableResult
    package mutating func addProgram<Value: Sendable>(
        _ name: String,
        on queue: Queue,
        requires: [any Dependency],
        after: [any Dependency],
        optional: Bool,
        stage: Stage,
        priority: Priority,
        locks: [Lock],
        when condition: Condition?,
        timeout: Duration?,
        retry: Retry?,
        budget: Duration?,
        fallback: Fallback<Value>?,
        teardown: ProgramTeardown<Value>,
        origin: Origin,
        body: nonisolated(nonsending) @escaping @Sendable (OperationContext) async throws -> Value
    ) -> Handle<Value> {
        var options = OperationOptions(
            optional,
            stage,
            priority,
            locks,
            timeout,
            retry,
            budget,
            false
        )
        options.teardownGraces = teardown.graces
        options.endsProgram = true
        return addOperation(
            name,
            on: queue,
            Self.edges(requires: requires, after: after),
            options,
            origin,
            OperationCalls(condition, retry, fallback, teardown) { context in
                AnyOutput.of(try await body(context))
            }
        )
    }
}
