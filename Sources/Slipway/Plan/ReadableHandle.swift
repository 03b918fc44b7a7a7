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
