internal import Synchronization

/// What `Plan.add` returns: one declaration, with the type of its value.
///
/// Using it with a plan that does not have the declaration is a fault of that plan: with another
/// plan, with a copy that was made before the declaration, or after a group that was not kept.
public struct Handle<Value: Sendable>: Hashable, Sendable {
    let operation: OperationID
    /// Whether it is read as an optional value.
    var mayBeAbsent = false

    /// The same operation, read as an optional: it may have ended without a value, because it did
    /// not succeed or its condition did not hold.
    ///
    /// ```swift
    /// plan.add("banner", reading: experiment.ifPresent) { experiment in … }
    /// ```
    ///
    /// An operation that reads it runs after the operation, and does not require it.
    public var ifPresent: Handle<Value?> { Handle<Value?>(operation: operation, mayBeAbsent: true) }
}

/// One declaration of an operation.
public struct OperationID: Hashable, Sendable {
    /// The number of the declaration.
    let number: DeclarationNumber
    /// The index among the declarations of the plan that made it.
    let index: Int
}

/// Identifies a declaration in the process, in whatever plan it is; a later one has a greater
/// number.
struct DeclarationNumber: Hashable, Comparable, Sendable {
    private let value: UInt64

    /// A number that no other declaration has.
    static func next() -> DeclarationNumber {
        DeclarationNumber(value: last.add(1, ordering: .relaxed).newValue)
    }

    private static let last = Atomic<UInt64>(0)

    static func < (left: DeclarationNumber, right: DeclarationNumber) -> Bool {
        left.value < right.value
    }
}

/// A dependency of an operation: a ``Handle``, or a name.
public protocol Dependency: Sendable {
    /// The operation that it refers to.
    var reference: Reference { get }
}

/// The operation that a dependency refers to.
public enum Reference: Hashable, Sendable {
    /// An operation that was added to the same plan before.
    case operation(OperationID)
    /// An operation with this name, declared anywhere in the plan; `origin` is the place of the
    /// reference.
    case name(String, origin: Origin?)
}

extension Handle: Dependency {
    /// The operation of the handle.
    public var reference: Reference { .operation(operation) }
}

/// A handle with any type of value.
protocol ReadableHandle: Sendable {
    /// The dependency of an operation that reads it.
    var edge: Operation.Edge { get }
}

extension Handle: ReadableHandle {
    var edge: Operation.Edge {
        Operation.Edge(
            target: .operation(operation),
            kind: mayBeAbsent ? .after : .requires,
            isRead: !mayBeAbsent
        )
    }
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
