extension Graph {
    /// The queues that there are, `main` first.
    public var queues: [Queue] { lanes.map(\.queue) }
}
