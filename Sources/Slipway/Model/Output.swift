/// The value of an operation, without its type; the type is the handle's.
class AnyOutput: @unchecked Sendable {  // Has no state; its subclass has one `let`.
    /// The value as `Other`, if it is of that type, or that type is an optional of its own;
    /// otherwise `nil`.
    func value<Other>(as type: Other.Type) -> Other? { nil }

    /// A value as an object; `nil` stands for `()`, which most operations return.
    ///
    /// Not in ``Output``: a function there would look its type up first, for `()` too.
    static func of<Value: Sendable>(_ value: Value) -> AnyOutput? {
        Value.self == Void.self ? nil : Output(value)
    }
}

final class Output<Value: Sendable>: AnyOutput, @unchecked Sendable {  // Immutable: one `let`.
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    override func value<Other>(as type: Other.Type) -> Other? { value as? Other }

    /// The value that ``AnyOutput/of(_:)`` took; `nil` for a value of another type, or when there is none
    /// and `Value` is not `Void`.
    static func value(of output: AnyOutput?) -> Value? {
        guard let output else { return () as? Value }
        if let output = output as? Output<Value> { return output.value }
        return output.value(as: Value.self)
    }

    /// `nil` as a value, if `Value` is an optional.
    static var absent: Value? {
        (Value.self as? any ExpressibleByNilLiteral.Type).flatMap { Absence.value(of: $0) }
    }
}

private enum Absence {
    /// `nil` of a type that is `Value` itself.
    ///
    /// Generic, since a cast of an existential to an optional of an optional makes a value of its `nil`.
    static func value<Absent: ExpressibleByNilLiteral, Value>(of type: Absent.Type) -> Value? {
        Absent(nilLiteral: ()) as? Value
    }
}
