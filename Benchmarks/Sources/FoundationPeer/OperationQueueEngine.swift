internal import Engines
internal import Foundation
internal import Slipway

/// Foundation's OperationQueue with a BlockOperation each.
struct OperationQueueEngine: Engine {
    private let shape: Shape
    private let operations: [BlockOperation]
    private let queue = OperationQueue()

    init(_ shape: Shape, _ work: Work, width: Int?) {
        self.shape = shape
        operations = (0..<shape.count).map { BlockOperation(block: work.synchronous($0)) }
        queue.qualityOfService = .userInitiated
        if let width { queue.maxConcurrentOperationCount = width }
    }

    func prepare() {
        for node in 0..<shape.count {
            for dependency in shape.dependencies(of: node) {
                operations[node].addDependency(operations[Int(dependency)])
            }
        }
    }

    func run() -> Instant? {
        // One by one: after adding all at once, the queue searches all waiting operations whenever
        // one ends, which takes several times as long.
        for operation in operations { queue.addOperation(operation) }
        queue.waitUntilAllOperationsAreFinished()
        return nil
    }

    /// A Foundation operation runs only once.
    var runsAgain: Bool { false }
}
