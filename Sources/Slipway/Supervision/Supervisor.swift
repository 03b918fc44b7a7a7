/// Supervises a program or a part: events in, actions out.
///
/// The comments here say *program* for both. An operation starts the program, and waits until it is
/// ready. From then on ``Policy/ended`` decides about any end that was not asked for. How a program
/// is started and ended is the business of the supervisor's owner.
package struct Supervisor: Sendable {
    /// The demands on the program, and what follows when it ends by itself.
    package struct Policy: Hashable, Sendable {
        /// The consequence of the program's end.
        package var ended: EndPolicy
        /// The service can do without the program: when restarts are used up, the launch is
        /// degraded instead of failed.
        package var isOptional: Bool
        /// The longest time that the program may take to become ready when it is started again;
        /// `nil` for any.
        ///
        /// The operation has its own timeout.
        package var startLimit: Duration?
        /// The longest time that starting may take with the extensions that the program asks for;
        /// `nil` for any.
        package var longestStart: Duration?
        /// A first start that fails is followed by others too, before the operation fails.
        package var includesFirstStart: Bool
        /// A last step is to be taken before the program is given up.
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
        /// The attempt of the operation: what follows a failure is the launch's to decide.
        case operation
        /// An operator.
        case `operator`
        /// The supervisor itself, since the program has ended.
        case restart
    }

    package enum Timer: Hashable, Sendable {
        /// The limit for becoming ready.
        case start
        /// The backoff before a restart.
        case backoff
    }

    package enum Action: Hashable, Sendable {
        /// Start the program; ``becameReady(at:)``, ``ended(_:withoutOutput:at:)`` or
        /// ``notStarted(_:at:)`` follows.
        case begin
        /// End what there is of the program; ``gone(_:at:)`` follows. If the end is orderly, the
        /// program works, and is asked to end.
        case end(isOrderly: Bool)
        /// Arm a timer; replaces its earlier instant.
        case arm(Timer, at: Instant)
        case disarm(Timer)
        /// The status changed.
        case tell(ProgramStatus)
        /// The callers that wait for a start or an end learn the outcome.
        case answer(Outcome)
        /// Take the last step before the program is given up; ``lastStepEnded(_:at:)`` follows.
        case takeLastStep
        /// Give the last step up: it is not waited for any more.
        case endLastStep
        /// The launch fails: why.
        case fail(String)
        /// The launch ends well: why.
        case stopService(String)
    }

    /// The outcome of a start or an end.
    package enum Outcome: Hashable, Sendable {
        case running
        /// The program was ended as asked; why its orderly end failed, `nil` if it did not.
        case stopped(failure: String?)
        /// The program ended by itself: why.
        case ended(String)
    }

    package enum State: Sendable {
        /// The program has not been started.
        case idle
        case starting(Starter)
        case running
        /// The program is being ended; then comes `next`.
        case ending(Next)
        case pausing(until: Instant)
        case stopped
        case ended
    }

    package enum Next: Sendable {
        case stop(because: String? = nil)
        /// The operation gave the start up.
        case giveUp
        case start(Starter, because: String?)
        /// The program ended by itself. Before it was ready: the party that had started it. Once it
        /// was ready: whether its end is a success.
        case follow(Starter?, isSuccess: Bool)
        /// The program is given up once its last step is done.
        case conclude(isFailure: Bool)
    }

    package private(set) var policy: Policy
    package internal(set) var state = State.idle
    /// The present status; the supervisor's owner fills in what it alone knows.
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
    /// The step that the last start still lacked, as a predicate; `nil` when that is unknown.
    package internal(set) var lack: String?
    /// The operation waits for a start; operators have to wait meanwhile.
    package private(set) var isAwaited = false
    /// The operation has succeeded, so that the program is part of the service.
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

    /// Tells the status, unless it was told before.
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

    /// Notes the end of the present run, of which nothing is left, before the status tells why.
    mutating func noteEndOfRun(at now: Instant) {
        // The last step before the program is given up is no part of the run.
        guard lastRun == nil, let startedAt = status.startedAt else { return }
        lastRun = ProgramRun(
            startedAt: startedAt,
            readyAt: status.readyAt,
            endedAt: now,
            pid: pid,
            reason: status.reason
        )
    }

    /// Adds the last run to the earlier ones of the status, since another one begins.
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

    /// The service cannot do without the program.
    mutating func fail(_ reason: String) {
        // Until the operation has succeeded, the launch decides what follows.
        if isOfService { actions.append(.fail(reason)) }
    }

    /// The program has done its work, and with it the service.
    mutating func stopService(_ reason: String) {
        if isOfService { actions.append(.stopService(reason)) }
    }
}
