internal import Slipway
internal import Twins

/// Taskflow, in C++: a thread for each CPU, with work stealing; synchronous bodies.
struct TaskflowEngine: Engine {
    private let shape: Shape
    private let flow: Flow

    /// This program was built with Taskflow.
    static var isThere: Bool { twinFlowIsThere() }

    init(_ shape: Shape, _ work: Work) {
        self.shape = shape
        flow = Flow(shape.count, work)
    }

    func prepare() {
        for node in 0..<shape.count {
            for dependency in shape.dependencies(of: node) {
                twinFlowPrecede(flow.pointer, UInt32(dependency), UInt32(node))
            }
        }
    }

    func run() -> Instant? {
        twinFlowRun(flow.pointer)
        return nil
    }

    private final class Flow {
        let pointer: OpaquePointer?
        private let bodies: Bodies?

        init(_ count: Int, _ work: Work) {
            guard case .nothing = work else {
                let bodies = Bodies((0..<count).map(work.synchronous))
                self.bodies = bodies
                pointer = twinFlowMake(
                    UInt32(count),
                    { context, node in
                        guard let context else { return }
                        Unmanaged<Bodies>.fromOpaque(context).takeUnretainedValue().run(Int(node))
                    },
                    Unmanaged.passUnretained(bodies).toOpaque()
                )
                return
            }
            // In C++, so that it does not pay for calls between Swift and C++.
            bodies = nil
            pointer = twinFlowMake(UInt32(count), nil, nil)
        }

        deinit { twinFlowFree(pointer) }
    }

    private final class Bodies: Sendable {
        private let bodies: [@Sendable () -> Void]

        init(_ bodies: [@Sendable () -> Void]) {
            self.bodies = bodies
        }

        func run(_ node: Int) { bodies[node]() }
    }
}
