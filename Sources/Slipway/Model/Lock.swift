/// Something that only one operation at a time may use: operations that name the same lock never
/// run at the same time.
///
/// All locks of an operation are taken together at the moment it starts, and given back in the
/// step that ends it. Locks belong to one launch.
public struct Lock: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name: equal names are the same lock.
    public let name: String

    /// Names a lock.
    public init(_ name: String) {
        self.name = name
    }

    /// Names a lock.
    public init(stringLiteral name: String) {
        self.init(name)
    }

    /// The name.
    public var description: String { name }
}
