/// The value of an operation, without its type; the type is the handle's.
@usableFromInline
class AnyOutput: @unchecked Sendable {  // Has no state; its subclass has one `let`.
    @usableFromInline
    init() {}
}

@usableFromInline
final class Output<Value: Sendable>: AnyOutput, @unchecked Sendable {  // Immutable: one `let`.
    let value: Value

    @usableFromInline
    init(_ value: Value) {
        self.value = value
    }

    /// The value as an object; `nil` stands for `()`, which most operations return.
    @inlinable
    static func of(_ value: Value) -> AnyOutput? {
        Value.self == Void.self ? nil : Output(value)
    }

    /// What ``of(_:)`` took; `nil` for a value of another type, or when there is none and `Value` is
    /// not `Void`.
    static func value(of output: AnyOutput?) -> Value? {
        guard let output else { return () as? Value }
        return (output as? Output<Value>)?.value
    }
}
