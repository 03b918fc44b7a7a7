/// Decides what a launch does next.
///
/// Events go in as method calls named after them, with the instant at which they happened; what
/// is to be done comes out of ``takeEffects()``. There is no clock, thread or lock in here, so
/// that every interleaving is an ordinary unit test. The caller performs the effects after it
/// has let go of its lock.
///
/// Nodes are numbers: first the graph's operations in declaration order, then one node for each
/// kind of launch action, which stands for the action of that kind that is ready or running.
struct LaunchMachine: Sendable {
    /// What the caller has to do.
    enum Effect: Hashable, Sendable {
        /// Run the node's body, or the handler of the kind's current action, on its queue; call
        /// ``started(_:at:)`` right before it and ``ended(_:_:at:)`` after it.
        case start(Int)
        /// Ask the node's running body to give up.
        case requestCancel(Int)
        /// Undo an operation that succeeded; call ``tornDown(_:_:at:)`` after it.
        case tearDown(Int)
        /// Call ``fired(_:at:)`` at the instant, unless disarmed before.
        case arm(Timer, at: Instant)
        case disarm(Timer)
        /// Nobody will need the action's payload any more.
        case dropPayload(ActionID)
        /// Tell the observers.
        case tell(Event.Kind, at: Instant)
        /// Everything is over.
        case finish
    }

    /// What can be waited for; each is armed at most once at a time.
    enum Timer: Hashable, Sendable {
        /// The launch must be ready.
        case deadline
        /// The node's body must have ended.
        case timeout(Int)
        /// The node's body was asked to give up and should have.
        case stuck(Int)
        /// The running operations of a stopping launch should have ended.
        case grace
        /// Teardown should be over.
        case teardown
        /// The waiting action is no longer wanted.
        case expiry(ActionID)
    }

    /// What a body came to.
    enum Result: Hashable, Sendable {
        case succeeded
        /// It threw; the error's words.
        case failed(String)
        /// It threw `CancellationError` or ``Cancelled``; how far it was, if it says so.
        case cancelled(String?)
    }

    enum Stage: Hashable, Sendable {
        case idle, starting, ready, stopping, tearingDown, ended
    }

    struct Node: Sendable {
        enum State: UInt8, Sendable {
            case pending, ready, running, ended
        }

        var state = State.pending
        /// When its body was asked to give up.
        var cancelRequestedAt: Instant?
        var timedOut = false
        /// Settled while its body still runs; it holds its place in the queue until that returns.
        var abandoned = false
        /// How many dependencies have not ended.
        var waiting: Int32 = 0
        var releasedBy: Int32 = -1
        var readyAt: Instant?
        var startedAt: Instant?
        var endedAt: Instant?

        var cancelRequested: Bool { cancelRequestedAt != nil }
    }

    struct Lane: Sendable {
        let width: Int
        var held = 0
        var ready = Fifo<Int>()
    }

    let graph: Graph
    let launchID: String
    let processStart: Instant
    /// Whether anybody listens; without, no events are made.
    let tells: Bool

    var stage = Stage.idle
    var nodes: [Node]
    var lanes: [Lane]
    /// How the operations ended that did not simply succeed, and those that did, by node.
    var outcomes: [Int: Outcome] = [:]
    var cancelReasons: [Int: String] = [:]
    /// Operations that succeeded, in order of ending.
    var succeeded: [Int] = []
    var unended: Int
    /// Nodes whose bodies run and that are not abandoned.
    var active = 0
    var isDegraded = false
    var rootCauses: [RootCause] = []
    var stopReason = ""
    var toTearDown: [Int] = []
    /// The node whose place in its queue is being given on.
    var releasing: Int?
    var kinds: [Kind]
    var actions = ActionRecords()

    var launchedAt: Instant?
    var readyAt: Instant?
    var endedAt: Instant?

    private var effects: [Effect] = []

    init(
        _ graph: Graph,
        launchID: String = "launch",
        processStart: Instant = Instant(nanoseconds: 0),
        automaticWidth: Int = 8,
        tells: Bool = true
    ) {
        self.graph = graph
        self.launchID = launchID
        self.processStart = processStart
        self.tells = tells
        unended = graph.operationCount
        nodes = (0..<graph.nodeCount).map { node in
            Node(waiting: Int32(truncatingIfNeeded: graph.dependencies[node].count))
        }
        lanes = graph.lanes.map { lane in
            switch lane.width {
            case .automatic: Lane(width: automaticWidth)
            case .fixed(let width): Lane(width: width)
            }
        }
        kinds = graph.plan.actionDeclarations.map { _ in Kind() }
    }

    var deadline: Instant? { graph.plan.deadline.map { processStart.advanced(by: $0) } }

    /// What is to be done, in order; empty afterwards.
    mutating func takeEffects() -> [Effect] {
        let taken = effects
        effects = []
        return taken
    }

    mutating func emit(_ effect: Effect) { effects.append(effect) }

    mutating func tell(at now: Instant, _ event: (LaunchMachine) -> Event.Kind) {
        guard tells else { return }
        effects.append(.tell(event(self), at: now))
    }

    func isOperation(_ node: Int) -> Bool { node < graph.operationCount }

    func timeout(of node: Int) -> Duration? {
        isOperation(node)
            ? graph.plan.declarations[node].timeout
            : graph.plan.actionDeclarations[node - graph.operationCount].timeout
    }
}
