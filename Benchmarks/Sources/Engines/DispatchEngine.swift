internal import Dispatch
internal import Slipway
internal import Synchronization

/// A concurrent Dispatch queue: the last dependency to end enqueues its dependent.
struct DispatchEngine: Engine {
    private let shape: Shape
    private let bodies: [@Sendable () -> Void]
    private var launch: Execution?

    init(_ shape: Shape, _ work: Work) {
        self.shape = shape
        bodies = (0..<shape.count).map(work.synchronous)
    }

    mutating func prepare() { launch = Execution(shape, bodies) }

    func run() -> Instant? {
        launch?.run()
        return nil
    }

    private final class Execution: Sendable {
        private let bodies: [@Sendable () -> Void]
        private let counters: Counters
        private let dependents: Shape.Dependents
        private let roots: [Int]
        private let left = Atomic<Int>(0)
        private let done = DispatchSemaphore(value: 0)
        private let queue = DispatchQueue(
            label: "benchmark",
            qos: .userInitiated,
            attributes: .concurrent
        )

        init(_ shape: Shape, _ bodies: [@Sendable () -> Void]) {
            self.bodies = bodies
            let inDegrees = shape.inDegrees
            counters = Counters(inDegrees)
            roots = inDegrees.indices.filter { inDegrees[$0] == 0 }
            dependents = shape.reversed()
        }

        func run() {
            counters.reset()
            left.store(bodies.count, ordering: .relaxed)
            for root in roots { start(root) }
            done.wait()
        }

        private func start(_ node: Int) {
            queue.async { [self] in
                bodies[node]()
                for dependent in dependents[node] where counters.countDown(Int(dependent)) {
                    start(Int(dependent))
                }
                if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
                    done.signal()
                }
            }
        }
    }
}
