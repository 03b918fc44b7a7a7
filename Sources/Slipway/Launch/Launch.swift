internal import CSlipway
internal import Synchronization

/// One execution of a graph: from the process's start to ready, and on until it stops.
///
/// A launch runs once, with ``runOnMainThread(reportingTo:until:)-(LaunchReporter,_)`` or
/// ``run(reportingTo:until:)``. Everything else may be called at any time from any thread.
public final class Launch: Sendable {
    // The thin shell around `LaunchMachine`: every event takes the lock, tells the machine, and gives the
    // lock back; the effects that the machine wants are carried out afterwards, without the lock.

    /// The name of the plan.
    public let name: String
    /// The queues that there are, `main` first.
    public let queues: [Queue]
    /// The identity of this launch: 32 hexadecimal digits, unique over all launches.
    public let id: String
    /// When the process started: the zero of all times that are shown.
    package let processStart: Instant

    let state: Guarded<State>
    /// The virtual world in which the launch runs; `nil` for real threads in real time.
    let world: VirtualWorld?
    let loop: MainLoop
    /// The main queue's thread is there for this launch alone.
    let ownsLoop: Bool
    let pool = Pool()
    /// The number of cancellations: before the first, a body that asks about its own needs no lock.
    let cancellations = Atomic(0)
    /// Stores actions where they outlive the launch; `nil` for no store.
    let keeper: (any ActionKeeper)?
    /// Stores values of operations for later launches; `nil` for no store.
    let values: ValueWriter?
    /// A signal has stopped the launch; held while one is acted on.
    let wasSignalled = Mutex(false)
    /// The tasks that sleep until an instant of the clock.
    let sleepers = Sleepers()

    struct State: ~Copyable, Sendable {
        var machine: LaunchMachine
        /// The closures of each operation, by its number, until it has ended.
        var calls: [OperationCalls?]
        /// The values of operations that have one; `()` is none.
        var values: [Int: AnyOutput] = [:]
        /// The payloads for handlers: values of this process from their submission on, others from
        /// their attempt on.
        var payloads: [ActionID: ActionPayload] = [:]
        /// The answers to senders that wait to be told what became of a new action.
        var senders: [ActionID: AcceptanceAnswer] = [:]
        /// The attempts that wait for the store's answer, and the answers that wait for a worker.
        var attempts: [ActionID: StoredAttempt] = [:]
        var workers = Workers()
        /// The runs of parts, by their operations.
        var parts: [Int: PartRun] = [:]
        /// The calls to operators that wait for the start or the end of a part, by its
        /// operation.
        var partCallers: [Int: [PartCaller]] = [:]
        var waiters = Waiters()
        var run = Run.unused
        /// The way to the successor; `nil` while there is none.
        var succession: Succession?
        /// When the launch is to stop by itself.
        var goal = Goal.stopped { didSet { machine.course.endsWhenReady = goal == .ready } }

        var isConcluded: Bool { if case .concluded = run { true } else { false } }
        var session: Session? { if case .running(let session) = run { session } else { nil } }
        /// The number of threads for bodies that do not only wait.
        var threadCount: Int { min(CPUs.threads, max(1, machine.slots.poolWidth)) }
    }

    /// The states of the one execution of a launch.
    enum Run: Sendable {
        case unused
        /// A caller has claimed the launch; no other one may run it.
        case claimed
        case running(Session)
        case concluded
    }

    /// The events that the clock is told to wait for.
    enum ClockTimer: Hashable, Sendable {
        case machine(LaunchMachine.Timer)
        /// The pool may need one more thread.
        case pool
        case sleeper(Int)
        /// The main queue's thread should have come back after the end.
        case leave
    }

    /// The parts that exist while the launch runs.
    struct Session: Sendable {
        let pumps: [ObserverPump]
        let clock: Clock<ClockTimer>
        let catchesSignals: Bool
        let reporters: [any LaunchReporter]
        /// Called instead of returning, when the main queue's thread cannot be had back; gets how
        /// the launch ended, and what holds up that thread, in words.
        let abandoned: @Sendable (Result<Void, LaunchError>, String) -> Void
    }

    /// When a launch has reached what it is for.
    public enum Goal: Sendable {
        /// The launch stays ready until it is stopped: a service.
        case stopped
        /// The launch stops, and is torn down, as soon as it is ready: a program that does its work
        /// and ends. Operations of the background stage are not run.
        case ready
        /// The launch stops, and is torn down, as soon as the background stage has ended too.
        case complete
    }

