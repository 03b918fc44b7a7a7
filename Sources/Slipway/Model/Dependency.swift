/// A dependency of an operation: a ``Handle``, or a name.
public protocol Dependency: Sendable {
    /// The operation that the dependency refers to.
    var reference: Reference { get }
}

/// The operation that a dependency refers to.
public enum Reference: Hashable, Sendable {
    /// An operation that was added to the same plan before.
    case operation(OperationID)
    /// An operation with this name, declared anywhere in the plan; `origin` is the place of the
    /// reference.
    indirect case name(String, origin: Origin?)
}

extension String: Dependency {
    /// The operation with this name.
    public var reference: Reference { .name(self, origin: nil) }
}

/// A dependency by name with its origin, for plans from a file.
public struct Named: Dependency, Hashable, ExpressibleByStringLiteral {
    /// The name and its origin.
    public let reference: Reference

    /// Names an operation.
    public init(_ name: String, origin: Origin? = nil) {
        reference = .name(name, origin: origin)
    }

    /// Names an operation.
    public init(stringLiteral name: String) {
        self.init(name)
    }
}
