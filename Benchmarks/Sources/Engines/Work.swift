internal import Glibc

/// The work of a graph's bodies.
package enum Work: Sendable {
    /// None: what remains is the engine's cost.
    case nothing
    /// Check that no body runs before its dependencies.
    case checking(OrderCheck)
    /// All but the first and last wait that many milliseconds; a synchronous body blocks its
    /// thread.
    case waiting(milliseconds: Int, OrderCheck)
    /// Each waits its own number of microseconds: a synchronous one on its thread.
    case lasting(microseconds: [Int])

    /// Bodies wait.
    package var waits: Bool {
        switch self {
        case .nothing, .checking: false
        case .waiting, .lasting: true
        }
    }

    /// The synchronous body of an operation.
    package func synchronous(_ node: Int) -> @Sendable () -> Void {
        switch self {
        case .nothing: {}
        case .checking(let check): { check.ran(node) }
        case .waiting(let milliseconds, let check):
            {
                if check.isInside(node) { usleep(UInt32(milliseconds) * 1000) }
                check.ran(node)
            }
        case .lasting(let durations): { usleep(UInt32(durations[node])) }
        }
    }

    /// The `async` body of an operation.
    package func asynchronous(_ node: Int) -> @Sendable () async -> Void {
        switch self {
        case .nothing: { () async in }
        case .checking(let check): { () async in check.ran(node) }
        case .waiting(let milliseconds, let check):
            {
                if check.isInside(node) { try? await Task.sleep(for: .milliseconds(milliseconds)) }
                check.ran(node)
            }
        case .lasting(let durations):
            { () async in try? await Task.sleep(for: .microseconds(durations[node])) }
        }
    }
}