    /// Prepares a launch; nothing runs yet, but actions can be submitted.
    ///
    /// - Parameters:
    ///   - graph: What to launch.
    ///   - id: The launch's identity; made anew by default.
    ///   - origin: From where the plan's deadline counts.
    ///   - values: The store of operations' values for
    ///     ``Fallback/cached(maximumAge:identity:acceptsUnknownAge:if:)``; `nil` for none.
    public convenience init(
        _ graph: Graph,
        id: String = Identity.make(),
        deadlineFrom origin: DeadlineOrigin = .run,
        values: (any ValueStore)? = nil
    ) {
        self.init(graph, id: id, deadlineFrom: origin, keeper: nil, values: values)
    }

    /// Prepares a launch whose actions outlive it.
    ///
    /// - Parameters:
    ///   - graph: What to launch.
    ///   - id: The launch's identity; made anew by default.
    ///   - origin: From where the plan's deadline counts.
    ///   - keeper: The store of the actions; what earlier launches left there has to be told with
    ///     ``restore(_:)``.
    ///   - values: The store of operations' values.
    ///   - thread: The thread of the main queue, which outlives the launch; `nil` for a thread of
    ///     its own.
    ///   - isSuccessor: Whether the launch follows another one of its service: its time begins now,
    ///     and no action begins before the other launch has handed over.
    package convenience init(
        _ graph: Graph,
        id: String = Identity.make(),
        deadlineFrom origin: DeadlineOrigin,
        keeper: (any ActionKeeper)?,
        values: (any ValueStore)? = nil,
        on thread: MainThread? = nil,
        isSuccessor: Bool = false
    ) {
        var machine = LaunchMachine(
            graph,
            launchID: id,
            processStart: isSuccessor ? .now : Instant(nanoseconds: slipway_process_start()),
            deadlineFrom: origin,
            automaticWidth: CPUs.automaticWidth,
            seed: .random(in: .min ... .max),
            isDurable: keeper?.isDurable ?? false
        )
        if isSuccessor { machine.book.awaitHandover() }
        self.init(machine, graph, in: nil, keeper: keeper, values: values, on: thread)
    }

    init(
        _ machine: LaunchMachine,
        _ graph: Graph,
        in world: VirtualWorld?,
        keeper: (any ActionKeeper)? = nil,
        values: (any ValueStore)? = nil,
        on thread: MainThread? = nil
    ) {
        loop = thread?.loop ?? MainLoop()
        ownsLoop = thread == nil
        name = graph.plan.name
        queues = graph.queues
        id = machine.plan.launchID
        processStart = machine.plan.processStart
        self.world = world
        self.keeper = keeper
        self.values = values.map { ValueWriter($0, of: graph.plan.name) }
        state = Guarded(State(machine: machine, calls: graph.calls))
    }

    /// The launch as far as it has come.
    ///
    /// Linear in the number of operations, about 50 ns each, for which the launch waits.
    public var report: Report { state.withLock { $0.machine.report() } }

    /// The phase, and whether the launch was ready at any time; takes no more time in a larger
    /// launch.
    package var standing: (phase: Phase, hasBeenReady: Bool) {
        state.withLock { ($0.machine.phase, $0.machine.course.readyAt != nil) }
    }

    /// The report without actions, and the number of actions in each state, by its word; takes no
    /// more time if more of them wait.
    package var summary: (report: Report, actions: [String: Int]) {
        state.withLock { ($0.machine.report(withActions: false), $0.machine.book.counts) }
    }

    /// The report with some of the actions that have not ended, those that run first, and the
    /// number of actions in each state, by its word; takes no more time if more of them wait.
    package func summary(
        withActions limit: Int
    ) -> (report: Report, actions: [String: Int]) {
        state.withLock { state in
            let open = state.machine.book.open(atMost: limit)
            return (state.machine.report(with: open), state.machine.book.counts)
        }
    }

    /// The actions that have ended in this process: in this launch, and in those before it.
    package var endedActions: EndedActions { state.withLock { $0.machine.book.endedActions } }

    /// The report, and the number of the last event that it contains.
    package var numberedReport: (report: Report, lastEvent: UInt64) {
        state.withLock { ($0.machine.report(), $0.machine.log.last) }
    }

    /// Asks the launch to end: running operations are cancelled, what succeeded is torn down in
    /// reverse, then the call that runs it returns.
    ///
    /// Does nothing when it is ending already.
    ///
    /// - Parameter reason: One line, for the status and the journal.
    public func stop(reason: String = "asked to stop") {
        perform { $0.stop(reason: reason) }
    }

