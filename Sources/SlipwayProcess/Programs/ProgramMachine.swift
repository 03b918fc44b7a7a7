package import Slipway
package import SlipwaySystem

/// Supervises one program: events in, actions out.
///
/// It is started by its operation, which waits until it is ready. From then on any end that was not
/// asked for is one that ``ProgramPolicy/ended`` decides about.
package struct ProgramMachine {
    /// The parties that may want a start.
    package enum Starter: Hashable {
        /// The attempt of its operation: what follows a failure is the launch's to decide.
        case operation
        /// An operator.
        case `operator`
        /// The program itself, by having ended.
        case restart
    }

    package enum Event: Hashable {
        case start(Starter)
        /// It is to end: the launch stops, or an operator asks.
        case stop
        /// Its operation, which waits for its start, is cancelled.
        case cancel
        /// It is to end and to start again, for an operator.
        case restart
        case spawned(Int32)
        case notSpawned(String)
        /// The step that is still missing before it is ready: `has not said READY=1`.
        case lacks(String)
        /// It says that it is ready, or its socket accepts connections.
        case ready
        case said(ProgramMessage)
        /// A health check passed (`nil`), or why it did not.
        case checked(String?)
        case exited(ChildStatus, lastLine: String?)
        /// The command of its operation's `stop` has ended: why it failed, `nil` if it did not.
        case stopCommandEnded(String?)
        /// No process of it is left, or nothing more can be done.
        case treeGone(wasKilled: Bool)
        case fired(Timer)
    }

    package enum Timer: Hashable {
        /// It must be ready.
        case start
        /// It must have pinged.
        case watchdog
        /// Its health is to be checked.
        case health
        /// The pause before a restart is over.
        case pause
        /// Its last message may be told.
        case message
        /// It takes its time to end, which is to be told.
        case slowEnd
    }

    package enum Action: Hashable {
        /// Start a process; ``Event/spawned(_:)`` or ``Event/notSpawned(_:)`` follows.
        case spawn
        /// Run what its operation has under `stop`; ``Event/stopCommandEnded(_:)`` follows.
        case runStopCommand
        /// End its processes; ``Event/treeGone(wasKilled:)`` follows, never before this is carried out.
        case endTree
        /// Check its health; ``Event/checked(_:)`` follows.
        case check
        /// Its operation needs more time.
        case extendTimeout(Duration)
        /// Replaces an earlier instant.
        case arm(Timer, at: Instant)
        case disarm(Timer)
        /// Its status changed.
        case tell(ProgramStatus)
        /// A message of its has no effect, which its log is to say.
        case warn(String)
        /// The callers that wait for a start or an end learn the outcome.
        case answer(Outcome)
        /// The launch fails: why, and the system error behind it, if the program named one.
        case fail(String, ErrorNumber? = nil)
    }

    /// The outcome of a start or an end.
    package enum Outcome: Hashable {
        case running
        /// It was ended as asked; why its operation's `stop` failed, `nil` if it did not.
        case stopped(stopFailure: String? = nil)
        /// It ended by itself: why, and the system error behind it, if it named one.
        case ended(String, ErrorNumber? = nil)
    }

    enum State {
        /// It has not been started.
        case idle
        case starting(Starter)
        case running
        /// It is being ended; then comes `next`.
        case ending(Next, EndStep)
        case pausing(until: Instant)
        case stopped
        case ended
    }

    /// The steps of an end.
    enum EndStep: Hashable {
        /// The command of its operation's `stop` runs.
        case stopCommand
        /// Its processes are being ended: since when, and why its operation's `stop` failed before.
        case processes(since: Instant, stopFailure: String?)
    }

    enum Next {
        case stop
        /// Its operation gave its start up.
        case giveUp
        case start(Starter)
        /// It ended by itself: who had started it, if it was not ready yet.
        case follow(Starter?)
    }

    /// The shortest time between two changes of what it says.
    static let quiet = Duration.milliseconds(100)
    /// In how many steps the time of a watchdog passes.
    static let watchSteps = 8
    /// After how long an end is slow.
    static let patience = Duration.seconds(1)

    let name: String
    private(set) var policy: ProgramPolicy
    // Only the extensions of this type use what follows.
    var state = State.idle
    var status: ProgramStatus
    /// The status that was told last.
    private var told: ProgramStatus?
    /// When restarts were made that still count.
    var restarts: [Instant] = []
    var misses = 0
    var startedAt = Instant(nanoseconds: 0)
    var startEnd: Instant?
    /// The step that its last start still lacked, as a predicate; `nil` when that is unknown.
    package internal(set) var lack: String?
    /// Its operation waits for a start; operators have to wait meanwhile.
    package private(set) var isAwaited = false
    /// Its operation has succeeded, so that it is part of the service.
    private var isOfService = false
    /// When it must have pinged.
    var pingEnd: Instant?
    /// The end of the present step towards it.
    var watchAt: Instant?
    /// The last message of its process: it may explain the end.
    var message = ProgramMessage()
    /// The `ERRNO=` that goes with the reason of the end; `nil` for an end that it does not explain.
    var endNumber: ErrorNumber?
    var messageTold: Instant?
    var actions: [Action] = []

    package init(_ name: String, _ policy: ProgramPolicy) {
        self.name = name
        self.policy = policy
        status = ProgramStatus(name: name, state: .stopped, since: Instant(nanoseconds: 0))
    }

    /// The present status.
    package var current: ProgramStatus { status }

    /// Takes an event; returns what to do, in order.
    package mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        switch event {
        case .start(let starter):
            if starter == .operation { isAwaited = true }
            start(starter, at: now)
        case .stop: stop(at: now)
        case .cancel: cancel(at: now)
        case .restart: restart(at: now)
        case .spawned(let pid): spawned(pid)
        case .notSpawned(let reason): notSpawned(reason, at: now)
        case .lacks(let words): lacks(words)
        case .ready: becameReady(at: now)
        case .said(let message): said(message, at: now)
        case .checked(let failure): checked(failure, at: now)
        case .exited(let end, let lastLine): exited(end, lastLine, at: now)
        case .stopCommandEnded(let failure): stopCommandEnded(failure, at: now)
        case .treeGone(let wasKilled): treeGone(wasKilled: wasKilled, at: now)
        case .fired(let timer): fired(timer, at: now)
        }
        defer { actions = [] }
        return actions
    }

    mutating func change(_ state: ProgramStatus.State, at now: Instant) {
        status.state = state
        if state != .starting { status.lack = nil }
        status.since = now
        tell()
    }

    /// Takes the policy of the operation's next attempt.
    mutating func adopt(_ policy: ProgramPolicy) { self.policy = policy }

    /// The calls that wait for a start or an end learn what it came to.
    mutating func answer(_ outcome: Outcome) {
        if isAwaited, outcome == .running { isOfService = true }
        isAwaited = false
        actions.append(.answer(outcome))
    }

    /// The service cannot do without it.
    mutating func fail(_ reason: String) {
        // Until its operation has succeeded, the launch decides what follows.
        if isOfService { actions.append(.fail(reason, endNumber)) }
    }

    /// Tells how it is, once.
    mutating func tell() {
        guard status != told else { return }
        told = status
        actions.append(.tell(status))
    }
}
