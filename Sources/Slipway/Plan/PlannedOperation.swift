/// One operation, or group, as it was declared, for those who show a plan.
public struct PlannedOperation: Sendable {
    /// The name.
    public let name: String
    /// Where its body runs; for a group, which has none, `userInitiated`.
    public let queue: Queue
    /// Whether the launch, or the group that it is in, goes on without it.
    public let isOptional: Bool
    /// When it is due.
    public let stage: Stage
    /// Which of several ready operations starts first, as declared for it or the groups around it.
    public let priority: Priority
    /// What it holds while it runs, in the order in which it names them.
    public let locks: [Lock]
    /// The name of the group that it is directly in; `nil` for none.
    public let group: String?
    /// Whether it is a group.
    public let isGroup: Bool
    /// How long an attempt may take; `nil` for as long as the launch.
    public let timeout: Duration?
    /// How long all attempts and the pauses between them may take; `nil` for as long as the launch.
    public let budget: Duration?
    /// How many attempts there are at most: 1 or more.
    public let attempts: Int
    /// Whether something stands in for its value when it fails.
    public let hasFallback: Bool
    /// What decides whether it runs, in words; `nil` when nothing does.
    public let condition: String?
    /// What must have succeeded before it starts, or, for a group, before anything in it does.
    public let requires: [Edge]
    /// What must have ended before it starts, or, for a group, before anything in it does.
    public let after: [Edge]
    /// Where it was declared.
    public let origin: Origin

    /// One dependency, with where it was declared.
    public struct Edge: Hashable, Sendable {
        /// The name of the operation depended on, whether or not the plan has it.
        public let name: String
        /// Where the dependency was declared.
        public let origin: Origin
    }
}

/// One kind of launch action as it was declared, for those who show a plan.
public struct PlannedAction: Sendable {
    /// The kind's name.
    public let name: String
    /// Where its handler runs.
    public let queue: Queue
    /// Which of several ready operations and actions starts first.
    public let priority: Priority
    /// How long its handler may take; `nil` for as long as it takes.
    public let timeout: Duration?
    /// What must have succeeded before one runs.
    public let requires: [PlannedOperation.Edge]
    /// Where it was declared.
    public let origin: Origin
}
