/// The value of an operation, without its type; the type is the handle's.
class AnyOutput: @unchecked Sendable {}  // Has no state; its subclass has one `let`.

final class Output<Value: Sendable>: AnyOutput, @unchecked Sendable {  // Immutable: one `let`.
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// The value as an object; `nil` stands for `()`, which most operations return.
    static func of(_ value: Value) -> AnyOutput? {
        Value.self == Void.self ? nil : Output(value)
    }

    /// What ``of(_:)`` took; `nil` when there is no value and `Value` is not `Void`.
    ///
    /// The output must be one of this type: the one of the handle's operation always is.
    static func value(of output: AnyOutput?) -> Value? {
        if let output { return unsafeDowncast(output, to: Output<Value>.self).value }
        return () as? Value
    }
}

/// What an operation does.
///
/// One object for each operation, whose closure is a `let`: it is called in place, without being
/// retained first.
class Body: @unchecked Sendable {  // Immutable: subclasses have `let`s of Sendable types only.
    func run(_ context: OperationContext) throws -> AnyOutput? { nil }

    nonisolated(nonsending) func runAsynchronously(
        _ context: OperationContext
    ) async throws -> AnyOutput? { nil }
}

/// How a body uses its thread.
enum BodyKind: UInt8, Sendable {
    /// Returns without waiting for anything but the processor.
    case synchronous
    /// May wait for something while it keeps its thread: gets one of its own.
    case blocking
    /// Gives its thread back whenever it suspends.
    case asynchronous
    /// There is none: where a group begins.
    case groupEntry
    /// There is none: where a group ends.
    case groupExit
}

final class SynchronousBody<Value: Sendable>: Body, @unchecked Sendable {  // Sendable `let`s only.
    private let body: @Sendable (OperationContext) throws -> Value
    private let isVoid = Value.self == Void.self

    init(_ body: @escaping @Sendable (OperationContext) throws -> Value) {
        self.body = body
    }

    override func run(_ context: OperationContext) throws -> AnyOutput? {
        if isVoid {
            _ = try body(context)
            return nil
        }
        return Output(try body(context))
    }
}

final class AsynchronousBody<Value: Sendable>: Body, @unchecked Sendable {  // Sendable `let`s only.
    private let body: nonisolated(nonsending) @Sendable (OperationContext) async throws -> Value
    private let isVoid = Value.self == Void.self

    init(
        _ body: nonisolated(nonsending) @escaping @Sendable (OperationContext) async throws -> Value
    ) {
        self.body = body
    }

    override nonisolated(nonsending) func runAsynchronously(
        _ context: OperationContext
    ) async throws -> AnyOutput? {
        if isVoid {
            _ = try await body(context)
            return nil
        }
        return Output(try await body(context))
    }
}
