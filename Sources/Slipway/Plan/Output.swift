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

    /// What ``of(_:)`` took; `nil` when there is no value and `Value` is not `Void`.
    ///
    /// The output must be one of this type: the one of the handle's operation always is.
    static func value(of output: AnyOutput?) -> Value? {
        if let output { return unsafeDowncast(output, to: Output<Value>.self).value }
        return () as? Value
    }
}
