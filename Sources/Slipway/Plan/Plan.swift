internal import Synchronization

/// The declared operations and launch actions of a service, not yet checked.
///
/// ```swift
/// var plan = Plan("storefront")
/// let sdk = plan.add("sdk-init", on: .main) { _ in try await Analytics.start() }
/// let user = plan.add("user-data", timeout: .seconds(5)) { _ in try await fetchUser() }
/// plan.action("open-url", requires: [sdk, user], on: .main) { (url: String, context) in
///     try open(url, for: context.output(of: user))
/// }
/// try Launch(Graph(plan)).runOnMainThread()
/// ```
///
/// A plan is a value; nothing is checked until ``Graph/init(_:)`` and nothing runs until
/// ``Launch``.
public struct Plan: Sendable {
    /// The name of the service, as reports and systemd show it.
    public var name: String
    /// How long the launch may take from the process's start to ready; `nil` for as long as it
    /// takes.
    public var deadline: Duration?
    /// How long a cancelled operation may take to return before it is reported as stuck, and
    /// teardown may take before the launch ends without it. Default 10 s.
    public var grace: Duration = .seconds(10)
    /// The width of each concurrent queue. `userInitiated` is there from the start; a further
    /// entry declares a further queue.
    public var queues: [Queue: QueueWidth] = [.userInitiated: .automatic]

    /// What was added, in order.
    public internal(set) var operations: [PlannedOperation] = []
    /// The kinds of launch action, in order.
    public internal(set) var actions: [PlannedAction] = []

    let id: UInt32

    /// Creates an empty plan.
    public init(_ name: String, deadline: Duration? = nil) {
        self.name = name
        self.deadline = deadline
        id = Self.lastID.add(1, ordering: .relaxed).newValue
    }

    private static let lastID = Atomic<UInt32>(0)
}

/// How many bodies of a queue may run at the same time.
public enum QueueWidth: Hashable, Sendable {
    /// As many as the CPUs that the process may use, and at least 8: most bodies only wait.
    case automatic
    /// Exactly so many; at least 1.
    case fixed(Int)
}

/// One operation as it was declared.
public struct PlannedOperation: Sendable {
    /// The name.
    public let name: String
    /// Where its body runs.
    public let queue: Queue
    /// Whether the launch goes on without it.
    public let isOptional: Bool
    /// How long its body may take; `nil` for as long as the launch.
    public let timeout: Duration?
    /// What must have succeeded before it starts.
    public internal(set) var requires: [Edge]
    /// What must have ended before it starts.
    public internal(set) var after: [Edge]
    /// Where it was declared.
    public let origin: Origin
    let body: Body
    let stop: Stop?

    /// One dependency, with where it was declared.
    public struct Edge: Hashable, Sendable {
        /// The operation depended on.
        public let reference: Reference
        /// Where the dependency was declared.
        public let origin: Origin
    }
}

/// One kind of launch action as it was declared.
public struct PlannedAction: Sendable {
    /// The kind's name.
    public let name: String
    /// Where its handler runs.
    public let queue: Queue
    /// How long its handler may take; `nil` for as long as it takes.
    public let timeout: Duration?
    /// What must have succeeded before one runs.
    public let requires: [PlannedOperation.Edge]
    /// Where it was declared.
    public let origin: Origin
}
