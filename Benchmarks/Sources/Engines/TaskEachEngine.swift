internal import Slipway

/// A task for each operation, which awaits the tasks of its dependencies first.
struct TaskEachEngine: Engine {
    private let shape: Shape
    private let bodies: [@Sendable () async -> Void]

    init(_ shape: Shape, _ work: Work) {
        self.shape = shape
        bodies = (0..<shape.count).map(work.asynchronous)
    }

    /// Does nothing: a task runs once it exists.
    func prepare() {}

    func run() -> Instant? {
        blockUntilDone { [shape, bodies] in
            var tasks: [Task<Void, Never>] = []
            tasks.reserveCapacity(shape.count)
            for node in 0..<shape.count {
                let dependencies = shape.dependencies(of: node).map { tasks[Int($0)] }
                let body = bodies[node]
                tasks.append(
                    Task.detached {
                        for dependency in dependencies { await dependency.value }
                        await body()
                    }
                )
            }
            for task in tasks { await task.value }
        }
        return nil
    }
}
