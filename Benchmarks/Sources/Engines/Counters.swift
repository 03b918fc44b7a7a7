internal import Synchronization

/// For each operation, the number of its dependencies that have not ended.
final class Counters: @unchecked Sendable {  // The values that `values` points to are atomic.
    private let values: UnsafeMutablePointer<Atomic<Int32>>
    private let initial: [Int32]

    init(_ initial: [Int32]) {
        self.initial = initial
        values = .allocate(capacity: initial.count)
        for (node, value) in initial.enumerated() {
            (values + node).initialize(to: Atomic(value))
        }
    }

    deinit { values.deallocate() }

    func reset() {
        for (node, value) in initial.enumerated() {
            values[node].store(value, ordering: .relaxed)
        }
    }

    /// Counts one dependency down.
    ///
    /// - Returns: Whether no dependency is left.
    func countDown(_ node: Int) -> Bool {
        values[node].subtract(1, ordering: .acquiringAndReleasing).newValue == 0
    }
}
