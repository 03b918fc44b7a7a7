internal import Synchronization

/// What `Plan.add` returns: the very declaration, with the type of its value.
///
/// Used with a plan that does not have the declaration, it is a fault of that plan: with another plan,
/// with a copy that was made before, or after a group that was not kept.
public struct Handle<Value: Sendable>: Hashable, Sendable {
    let operation: OperationID
    /// Whether it stands for the value or `nil`.
    var mayBeAbsent = false

    /// The same operation, read as an optional: it may have ended without a value, because it did
    /// not succeed or its condition did not hold.
    ///
    /// ```swift
    /// plan.add("banner", reading: experiment.ifPresent) { experiment in … }
    /// ```
    ///
    /// Who reads it comes after the operation, and does not require it.
    public var ifPresent: Handle<Value?> { Handle<Value?>(operation: operation, mayBeAbsent: true) }
}

/// One declaration of an operation.
public struct OperationID: Hashable, Sendable {
    /// The declaration's own number.
    let number: DeclarationNumber
    /// Where it is among the declarations of the plan that made it.
    let index: Int
}

/// Tells the declarations of a process apart, whatever plan they are in; a later one has a greater
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

/// A handle of any value.
protocol ReadableHandle: Sendable {
    /// How the operation that reads it depends on it.
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
    /// The operation of this name.
    public var reference: Reference { .name(self, origin: nil) }
}

/// A dependency by name, with where it was written, for plans that come from a file.
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