    /// Ends the grace of a launch that is stopping: what runs is left behind, and nothing more is
    /// torn down.
    ///
    /// Does nothing unless it is stopping.
    public func endGrace() {
        perform { $0.endGrace() }
    }

    /// Ends the launch as a failed one, though no operation has failed: a program that it started died,
    /// a health check does not pass any more.
    ///
    /// Running operations are cancelled, what succeeded is torn down, backwards along the graph, and the
    /// call that runs it throws. Does nothing when it is ending already.
    ///
    /// - Parameter failure: Why, for the status, the journal and the report.
    public func fail(_ failure: Failure) {
        perform { _ = $0.fail(failure) }
    }

    /// Ends the launch as a failed one because of the program that an operation started.
    ///
    /// - Returns: `false` when the launch is ending already, or another one is in service.
    @discardableResult
    package func fail(_ failure: Failure, of operation: String) -> Bool {
        perform { $0.fail(failure, of: operation) }
    }

    /// Ends the launch, and not as a failed one, because the program that an operation started has
    /// done its work.
    ///
    /// - Returns: `false` when the launch is ending already, or another one is in service.
    package func finish(_ operation: String, reason: String) -> Bool {
        perform { $0.finish(operation, reason: reason) }
    }

    /// Notes the status of a program that an operation started.
    package func note(_ program: ProgramStatus) {
        perform { $0.programChanged(program) }
    }

    /// Notes that a reload is about to end a program and start its replacement: until
    /// ``endGivingWay()`` the launch does not lack the program.
    package func giveWay(_ program: String) {
        perform { $0.parts.giveWay(program) }
    }

    /// Notes that the reload is over.
    package func endGivingWay() { perform { $0.endGivingWay() } }

    /// Notes that the service does not do all that it should: the launch is degraded, and goes on.
    ///
    /// - Parameter reason: One line, for the status and the journal.
    public func degrade(reason: String) {
        perform { $0.degrade(reason: reason) }
    }

    /// Leaves out the optional operations and groups of the graph: a fallback stands in for those
    /// that have one, the others are cancelled, and the launch is degraded.
    ///
    /// To be called before the launch runs.
    ///
    /// - Parameter reason: Why, in one line.
    package func leaveOutOptional(reason: String) {
        perform { $0.leaveOutOptional(reason: reason) }
    }

    /// Tells whether there is an operation, or a group, of that name.
    package func hasOperation(named name: String) -> Bool {
        state.withLock { state in
            guard let index = state.machine.index(named: name) else { return false }
            // Kinds of launch action have names too.
            return state.machine.book.kinds[index] == nil
        }
    }

    /// The report, and what else keeps actions from beginning.
    package var reportToExplain: (report: Report, holds: ActionHolds) {
        state.withLock { ($0.machine.report(), $0.machine.actionHolds) }
    }

    /// Submits a launch action: it runs after the earlier ones of its kind, once everything that it
    /// requires has succeeded.
    ///
    /// The payload is a value of this process, so the action is never stored, whatever its kind's
    /// durability: it does not outlive the process.
    ///
    /// - Parameters:
    ///   - kind: The kind, as `Plan.action` returned it.
    ///   - payload: What its handler gets.
    ///   - id: The action's identity; `nil` for one that is made anew.
    /// - Returns: The action as it was taken; if one with the same unique key has not ended, that one.
    /// - Throws: ``SubmitRefusal``; the action is not taken then.
    @discardableResult
    public func submit<Payload>(
        _ kind: ActionKind<Payload>,
        _ payload: Payload,
        id: ActionID? = nil
    ) throws(SubmitRefusal) -> ActionStatus {
        let id = id ?? ActionID(world?.makeIdentity() ?? Identity.make())
        let keys = kind.keys?.of(payload)
        let payload = ActionPayload(payload)
        do throws(SubmitRefusal) {
            return try submit(.value(id, kind: kind.name, keys: keys)) {
                $0.index(of: kind.declaration)
            } after: {
                $0.payloads[id] = payload
            }
        } catch {
            if error == .stopping, answer({ $0.course.hasEnded }) { throw .ended }
            guard case .alreadyOpen(let open) = error, let status = action(open) else {
                throw error
            }
            return status
        }
    }

    /// A launch action, by its identity; `nil` when it is unknown or was let go long ago.
    public func action(_ id: ActionID) -> ActionStatus? {
        state.withLock { $0.machine.action(id) }
    }
}
