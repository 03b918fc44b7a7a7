/// A queue on which bodies of operations run.
///
/// A text literal is the queue that ``named(_:)`` makes of it: `on: "downloads"`.
public struct Queue: Hashable, Sendable {
    /// The name, as configuration, reports and the journal write it.
    public let name: String

    private init(name: String) {
        self.name = name
    }

    /// The serial main queue: thread 0 of the process, one operation at a time from its start to
    /// its end, its suspensions included.
    public static let main = Queue(name: "main")

    /// The concurrent queue, as wide as the launch allows.
    public static let userInitiated = Queue(name: "userInitiated")

    /// A further queue, with a width of its own in ``Plan/queues``.
    ///
    /// `"main"` and `"userInitiated"` name the two that every plan has.
    public static func named(_ name: String) -> Queue { Queue(name: name) }

    /// Queues in the order of pictures and tables, none twice: `main`, `userInitiated`, then as they come.
    package static func inOrder(_ queues: some Sequence<Queue>) -> [Queue] {
        var seen: Set<Queue> = []
        let order = queues.filter { seen.insert($0).inserted }
        let first = [Queue.main, .userInitiated].filter(seen.contains)
        return first + order.filter { !first.contains($0) }
    }
}

extension Queue: ExpressibleByStringLiteral {
    /// The queue of that name.
    public init(stringLiteral name: String) {
        self.init(name: name)
    }
}

extension Queue: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
