package import Slipway
package import SlipwaySystem

/// A program under its ``Supervisor``: events in, actions out.
///
/// The supervisor knows when it is to run. In here is what only processes have: their messages, watchdog
/// and health checks, and the steps of their end.
package struct ProgramMachine {
    package typealias Starter = Supervisor.Starter

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

    /// The steps of an end.
    enum EndStep: Hashable {
        /// The command of its operation's `stop` runs.
        case stopCommand
        /// Its processes are being ended: since when, and why its operation's `stop` failed before.
        case processes(since: Instant, stopFailure: String?)
    }

    /// The shortest time between two changes of what it says.
    static let quiet = Duration.milliseconds(100)
    /// In how many steps the time of a watchdog passes.
    static let watchSteps = 8
    /// After how long an end is slow.
    static let patience = Duration.seconds(1)

    private(set) var policy: ProgramPolicy
    // Only the extensions of this type use what follows.
    var supervisor: Supervisor
    /// `nil` unless it is being ended.
    var endStep: EndStep?
    var misses = 0
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
        self.policy = policy
        supervisor = Supervisor(name, policy.supervision)
    }

    /// The present status.
    package var current: ProgramStatus { supervisor.status }
    /// The step that its last start still lacked, as a predicate; `nil` when that is unknown.
    package var lack: String? { supervisor.lack }
    /// Its operation waits for a start; operators have to wait meanwhile.
    package var isAwaited: Bool { supervisor.isAwaited }
    var state: Supervisor.State { supervisor.state }

    /// Takes an event; returns what to do, in order.
    package mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        switch event {
        case .start(let starter): supervise(at: now) { $0.start(starter, at: now) }
        case .stop: supervise(at: now) { $0.stop(at: now) }
        case .cancel: supervise(at: now) { $0.cancel(at: now) }
        case .restart: supervise(at: now) { $0.restart(at: now) }
        case .spawned(let pid): note(at: now) { $0.pid = pid }
        case .notSpawned(let reason): supervise(at: now) { $0.notStarted(reason, at: now) }
        case .lacks(let words): supervise(at: now) { $0.lacks(words) }
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

    /// Takes the policy of the operation's next attempt.
    mutating func adopt(_ policy: ProgramPolicy) {
        self.policy = policy
        supervisor.adopt(policy.supervision)
    }

    /// Has the supervisor decide, and does what follows.
    mutating func supervise(at now: Instant, _ event: (inout Supervisor) -> Void) {
        event(&supervisor)
        for action in supervisor.takeActions() { follow(action, at: now) }
    }

    /// Changes its status, and tells it.
    mutating func note(at now: Instant, _ change: (inout ProgramStatus) -> Void) {
        supervise(at: now) { supervisor in
            change(&supervisor.status)
            supervisor.tell()
        }
    }

    private mutating func follow(_ action: Supervisor.Action, at now: Instant) {
        switch action {
        case .begin:
            message = ProgramMessage()
            endNumber = nil
            misses = 0
            actions.append(.spawn)
        case .end(let isOrderly): end(isOrderly: isOrderly, at: now)
        case .arm(let timer, let instant): actions.append(.arm(Timer(timer), at: instant))
        case .disarm(let timer): actions.append(.disarm(Timer(timer)))
        case .tell(let status): actions.append(.tell(status))
        case .answer(.running): actions.append(.answer(.running))
        case .answer(.stopped(let failure)):
            actions.append(.answer(.stopped(stopFailure: failure)))
        case .answer(.ended(let reason)): actions.append(.answer(.ended(reason, endNumber)))
        case .fail(let reason): actions.append(.fail(reason, endNumber))
        }
    }

    mutating func becameReady(at now: Instant) {
        guard case .starting = state else { return }
        supervise(at: now) { $0.becameReady(at: now) }
        expectPing(at: now)
        checkLater(at: now)
    }
}
