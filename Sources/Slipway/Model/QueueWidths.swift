/// The number of bodies of a queue that may run at the same time.
///
/// A number is a fixed width: `plan.queues["downloads"] = 4`.
public enum QueueWidth: Hashable, Sendable {
    /// As many as the CPUs that the process may use and its control groups allow, and at least 8:
    /// most bodies only wait.
    case automatic
    /// Exactly so many; at least 1.
    case fixed(Int)
}

extension QueueWidth: ExpressibleByIntegerLiteral {
    /// Exactly so many; a number below 1 is a fault of the plan.
    public init(integerLiteral width: Int) {
        self = .fixed(width)
    }
}

/// A queue with its width.
struct QueueWithWidth: Hashable, Sendable {
    let queue: Queue
    let width: QueueWidth
}
