/// Supervises a part of the service that stays, a program or a body: events in, actions out.
///
/// It is started by its operation, which waits until it is ready. From then on any end that was not
/// asked for is one that ``Policy/ended`` decides about. How it is started and ended is its owner's
/// business.
package struct Supervisor: Sendable {
    /// The demands on it, and what follows when it ends by itself.
    package struct Policy: Hashable, Sendable {
        /// The consequence of its end.
        package var ended: EndPolicy
        /// The service can do without it: when restarts are used up, the launch is degraded instead of
        /// failed.
        package var isOptional: Bool
        /// The longest time that it may take to become ready when it is started again; `nil` for any.
        ///
        /// Its operation has its own timeout.
        package var startLimit: Duration?
        /// The longest time that starting may take with the extensions that it asks for; `nil` for any.
        package var longestStart: Duration?
        /// A first start that fails is followed by others too, before its operation fails.
        package var includesFirstStart: Bool
        /// Something is to be done before it is given up.
        package var hasLastStep: Bool

        /// Creates a policy.
        package init(
            ended: EndPolicy,
            isOptional: Bool,
            startLimit: Duration?,
            longestStart: Duration?,
            includesFirstStart: Bool = false,
            hasLastStep: Bool = false
        ) {
            self.ended = ended
            self.isOptional = isOptional
            self.startLimit = startLimit
            self.longestStart = longestStart
            self.includesFirstStart = includesFirstStart
            self.hasLastStep = hasLastStep
        }
    }

    /// The parties that may want a start.
    package enum Starter: Hashable, Sendable {
        /// The attempt of its operation: what follows a failure is the launch's to decide.
        case operation
        /// An operator.
        case `operator`
        /// The part itself, by having ended.
        case restart
    }

    package enum Timer: Hashable, Sendable {
        /// It must be ready.
        case start
        /// The pause before a restart is over.
        case pause
    }

    package enum Action: Hashable, Sendable {
        /// Start it; ``becameReady(at:)``, ``ended(_:withoutOutput:at:)`` or ``notStarted(_:at:)``
        /// follows.
        case begin
        /// End what there is of it; ``gone(_:at:)`` follows. It works, and is asked to end, if that is
        /// orderly.
        case end(isOrderly: Bool)
        /// Replaces an earlier instant.
        case arm(Timer, at: Instant)
        case disarm(Timer)
        /// Its status changed.
        case tell(ProgramStatus)
        /// The callers that wait for a start or an end learn the outcome.
        case answer(Outcome)
        /// Do what comes before it is given up; ``lastStepEnded(_:at:)`` follows.
        case takeLastStep
        /// Give that up: it is not waited for any more.
        case endLastStep
        /// The launch fails: why.
        case fail(String)
        /// The launch ends well: why.
        case stopService(String)
    }

    /// The outcome of a start or an end.
    package enum Outcome: Hashable, Sendable {
        case running
        /// It was ended as asked; why its orderly end failed, `nil` if it did not.
        case stopped(failure: String?)
        /// It ended by itself: why.
        case ended(String)
    }

    package enum State: Sendable {
        /// It has not been started.
        case idle
        case starting(Starter)
        case running
        /// It is being ended; then comes `next`.
        case ending(Next)
        case pausing(until: Instant)
        case stopped
        case ended
    }

    package enum Next: Sendable {
        case stop(because: String? = nil)
        /// Its operation gave its start up.
        case giveUp
        case start(Starter, because: String?)
        /// It ended by itself: who had started it, if it was not ready yet, or whether that end is a
        /// success, if it was.
        case follow(Starter?, isSuccess: Bool)
        /// It is given up once its last step is done.
        case conclude(isFailure: Bool)
    }

    package private(set) var policy: Policy
    package internal(set) var state = State.idle
    /// The present status; its owner fills in what it alone knows.
    package var status: ProgramStatus
    /// The status that was told last.
    private var told: ProgramStatus?
    // Only the extensions of this type use what follows.
    /// When restarts were made that still count.
    var restarts: [Instant] = []
    var startedAt = Instant(nanoseconds: 0)
    var startEnd: Instant?
    /// The process of the present run; `nil` if there was none yet.
    var pid: Int32?
    /// The run that is over, until the next one begins.
    var lastRun: ProgramRun?
    /// The step that its last start still lacked, as a predicate; `nil` when that is unknown.
    package internal(set) var lack: String?
    /// Its operation waits for a start; operators have to wait meanwhile.
    package private(set) var isAwaited = false
    /// Its operation has succeeded, so that it is part of the service.
    private var isOfService = false
    var actions: [Action] = []

    /// The step that every start lacks until it is taken, as a predicate; `nil` when that is unknown.
    let startLack: String?

    package init(_ name: String, _ policy: Policy, startLack: String? = nil) {
        self.policy = policy
        self.startLack = startLack
        status = ProgramStatus(name: name, state: .stopped, since: Instant(nanoseconds: 0))
    }

    /// The actions to take, in order; empty afterwards.
    package mutating func takeActions() -> [Action] {
        defer { actions = [] }
        return actions
    }

    /// Takes the policy of the operation's next attempt, or of a reload.
    package mutating func adopt(_ policy: Policy) { self.policy = policy }

    /// Tells how it is, once.
    package mutating func tell() {
        if let pid = status.pid { self.pid = pid }
        guard status != told else { return }
        told = status
        actions.append(.tell(status))
    }

    mutating func change(_ state: ProgramStatus.State, at now: Instant) {
        status.state = state
        if state != .starting { status.lack = nil }
        status.since = now
        tell()
    }

    /// Notes that nothing is left of the present run, before it is told why.
    mutating func noteEndOfRun(at now: Instant) {
        // The last step before it is given up is no part of it.
        guard lastRun == nil, let startedAt = status.startedAt else { return }
        lastRun = ProgramRun(
            startedAt: startedAt,
            readyAt: status.readyAt,
            endedAt: now,
            pid: pid,
            reason: status.reason
        )
    }

    /// Has the status tell of the run before the one that begins.
    mutating func keepLastRun() {
        pid = nil
        guard let run = lastRun.take() else { return }
        status.earlier = status.earlier.suffix(ProgramRun.limit - 1) + [run]
    }

    mutating func expect() { isAwaited = true }

    /// The calls that wait for a start or an end learn what it came to.
    mutating func answer(_ outcome: Outcome) {
        if isAwaited, outcome == .running { isOfService = true }
        isAwaited = false
        actions.append(.answer(outcome))
    }

    /// The service cannot do without it.
    mutating func fail(_ reason: String) {
        // Until its operation has succeeded, the launch decides what follows.
        if isOfService { actions.append(.fail(reason)) }
    }

    /// The service has done its work with it.
    mutating func stopService(_ reason: String) {
        if isOfService { actions.append(.stopService(reason)) }
    }
}
