internal import Synchronization

/// Checks that every operation of a graph runs once, after all its dependencies.
package final class OrderCheck: Sendable {
    private let shape: Shape
    private let state: Mutex<State>

    private struct State {
        var hasRun: [Bool]
        var faults = 0
        var threads = 0
    }

    package init(_ shape: Shape) {
        self.shape = shape
        state = Mutex(State(hasRun: Array(repeating: false, count: shape.count)))
    }

    /// Each body calls it.
    package func ran(_ node: Int) {
        // All waiting bodies have ended, and their threads still exist.
        let threads = node == shape.count - 1 ? ProcessFigures.threads() : 0
        state.withLock { state in
            let isFaulty =
                state.hasRun[node]
                || shape.dependencies(of: node).contains { !state.hasRun[Int($0)] }
            if isFaulty { state.faults += 1 }
            state.hasRun[node] = true
            state.threads = max(state.threads, threads)
        }
    }

    /// Tells whether an operation is neither the first nor the last.
    package func isInside(_ node: Int) -> Bool { node > 0 && node < shape.count - 1 }

    /// Every operation ran once and in order.
    package var isFulfilled: Bool {
        state.withLock { $0.faults == 0 && $0.hasRun.allSatisfy { $0 } }
    }

    /// The number of threads that the process had when the last operation ran.
    package var threads: Int { state.withLock { $0.threads } }

    /// Resets the check for another run of the same graph.
    package func reset() {
        state.withLock { $0 = State(hasRun: Array(repeating: false, count: shape.count)) }
    }
}
