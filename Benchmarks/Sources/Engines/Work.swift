internal import Glibc

/// What the bodies of a graph do.
package enum Work: Sendable {
    /// Nothing: what is left is the engine.
    case nothing
    /// See to it that no body runs before what it depends on.
    case checking(OrderCheck)
    /// All but the first and the last wait so many milliseconds: a synchronous one on its thread.
    case waiting(milliseconds: Int, OrderCheck)
    /// Each waits its own number of microseconds: a synchronous one on its thread.
    case lasting(microseconds: [Int])

    /// Whether bodies wait.
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
