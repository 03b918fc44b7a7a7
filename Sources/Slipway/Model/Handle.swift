internal import Synchronization

/// The result of `Plan.add`: one declaration, with the type of its value.
///
/// Using a handle with a plan that does not have the declaration is a fault of that plan: with
/// another plan, with a copy that was made before the declaration, or after a group whose closure
/// threw.
public struct Handle<Value: Sendable>: Hashable, Sendable {
    let operation: OperationID
    /// The value is read as an optional.
    var mayBeAbsent = false

    /// The same operation, read as an optional: it may have ended without a value, because it did
    /// not succeed or its condition did not hold.
    ///
    /// ```swift
    /// plan.add("banner", reading: experiment.ifPresent) { experiment in show(experiment) }
    /// ```
    ///
    /// An operation that reads this handle runs after the operation, and does not require it. If
    /// the value is itself an optional, one that is there and `nil` is `.some(nil)`.
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
    let value: UInt64

    /// A number that no other declaration has.
    static func next() -> DeclarationNumber {
        DeclarationNumber(value: last.add(1, ordering: .relaxed).newValue)
    }

    private static let last = Atomic<UInt64>(0)

    static func < (left: DeclarationNumber, right: DeclarationNumber) -> Bool {
        left.value < right.value
    }
}

extension Handle: Dependency {
    /// The operation of the handle.
    public var reference: Reference { .operation(operation) }
}

/// Names that are looked for by those who know `Operation` of Foundation.
extension Handle {
    /// Not here: an operation's dependencies are part of its declaration.
    @available(
        *,
        unavailable,
        message:
            "write the dependency where the operation is declared: plan.add(…, requires: [other]), or after: [other] for order only"
    )
    public func addDependency(_ other: any Dependency) {}

    /// Not here: a launch cancels its operations.
    @available(
        *,
        unavailable,
        message:
            "a handle is not what runs; write launch.cancel(handle), or context.launch.cancel(handle) in a body"
    )
    public func cancel() {}
}
