/// Decides what a launch does next.
///
/// Events go in as method calls named after them; the caller sets ``now``, the instant at which they
/// happened, before. Bodies to run are taken with ``takeNext(_:)``, and whatever else is to be done comes out of
/// ``takeEffects()``. There is no clock, thread or lock in here, and the only random numbers are
/// those it is given. So every interleaving is an ordinary unit test. The caller performs the effects after it
/// has let go of its lock.
///
/// Methods that every operation calls are `@inline(__always)`: without that the compiler copies the machine for
/// them, as a measurement showed.
///
/// Operations are numbers. A kind of launch action is an operation too: it stands for the action of
/// that kind that is ready or running.
struct LaunchMachine: Sendable {
    /// The effects that the caller has to carry out.
    enum Effect: Hashable, Sendable {
        /// Evaluate the operation's condition; call ``conditionEnded(_:_:)`` after it.
        case evaluate(Int)
        /// Look for the operation's fallback; call ``fallbackEnded(_:_:declining:)`` after it.
        case fallBack(Int)
        /// Ask whether a group that failed with these errors may be tried again; call
        /// ``judged(_:mayRetry:)`` after it.
        case judge(Int, Failure)
        /// Ask the operation's running body, condition or fallback to give up.
        case requestCancel(Int)
        /// Run a part, for the time of this number; call ``partEnded(_:_:_:)`` after it.
        case beginPart(Int, run: Int)
        /// Ask a part to end.
        case askPart(Int)
        /// Cancel a part.
        case cancelPart(Int)
        /// Tell those who asked for the start or the end of a part.
        case answerPart(Int, Supervisor.Outcome)
        /// Undo an operation that succeeded; call ``tornDown(_:_:)`` after it.
        case tearDown(Int)
        /// Call ``fired(_:)`` at the instant, unless disarmed before.
        case arm(Timer, at: Instant)
        case disarm(Timer)
        /// Store a change of an action; call ``stored(_:_:)`` after it. In order.
        case store(ActionChange, ActionTimes)
        /// The attempt of an action is stored, so its handler may begin; or it could not be stored,
        /// and the handler must not begin.
        case beginAttempt(ActionID, isStored: Bool)
        /// The action's payload is not needed any more.
        case dropPayload(ActionID)
        /// Let go of a failure: what ends with its error may call the launch.
        case letGo(Failure)
        /// Tell the launch that replaces this one. In order.
        case handOver(HandedOver)
        /// The operation begins anew, without the value that it had.
        case renew(Int)
        /// The operation, which was added, is forgotten, and its value with it.
        case forget(Int)
        /// The launch is ready, or complete as well.
        case reached(Milestone)
        /// Everything is over.
        case finish
    }

    /// The points that a launch can reach without ending.
    enum Milestone: Hashable, Sendable {
        case ready
        /// The background stage has ended too.
        case complete
    }

    /// The timers of the launch; each is armed at most once at a time.
    enum Timer: Hashable, Sendable {
        /// The launch must be ready.
        case deadline
        /// The operation's attempt, condition or fallback, or the group, must have ended.
        case timeout(Int)
        /// The operation's next attempt is due.
        case retry(Int)
        /// The operation was asked to give up and should have.
        case stuck(Int)
        /// The running operations of a stopping launch should have ended.
        case grace
        /// The launch actions that run in a stopping launch are asked to give up.
        case drain
        /// The operation should be torn down.
        case teardown(Int)
        /// A timer of a part.
        case part(Int, Part.Timer)
        /// The last stores, for which the end of the launch waits, should be done.
        case lastStore
        /// A timer of the book of actions.
        case action(ActionBook.Timer)
    }

    /// The result of a body.
    enum Result: Hashable, Sendable {
        case succeeded
        /// The body threw; the failure, and whether another attempt may follow.
        indirect case failed(Failure, mayRetry: Bool = true)
        /// The body threw `CancellationError` or ``Cancelled``; how far it was, if it says so.
        indirect case cancelled(Cancelled?)

