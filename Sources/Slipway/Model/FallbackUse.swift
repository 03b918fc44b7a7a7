/// The source of a degraded operation's value.
public struct FallbackUse: Hashable, Sendable {
    /// The source, as a short text.
    public var source: String
    /// The age of the value; `nil` if it has no meaning, or, of a stored value, is not known.
    public var age: Duration?

    /// Creates a record of a value's source.
    public init(source: String, age: Duration? = nil) {
        self.source = source
        self.age = age
    }

    /// The source of stored values.
    static let cache = "cache"

    /// Notes a stored value, whose age may not be known.
    init(keptSince age: Duration?) {
        self.init(source: Self.cache, age: age)
    }
}
