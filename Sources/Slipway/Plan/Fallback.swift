/// What stands in for an operation's value when the operation fails, or cannot run because
/// something that it requires did not succeed; the operation is then *degraded*.
public struct Fallback<Value: Sendable>: Sendable {
    let make: @Sendable (OperationContext) async throws -> FallbackValue<Value>

    /// A value that is always at hand.
    public static func value(_ value: Value, source: String = "default") -> Fallback {
        Fallback { _ in FallbackValue(value, source: source) }
    }

    /// A value that is made or found when it is needed, for example in a cache.
    ///
    /// What `find` throws is added to why the operation failed.
    public static func from(
        _ find: @escaping @Sendable (OperationContext) async throws -> FallbackValue<Value>
    ) -> Fallback {
        Fallback(make: find)
    }
}

/// A value that stands in for another, with where it comes from.
public struct FallbackValue<Value: Sendable>: Sendable {
    /// The value.
    public var value: Value
    /// Where it comes from, in a word or two: `default`, `cache`.
    public var source: String
    /// How old it is; `nil` when that has no meaning.
    public var age: Duration?

    /// Creates a value.
    public init(_ value: Value, source: String, age: Duration? = nil) {
        self.value = value
        self.source = source
        self.age = age
    }
}

/// A ``Fallback`` without its type.
struct AnyFallback: Sendable {
    let find: @Sendable (OperationContext) async throws -> (AnyOutput?, FallbackUse)

    init<Value>(_ fallback: Fallback<Value>) {
        find = { context in
            let found = try await fallback.make(context)
            return (Output.of(found.value), FallbackUse(source: found.source, age: found.age))
        }
    }
}

/// Where the value of a degraded operation comes from.
public struct FallbackUse: Hashable, Sendable {
    /// In a word or two.
    public var source: String
    /// How old the value was; `nil` when that has no meaning.
    public var age: Duration?

    /// Creates a note of where a value comes from.
    public init(source: String, age: Duration? = nil) {
        self.source = source
        self.age = age
    }
}