        /// Another attempt may follow.
        var mayRetry: Bool { if case .failed(_, let mayRetry) = self { mayRetry } else { true } }
    }

    /// A kind of worker, by the queues that it takes bodies from.
    enum Runner: Int, Sendable {
        case main
        /// Every queue but main.
        case pool
    }

    // The shell uses only `now`, `plan`, `course`, `slots`, `retries`, `parts`, `book`, `outbox`
    // and `log` by name; all else it asks of the snapshot.

    /// The instant of the event that is being taken in: one for all that follows from it.
    var now = Instant(nanoseconds: 0)
    var topology: Topology
    var plan: PlanSummary
    var course = Course()
    var records: OperationTable
    var remaining: Remaining
    var slots: QueueSlots
    var locks: LockBoard
    var groups = Groups()
    var retries: RetryBackoffs
    var parts = Parts()
    var additions = Additions()
    var waits = BodyWaits()
    var teardown = LaunchTeardown()
    /// The launch actions; the kinds in the book have the numbers of their operations.
    var book: ActionBook
    /// The steps that are to follow because of what has just ended; see ``followAgenda()``.
    var agenda: [Step] = []
    var outbox = Outbox()
    var log = EventLog()

    /// The next step for an operation.
    enum Step: Sendable {
        case beginGroup(Int)
        /// All that is in the group has ended.
        case endGroup(Int)
        case end(Int, Outcome)

        var index: Int {
            switch self {
            case .beginGroup(let index), .endGroup(let index), .end(let index, _): index
            }
        }
    }

    /// The parts of a plan that the machine needs besides its operations.
    struct PlanSummary: Sendable {
        let name: String
        /// The identity of the launch.
        let launchID: String
        let processStart: Instant
        let deadline: Duration?
        let grace: Duration
        /// The time for which a stop leaves running actions alone.
        let drain: Duration
        /// The greatest number of graces that the teardowns take, one after the other.
        var teardowns = 0
        /// The point from which the deadline counts: the process's start, or the launch's.
        var deadlineFrom = DeadlineOrigin.run
    }

    init(
        _ graph: Graph,
        launchID: String = "launch",
        processStart: Instant = Instant(nanoseconds: 0),
        deadlineFrom: DeadlineOrigin = .run,
        automaticWidth: Int = 8,
        seed: UInt64 = 0,
        isDurable: Bool = false
    ) {
        book = ActionBook(isDurable: isDurable, seed: seed)
        topology = graph.topology
        plan = PlanSummary(
            name: graph.plan.name,
            launchID: launchID,
            processStart: processStart,
            deadline: graph.plan.deadline,
            grace: graph.plan.grace,
            drain: topology.kinds.isEmpty ? .zero : graph.plan.drain ?? graph.plan.grace,
            deadlineFrom: deadlineFrom
        )
        retries = RetryBackoffs(seed: seed)
        slots = QueueSlots(topology.queues.map { MachineQueue($0, automaticWidth: automaticWidth) })
        plan.teardowns = TeardownSchedule.graces(topology, slots.queues)
        locks = LockBoard(count: topology.locks.count)
        records = OperationTable(graph.records)
        remaining = Remaining(graph.records)
        for index in topology.groups {
            groups[index] = GroupProgress(topology.operations[index])
        }
        for index in topology.kinds { addKind(index) }
        if topology.letsValuesGo { for index in records.indices { noteAwaited(by: index) } }
    }

    private mutating func addKind(_ index: Int) {
        let operation = topology.operations[index]
        guard case .action(let policy) = operation.declaration.kind else { return }
        book.kinds[index] = ActionBook.Kind(
            name: operation.name,
            queue: operation.declaration.queue,
            requires: topology.declared[index].value.requires,
            policy: policy
        )
    }

    @inline(__always)
    mutating func emit(_ effect: Effect) { outbox.emit(effect) }

    /// Notes that tasks that wait for the end of an operation are to look at it again.
    @inline(__always)
    mutating func noteEndToTell(_ index: Int) {
        outbox.endsToTell?.append(topology.operations[index].declaration.number)
    }

}
