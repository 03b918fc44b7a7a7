/// Decides what a launch does next.
///
/// Events go in as method calls named after them, with the instant at which they happened; bodies to
/// run are taken with ``takeNext(_:at:)``, and whatever else is to be done comes out of
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
        /// Evaluate the operation's condition; call ``conditionEnded(_:_:at:)`` after it.
        case evaluate(Int)
        /// Look for the operation's fallback; call ``fallbackEnded(_:_:at:)`` after it.
        case fallBack(Int)
        /// Ask whether a group that failed with these errors may be tried again; call
        /// ``judged(_:mayRetry:at:)`` after it.
        case judge(Int, Failure)
        /// Ask the operation's running body, condition or fallback to give up.
        case requestCancel(Int)
        /// Run the body of an operation that stays, for the time of this number; call
        /// ``partEnded(_:_:_:at:)`` after it.
        case beginPart(Int, run: Int)
        /// Ask that body to end.
        case askPart(Int)
        /// Cancel that body.
        case cancelPart(Int)
        /// Tell those who asked for its start or its end.
        case answerPart(Int, Supervisor.Outcome)
        /// Undo an operation that succeeded; call ``tornDown(_:_:at:)`` after it.
        case tearDown(Int)
        /// Call ``fired(_:at:)`` at the instant, unless disarmed before.
        case arm(Timer, at: Instant)
        case disarm(Timer)
        /// Keep a change of an action; call ``stored(_:_:at:)`` after it. In order.
        case store(ActionChange, ActionTimes)
        /// The attempt of an action is stored, so its handler may begin; or it could not be.
        case beginAttempt(ActionID, isStored: Bool)
        /// The action's payload is not needed any more.
        case dropPayload(ActionID)
        /// Let go of a failure: what ends with its error may call the launch.
        case letGo(Failure)
        /// Tell the launch that takes this one's place. In order.
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
        /// A timer of a part that stays.
        case part(Int, Part.Timer)
        /// The last stores, for which the end of the launch waits, should be done.
        case lastStore
        /// A timer of the book of actions.
        case action(ActionBook.Timer)
    }

    /// The result of a body.
    enum Result: Hashable, Sendable {
        case succeeded
        /// It threw; what, and whether it may be tried again.
        indirect case failed(Failure, mayRetry: Bool = true)
        /// It threw `CancellationError` or ``Cancelled``; how far it was, if it says so.
        indirect case cancelled(Cancelled?)

        /// It does not rule out another attempt.
        var mayRetry: Bool { if case .failed(_, let mayRetry) = self { mayRetry } else { true } }
    }

    /// A kind of worker, by the queues that it takes bodies from.
    enum Runner: Int, Sendable {
        case main
        /// Every queue but main.
        case pool
    }

    enum Stage: Hashable, Sendable {
        case idle, starting, ready, stopping, tearingDown, ended
    }

    // The shell reads the stage, the log and the book, and sets `endsWhenReady`; all else it asks of the
    // snapshot.

    var topology: Topology
    var plan: PlanSummary
    let launchID: String
    let processStart: Instant
    /// The source of the jitter of retries.
    var random: SplitMix64
    /// In a simulation: the pauses after the attempts of operations, by their numbers, as they were once.
    var pauses: [Int: [Duration]] = [:]

    var stage = Stage.idle
    var records: OperationTable
    /// The part that only groups have, by their numbers.
    var groups: [Int: GroupProgress] = [:]
    var queues: [MachineQueue]
    var locks: [LockState] = []
    /// The steps that are to follow because of what has just ended; see ``followAgenda(at:)``.
    var agenda: [Step] = []
    /// Groups to which a lock was offered: they begin as soon as they can.
    var offeredGroups = MinHeap<LockClaim>()
    /// Counts what has begun to wait for a lock, for first in first out among equals.
    var arrivals = 0
    /// The operations that were cancelled before the start.
    var earlyCancels: [(index: Int, reason: String)] = []
    /// Why optional operations are left out; `nil` if they are not.
    var omission: String?
    /// Operations that succeeded and have a `teardown`, in order of ending; from the beginning of the
    /// teardown on also those whose programs run although they did not succeed.
    var toTearDown: [Int] = []
    /// The operations that another launch has taken over: they are not torn down here.
    var handedOn: Set<Int> = []
    /// Another launch has taken this one's place: nothing that fails here ends the service.
    var isSuperseded = false
    /// The order of the teardown; `nil` before it.
    var teardown: TeardownSchedule?
    /// When each teardown that runs began.
    var teardownsBegun: [Int: Instant] = [:]
    /// Operations of the launch stage that have not ended.
    var unended = 0
    /// Operations of the background stage that have not ended.
    var unendedBackground = 0
    /// The operations that wait for the launch to be ready.
    var background: [Int] = []
    /// Operations that run, wait for their next attempt, or ask for a condition or fallback; without
    /// those that are left behind.
    var active = 0
    /// The additions of the handlers that run.
    var additionsOfAttempts = AttemptAdditions()
    /// The number of those that may still read the value of an operation: of each that was added, and of all if
    /// a value of the graph may go.
    var awaited: [Int: Int] = [:]
    /// Operations that were added and have ended, in that order.
    var endedAdditions: [Int] = []
    /// The number of them that are kept at least, for reports and readers.
    var retained = 256
    /// With how many of them some are released.
    var releaseThreshold = 512
    /// The operations whose condition or fallback was left behind and has not returned.
    var leftCalls: [Int] = []
    /// The operations that have ended, or were let go of, since the shell last asked; `nil` while no task waits
    /// for the end of one.
    var endsToTell: [DeclarationNumber]?
    /// The waits of bodies for something of this launch.
    var waits = BodyWaits()
    /// The hold of something on the main queue's thread, as of when the shell last looked.
    var keptThread: KeptThread?
    /// The longest hold on that thread so far, once it was over.
    var mainBlock: MainBlock?

    /// The launch actions; its kinds have the numbers of their operations.
    var book: ActionBook
    var log = EventLog()

    /// Something is missing for good.
    var isLacking = false
    /// The programs that operations started.
    var programs = ProgramList()
    /// The names of those that a reload ends for what takes their place.
    var givingWay: Set<String> = []
    /// The parts that stay, by their operations, once they were started.
    var parts: [Int: Part] = [:]
    /// The trouble with the place where actions are kept.
    var storage: StorageTrouble?
    /// The launch is not ready before that place is there.
    var awaitsStorage = false
    /// An earlier launch of the service has not ended: nothing is undone yet that its actions may need.
    var awaitsEarlier = false
    /// Those that let nothing start in any queue.
    var pausedBy: PauseOwners = []
    /// When the launch and its queues were paused.
    var pausesSoFar: [Pause] = []
    /// It is stopped as soon as it is ready: what would start then does not.
    var endsWhenReady = false
    var isComplete = false
    /// The grace was ended before its time.
    var isGraceOver = false
    /// When the actions that still run are asked to give up; `nil` unless a stop leaves them alone.
    var drainEnd: Instant?
    /// The teardowns that were left behind, since they did not return in time, and when they began.
    var leftTeardowns: [(index: Int, begun: Instant)] = []
    /// The teardowns that failed, the last ones.
    var failedTeardowns: [FailedTeardown] = []
    /// The groups whose last attempt is being undone.
    var undoing: [Int] = []
    /// The operations of which the teardown was left behind that was to undo an attempt: they keep their
    /// places and their locks until it returns.
    var leftUndoing: Set<Int> = []
    /// The operations that could not be undone: they are not tried again.
    var undoneInVain: Set<Int> = []
    var rootCauses: [RootCause] = []
    var stopReason = ""
    var deadline: Instant?
    var launchedAt: Instant?
    var readyAt: Instant?
    var stoppingAt: Instant?
    var endedAt: Instant?

    private var effects: [Effect] = []
    /// The operations that have ended for good since they were last asked for: only their
    /// `teardown` may yet be called.
    private var ended: [Int] = []

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
            deadline: graph.plan.deadline,
            grace: graph.plan.grace,
            drain: topology.kinds.isEmpty ? .zero : graph.plan.drain ?? graph.plan.grace,
            deadlineFrom: deadlineFrom
        )
        self.launchID = launchID
        self.processStart = processStart
        random = SplitMix64(seed: seed)
        queues = topology.queues.map { MachineQueue($0, automaticWidth: automaticWidth) }
        plan.teardowns = TeardownSchedule.graces(topology, queues)
        locks = topology.locks.map { _ in LockState() }
        records = OperationTable(graph.records)
        (unended, unendedBackground, background) = graph.records.counted
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

    /// Counts an operation that was added.
    mutating func count(_ index: Int) {
        guard records[index].stage == .background else {
            unended += 1
            return
        }
        unendedBackground += 1
        isComplete = false
        guard stage == .idle || stage == .starting,
            additionsOfAttempts.owner(of: index) == nil
        else { return }
        // For the launch to be ready.
        records[index].inDegree += 1
        background.append(index)
    }

    /// The number of bodies of all queues but main that may run at a time; a thread for each is
    /// enough.
    var poolWidth: Int {
        queues.dropFirst().reduce(0) { min(512, $0 + min(512, $1.width)) }
    }

    /// The effects in the order in which they are to be carried out; empty afterwards.
    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    var hasEffects: Bool { !effects.isEmpty }

    /// The next operation that has ended for good; `nil` when there is none.
    mutating func takeEnded() -> Int? { ended.popLast() }

    mutating func noteEnded(_ index: Int) { ended.append(index) }

    /// Those that wait for the end of an operation are to look at it again.
    @inline(__always)
    mutating func noteEndToTell(_ index: Int) {
        endsToTell?.append(topology.operations[index].declaration.number)
    }

    mutating func emit(_ effect: Effect) { effects.append(effect) }

    /// It was asked to stop, and has not failed.
    var isOrdinaryStop: Bool { stage == .stopping && rootCauses.isEmpty }

    /// Operations may start.
    @inline(__always)
    var isOpen: Bool { stage == .starting || stage == .ready }
}
