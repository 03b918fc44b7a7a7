internal import Slipway

/// Operations by name, in the order of their insertion, with the oldest one at hand.
///
/// A removed operation keeps its position in `order` until it is at the front, or until most
/// positions are of removed ones: a removal from the middle of a million must not move the others
/// each time.
struct OldestFirst {
    private var operations: [String: OperationStatus] = [:]
    private(set) var order: [String] = []
    private var front = 0

    /// The operation that was inserted first; `nil` when empty.
    var oldest: OperationStatus? {
        front < order.count ? operations[order[front]] : nil
    }

    /// All operations, in no particular order.
    var all: some Collection<OperationStatus> { operations.values }

    /// All operations, the oldest first.
    var inOrder: some Sequence<OperationStatus> { order.lazy.compactMap { operations[$0] } }

    var isEmpty: Bool { operations.isEmpty }

    mutating func insert(_ operation: OperationStatus) {
        if operations.updateValue(operation, forKey: operation.name) == nil {
            order.append(operation.name)
        }
    }

    mutating func remove(_ name: String) {
        operations[name] = nil
        if order.count > 2 * operations.count + 32 {
            order.removeAll { operations[$0] == nil }
            front = 0
        }
        while front < order.count, operations[order[front]] == nil { front += 1 }
        if front == order.count {
            order.removeAll(keepingCapacity: true)
            front = 0
        }
    }
}
