/// The source of a degraded operation's value.
public struct FallbackUse: Hashable, Sendable {
    /// The source in a word or two.
    public var source: String
    /// The age of the value; `nil` if it has no meaning.
    public var age: Duration?

    /// Creates a record of a value's source.
    public init(source: String, age: Duration? = nil) {
        self.source = source
        self.age = age
    }

    /// A kept value stands in, whose age may not be known.
    init(keptSince age: Duration?) {
        self.init(source: age == nil ? "cache of unknown age" : "cache", age: age)
    }
}
