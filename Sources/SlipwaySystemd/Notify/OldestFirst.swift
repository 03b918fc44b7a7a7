internal import Slipway

/// Operations by name, in the order in which they came, with the oldest at hand.
///
/// An operation that leaves keeps its place in `order` until it is at the front: leaving from the
/// middle of a million waiting ones must not move the others.
struct OldestFirst {
    private var operations: [String: OperationStatus] = [:]
    private var order: [String] = []
    private var front = 0

    /// The one that came first; `nil` when there is none.
    var oldest: OperationStatus? {
        front < order.count ? operations[order[front]] : nil
    }

    /// All of them, in no particular order.
    var all: some Collection<OperationStatus> { operations.values }

    var isEmpty: Bool { operations.isEmpty }

    mutating func insert(_ operation: OperationStatus) {
        if operations.updateValue(operation, forKey: operation.name) == nil {
            order.append(operation.name)
        }
    }

    mutating func remove(_ name: String) {
        operations[name] = nil
        while front < order.count, operations[order[front]] == nil { front += 1 }
        if front == order.count {
            order.removeAll(keepingCapacity: true)
            front = 0
        }
    }
}
