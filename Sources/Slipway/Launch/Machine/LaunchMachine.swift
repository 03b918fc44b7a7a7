/// Decides what a launch does next.
///
/// Events go in as method calls named after them, with the instant at which they happened; bodies to
/// run are taken with ``takeNext(_:at:)``, and whatever else is to be done comes out of
/// ``takeEffects()``. There is no clock, thread, lock or randomness in here, so that every
/// interleaving is an ordinary unit test. The caller performs the effects after it has let go of its
/// lock.
///
/// Nodes are numbers: first the graph's declarations, then one node for each kind of launch action,
/// which stands for the action of that kind that is ready or running, then what was added while the
/// launch ran.
struct LaunchMachine: ~Copyable, Sendable {
    /// What the caller has to do.
    enum Effect: Hashable, Sendable {
        /// Evaluate the node's condition; call ``conditionEnded(_:_:at:)`` after it.
        case evaluate(Int)
        /// Look for the node's fallback; call ``fallbackEnded(_:_:at:)`` after it.
        case fallBack(Int)
        /// Ask the node's running body, condition or fallback to give up.
        case requestCancel(Int)
        /// Undo an operation that succeeded; call ``tornDown(_:_:at:)`` after it.
        case tearDown(Int)
        /// Call ``fired(_:at:)`` at the instant, unless disarmed before.
        case arm(Timer, at: Instant)
        case disarm(Timer)
        /// Nobody will need the action's payload any more.
        case dropPayload(ActionID)
        /// The launch is ready, or complete as well.
        case reached(Milestone)
        /// Everything is over.
        case finish
    }

    /// What a launch can come to without ending.
    enum Milestone: Hashable, Sendable {
        case ready
        /// The background stage has ended too.
        case complete
    }

    /// What can be waited for; each is armed at most once at a time.
    enum Timer: Hashable, Sendable {
        /// The launch must be ready.
        case deadline
        /// The node's attempt must have ended.
        case timeout(Int)
        /// The node's next attempt is due.
        case retry(Int)
        /// The node was asked to give up and should have.
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
        /// It threw; the error's words, and whether it may be tried again.
        case failed(String, mayRetry: Bool = true)
        /// It threw `CancellationError` or ``Cancelled``; how far it was, if it says so.
        case cancelled(String?)
    }

    /// Whose bodies are to be taken.
    enum Runner: Hashable, Sendable {
        case main
        /// Every queue but main.
        case pool
    }

    enum Stage: Hashable, Sendable {
        case idle, starting, ready, stopping, tearingDown, ended
    }

    var topology: Topology
    let launchID: String
    let processStart: Instant
    /// Where the jitter of retries comes from.
    var random: SplitMix64

    var stage = Stage.idle
    var nodes: Table<Node>
    var details: [Int: Detail] = [:]
    var lanes: Table<Lane>
    /// How many nodes are ready in the queues of ``Runner/pool``: for most questions enough.
    var readyInPool = 0
    var locks: [LockState]
    var groups: [GroupState]
    /// How the nodes ended that did not simply succeed.
    var outcomes: [Int: Outcome] = [:]
    /// Operations that succeeded and have a `stop`, in order of ending.
    var toTearDown: [Int] = []
    /// Whether a teardown was left behind that did not return in time.
    var hasLeftTeardown = false
    /// Whether the grace was ended before its time.
    var isGraceOver = false
    /// Operations of the launch stage that have not ended.
    var unended = 0
    /// Operations of the background stage that have not ended.
    var unendedBackground = 0
    var background: [Int] = []
    /// Nodes that run, pause before their next attempt, or look for a condition or fallback; without
    /// those that are abandoned.
    var active = 0
    var isDegraded = false
    var isPaused = false
    /// Whether it is stopped as soon as it is ready: what would start then does not.
    var endsWhenReady = false
    var rootCauses: [RootCause] = []
    var stopReason = ""
    var kinds: [Kind]
    var actions = ActionRecords()
    var log = EventLog()
    /// What ends because of what has just ended; see ``settle(_:_:at:)``.
    var agenda: [(node: Int, outcome: Outcome)] = []
    /// Groups to which a lock was offered: they begin as soon as they can.
    var offeredGroups = MinHeap<Claim>()
    /// What was cancelled before the start.
    var earlyCancels: [(node: Int, reason: String)] = []
    var isComplete = false
    /// Counts what has begun to wait for a lock, for first in first out among equals.
    var arrivals = 0

    var launchedAt: Instant?
    /// How many nodes there were when the launch began; what was added after that came later.
    var nodesAtStart = 0
    var readyAt: Instant?
    var endedAt: Instant?

    private(set) var effects: [Effect]

