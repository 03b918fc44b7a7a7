/// The value of an operation, without its type; the type is the handle's.
class AnyOutput: @unchecked Sendable {}  // Has no state; its subclass has one `let`.

final class Output<Value: Sendable>: AnyOutput, @unchecked Sendable {  // Immutable: one `let`.
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// What an operation does.
enum Body: Sendable {
    /// Keeps its thread until it returns.
    case synchronous(@Sendable (OperationContext) throws -> AnyOutput)
    /// Gives its thread back whenever it suspends.
    case asynchronous(@Sendable (OperationContext) async throws -> AnyOutput)
}

/// What undoes an operation that succeeded.
typealias Stop = @Sendable (AnyOutput, OperationContext) async throws -> Void

/// What a launch action does with its payload.
enum Handler: Sendable {
    case synchronous(@Sendable (AnyOutput, OperationContext) throws -> Void)
    case asynchronous(@Sendable (AnyOutput, OperationContext) async throws -> Void)
}
