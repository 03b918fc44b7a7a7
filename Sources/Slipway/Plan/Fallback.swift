/// Replaces an operation's value when the operation fails, or cannot run because an operation that
/// it requires did not succeed; the operation is then *degraded*.
public struct Fallback<Value: Sendable>: Sendable {
    let make: @Sendable (OperationContext) async throws -> FallbackValue<Value>

    /// A fixed value.
    public static func value(_ value: Value, source: String = "default") -> Fallback {
        Fallback { _ in FallbackValue(value, source: source) }
    }

    /// A value that is computed or looked up when it is needed, for example in a cache.
    ///
    /// If `find` throws, its error is added to the reason of the operation's failure.
    public static func from(
        _ find: @escaping @Sendable (OperationContext) async throws -> FallbackValue<Value>
    ) -> Fallback {
        Fallback(make: find)
    }
}

/// A value in place of another, with its source.
public struct FallbackValue<Value: Sendable>: Sendable {
    /// The value.
    public var value: Value
    /// The source in a word or two: `default`, `cache`.
    public var source: String
    /// The age of the value; `nil` if it has no meaning.
    public var age: Duration?

    /// Creates a value.
    public init(_ value: Value, source: String, age: Duration? = nil) {
        self.value = value
        self.source = source
        self.age = age
    }
}

/// A ``Fallback`` without its value type.
struct AnyFallback: Sendable {
    let find: @Sendable (OperationContext) async throws -> (AnyOutput?, FallbackUse)

    init<Value>(_ fallback: Fallback<Value>) {
        find = { context in
            let found = try await fallback.make(context)
            return (AnyOutput.of(found.value), FallbackUse(source: found.source, age: found.age))
        }
    }
}
