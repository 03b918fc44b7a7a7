/// What `Plan.add` returns: the operation, by number, with the type of its value.
///
/// A handle belongs to the plan that made it; used with another, it is a fault of that plan.
public struct Handle<Value: Sendable>: Hashable, Sendable {
    let operation: OperationID
}

/// An operation of one plan, by its place in the order of declaration.
///
/// Lookups by number keep checking and running linear: names are for people.
public struct OperationID: Hashable, Sendable {
    /// Tells plans apart, so that a handle cannot reach into another one.
    let plan: UInt32
    let index: UInt32

    init(plan: UInt32, index: Int) {
        self.plan = plan
        self.index = UInt32(truncatingIfNeeded: index)
    }
}

/// Something that an operation can require or run after: a ``Handle``, or a name.
public protocol Dependency: Sendable {
    /// The operation meant.
    var reference: Reference { get }
}

/// Which operation a dependency means.
public enum Reference: Hashable, Sendable {
    /// One that was added to the same plan before.
    case operation(OperationID)
    /// One of this name, declared anywhere in the plan; `origin` is where it was named.
    case name(String, origin: Origin?)
}

extension Handle: Dependency {
    /// The operation that the handle stands for.
    public var reference: Reference { .operation(operation) }
}

/// A dependency by name, for plans that come from a file or declare in any order.
public struct Named: Dependency, Hashable, ExpressibleByStringLiteral {
    /// The name, with where it was written.
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
