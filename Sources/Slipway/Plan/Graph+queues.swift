extension Graph {
    /// The queues that there are, `main` first.
    public var queues: [Queue] { lanes.map(\.queue) }
}

extension Graph {
    /// Whether anything may run elsewhere than on the main queue.
    var usesPool: Bool { laneOf.contains { $0 > 0 } }
}
