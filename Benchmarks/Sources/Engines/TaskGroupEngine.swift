internal import Slipway

/// A task group whose parent counts in-degrees down and adds ready operations.
struct TaskGroupEngine: Engine {
    private let shape: Shape
    private let bodies: [@Sendable () async -> Void]
    private var inDegrees: [Int32] = []
    private var dependents: Shape.Dependents?

    init(_ shape: Shape, _ work: Work) {
        self.shape = shape
        bodies = (0..<shape.count).map(work.asynchronous)
    }

    mutating func prepare() {
        inDegrees = shape.inDegrees
        dependents = shape.reversed()
    }

    func run() -> Instant? {
        guard let dependents else { return nil }
        blockUntilDone { [bodies, inDegrees] in
            var missing = inDegrees
            await withTaskGroup(of: Int.self) { group in
                func start(_ node: Int) {
                    let body = bodies[node]
                    group.addTask {
                        await body()
                        return node
                    }
                }
                for node in missing.indices where missing[node] == 0 { start(node) }
                while let node = await group.next() {
                    for dependent in dependents[node] {
                        missing[Int(dependent)] -= 1
                        if missing[Int(dependent)] == 0 { start(Int(dependent)) }
                    }
                }
            }
        }
        return nil
    }
}