    init(
        _ graph: Graph,
        launchID: String = "launch",
        processStart: Instant = Instant(nanoseconds: 0),
        automaticWidth: Int = 8,
        seed: UInt64 = 0
    ) {
        topology = Topology(graph)
        self.launchID = launchID
        self.processStart = processStart
        random = SplitMix64(seed: seed)
        lanes = Table(capacity: graph.lanes.count)
        effects = []
        locks = graph.locks.map { _ in LockState() }
        groups = graph.plan.groups.map { GroupState($0) }
        kinds = Array(repeating: Kind(), count: graph.plan.actionDeclarations.count)
        nodes = Table(capacity: graph.nodeCount)
        for lane in graph.lanes.indices {
            let declared = graph.lanes[lane]
            lanes.append(Lane(declared, automaticWidth: automaticWidth, ranks: graph.nodeCount))
        }
        for node in 0..<graph.operationCount {
            let flags = Node.Flags(
                graph.plan.declarations[node].kind,
                graph.plan.declarations[node].policies,
                graph.plan.declarations[node].flags,
                graph.plan.declarations[node].group
            )
            appendNode(flags, graph)
        }
        for _ in kinds.indices { appendNode([.action, .special], graph) }
        unendedBackground = background.count
        unended = graph.operationCount - background.count
    }

    @inline(__always)
    private mutating func appendNode(_ flags: Node.Flags, _ graph: borrowing Graph) {
        let node = nodes.count
        var waiting = graph.dependencies.range(of: node).count
        if flags.contains(.background) {
            waiting += 1  // For the launch to be ready.
            background.append(node)
        }
        nodes.append(
            Node(
                waiting: waiting,
                rank: graph.rankOf[node],
                lane: graph.laneOf[node],
                flags: flags
            )
        )
    }

    /// The launch as it is, to be looked at without keeping it from going on.
    private init(copying other: borrowing LaunchMachine, nodes: consuming Table<Node>) {
        topology = other.topology
        launchID = other.launchID
        processStart = other.processStart
        random = other.random
        stage = other.stage
        self.nodes = nodes
        details = other.details
        lanes = Table(capacity: other.lanes.count)
        for lane in other.lanes.indices { lanes.append(other.lanes[lane].copy()) }
        readyInPool = other.readyInPool
        locks = other.locks
        groups = other.groups
        outcomes = other.outcomes
        toTearDown = other.toTearDown
        hasLeftTeardown = other.hasLeftTeardown
        isGraceOver = other.isGraceOver
        unended = other.unended
        unendedBackground = other.unendedBackground
        background = other.background
        active = other.active
        isDegraded = other.isDegraded
        isPaused = other.isPaused
        endsWhenReady = other.endsWhenReady
        rootCauses = other.rootCauses
        stopReason = other.stopReason
        kinds = other.kinds
        actions = other.actions
        log = EventLog()
        agenda = other.agenda
        offeredGroups = other.offeredGroups
        earlyCancels = other.earlyCancels
        isComplete = other.isComplete
        arrivals = other.arrivals
        launchedAt = other.launchedAt
        nodesAtStart = other.nodesAtStart
        readyAt = other.readyAt
        endedAt = other.endedAt
        effects = other.effects
    }

    /// Another machine that is where this one is; without the log.
    func copy() -> LaunchMachine { LaunchMachine(copying: self, nodes: nodes.copy()) }

    /// Another machine that takes this one's place, which is not to be used any more.
    mutating func move() -> LaunchMachine {
        let nodes = exchange(&nodes, with: Table())
        return LaunchMachine(copying: self, nodes: nodes)
    }

    var graph: Graph { topology.graph }

    /// How many bodies of all queues but main may run at a time; a thread for each is enough.
    var poolWidth: Int {
        var width = 0
        for lane in lanes.indices where lane > 0 { width = min(512, width + lanes[lane].width) }
        return width
    }

    var deadline: Instant? { graph.plan.deadline.map { processStart.advanced(by: $0) } }

    /// What is to be done, in order; empty afterwards.
    mutating func takeEffects() -> [Effect] {
        guard !effects.isEmpty else { return [] }
        let taken = effects
        effects = []
        return taken
    }

    var hasEffects: Bool { !effects.isEmpty }

    mutating func emit(_ effect: Effect) { effects.append(effect) }

    mutating func tell(at now: Instant, _ event: (borrowing LaunchMachine) -> Event.Kind) {
        guard log.isObserved else { return log.count() }
        let kind = event(self)
        log.append(kind, at: now)
    }

    /// Whether operations may start.
    var isOpen: Bool { stage == .starting || stage == .ready }

    func isAction(_ node: Int) -> Bool { nodes[node].flags.contains(.action) }

    func detail(of node: Int) -> Detail { details[node] ?? Detail() }

    /// Changes what only some nodes have.
    mutating func change<Answer>(_ node: Int, _ change: (inout Detail) -> Answer) -> Answer {
        nodes[node].flags.insert(.special)
        return change(&details[node, default: Detail()])
    }
}

extension LaunchMachine.Node.Flags {
    init(_ declaration: Declaration) {
        self.init(declaration.kind, declaration.policies, declaration.flags, declaration.group)
    }

    /// Made of what it needs: a declaration as a whole would retain its name and its body.
    @inline(__always)
    init(_ kind: BodyKind, _ policies: Int32, _ flags: Declaration.Flags, _ group: Int32) {
        self = []
        switch kind {
        case .synchronous, .blocking, .asynchronous: break
        case .groupEntry: insert(.groupEntry)
        case .groupExit: insert(.groupExit)
        }
        if policies >= 0 { insert(.special) }
        // What starts after the launch is ready never ends it; what is in a group, its group.
        let isBackground = flags.contains(.background)
        if flags.contains(.optional) || isBackground && group < 0 { insert(.optional) }
        if isBackground { insert(.background) }
    }
}
