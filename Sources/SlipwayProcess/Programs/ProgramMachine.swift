package import Slipway
internal import SlipwaySystem

/// A program under its ``Supervisor``: events in, actions out.
///
/// The supervisor decides when the program is to run. The machine adds what only processes have:
/// their messages, watchdog and health checks, and the steps of their end.
package struct ProgramMachine {
    package typealias Starter = Supervisor.Starter

    /// The steps of an end.
    enum EndStep: Hashable {
        /// The command of its operation's `stop` runs.
        case stopCommand
        /// The processes are being ended: since when, and why the operation's `stop` failed before.
        case processes(since: Instant, stopFailure: String?)
    }

    /// The facts about one process, forgotten with the next one.
    struct Process {
        /// The failed health checks that no success has made up for, and the passed ones since the
        /// last failure.
        var misses = 0
        var passes = 0
        /// The shortage of the daemon for which the last check could not be asked; `nil` for none.
        var shortage: String?
        /// The notify socket of the process has been removed.
        var isUnheard = false
        /// A check has passed.
        var wasHealthy = false
        /// A check is under way; with `isCheckGivenUp` its result does not count.
        var isBeingChecked = false
        var isCheckGivenUp = false
        /// The program has named a process as its main one that is none of its own.
        var hasNamedStranger = false
        /// The end of the process by itself; `nil` for another end.
        var end: ChildStatus?
        /// The last message: it may explain the end.
        var message = ProgramMessage()
        /// The `ERRNO=` that goes with the reason of the end; `nil` for an end that it does not explain.
        var endNumber: ErrorNumber?
    }

    /// The shortest time between two messages of a program that are told.
    static let quiet = Duration.milliseconds(100)
    /// The number of steps in which the time of a watchdog passes.
    static let watchSteps = 8
    /// The time after which an end is slow.
    static let patience = Duration.seconds(1)

    private(set) var policy: ProgramPolicy
    // Only the extensions of this type use what follows.
    var supervisor: Supervisor
    /// The step of the present end; `nil` unless the program is being ended.
    var endStep: EndStep?
    /// The facts about the last process, also when that has ended: they explain its end.
    var process = Process()
    /// The instant by which the program must have pinged; set when a process has become ready,
    /// before its timer is armed.
    var pingEnd: Instant?
    /// The end of the present step towards ``pingEnd``.
    var watchAt: Instant?
    /// The instant at which a message was last told, so that a program that starts again and again
    /// tells no more often.
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
    /// The program's operation waits for a start; operators have to wait meanwhile.
    package var isAwaited: Bool { supervisor.isAwaited }
    var state: Supervisor.State { supervisor.state }

    /// Takes an event; returns what to do, in order.
    package mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        switch event {
        case .start(let starter): supervise(at: now) { $0.start(starter, at: now) }
        case .requested(let request, let uid):
            supervise(at: now) { $0.carryOut(request, by: uid, at: now) }
        case .stop: supervise(at: now) { $0.stop(at: now) }
        case .cancel: supervise(at: now) { $0.cancel(at: now) }
        case .restart: supervise(at: now) { $0.restart(at: now) }
        case .startFor(let cause):
            supervise(at: now) { $0.start(.operator, because: cause, at: now) }
        case .stopFor(let cause): supervise(at: now) { $0.stop(because: cause, at: now) }
        case .restartFor(let cause): supervise(at: now) { $0.restart(because: cause, at: now) }
        case .renewed(let policy, let hasNewCheck):
            renewed(policy, hasNewCheck: hasNewCheck, at: now)
        case .startNoMore: supervise(at: now) { $0.startNoMore(at: now) }
        case .spawned(let pid): spawned(pid, at: now)
        case .notSpawned(let reason): supervise(at: now) { $0.notStarted(reason, at: now) }
        case .lacks(let words): supervise(at: now) { $0.lacks(words) }
        case .ready: becameReady(at: now)
        case .said(let message): said(message, at: now)
        case .unheard: unheard(at: now)
        case .follows(let pid): follows(pid, at: now)
        case .followsNot(let pid, let reason): followsNot(pid, reason)
        case .checked(let failure): checked(failure, at: now)
        case .exited(let end, let lastLine, let left): exited(end, lastLine, left, at: now)
        case .stopCommandEnded(let failure): stopCommandEnded(failure, at: now)
        case .lastCommandEnded(let failure): lastCommandEnded(failure, at: now)
        case .treeGone(let wasKilled): treeGone(wasKilled: wasKilled, at: now)
        case .fired(let timer): fired(timer, at: now)
        }
        defer { actions = [] }
        return actions
    }

    /// Takes the policy of the operation's next attempt, or of a reload.
    mutating func adopt(_ policy: ProgramPolicy) {
        self.policy = policy
        supervisor.adopt(policy.supervision)
    }

    /// Takes the policy of a reload while the program goes on.
    private mutating func renewed(
        _ policy: ProgramPolicy,
        hasNewCheck: Bool,
        at now: Instant
    ) {
        let watchdog = self.policy.watchdog
        adopt(policy)
        guard case .running = state else { return }
        if policy.watchdog == nil { actions.append(.disarm(.watchdog)) }
        if policy.watchdog != watchdog { expectPing(at: now) }
        if hasNewCheck { checkAnew(at: now) }
    }

    /// Has the supervisor decide, and does what follows.
    mutating func supervise(at now: Instant, _ event: (inout Supervisor) -> Void) {
        event(&supervisor)
        for action in supervisor.takeActions() { follow(action, at: now) }
    }

    /// Changes the program's status, and tells it.
    mutating func note(at now: Instant, _ change: (inout ProgramStatus) -> Void) {
        supervise(at: now) { supervisor in
            change(&supervisor.status)
            supervisor.tell()
        }
    }

    private mutating func follow(_ action: Supervisor.Action, at now: Instant) {
        switch action {
        case .begin:
            process = Process()
            actions.append(.spawn)
        case .end(let isOrderly): end(isOrderly: isOrderly, at: now)
        case .arm(let timer, let instant): actions.append(.arm(Timer(timer), at: instant))
        case .disarm(let timer): actions.append(.disarm(Timer(timer)))
        case .tell(let status): actions.append(.tell(status))
        case .answer(.running): actions.append(.answer(.running))
        case .answer(.stopped(let failure)):
            actions.append(.answer(.stopped(stopFailure: failure)))
        case .answer(.ended(let reason)): actions.append(.answer(.ended(reason, process.endNumber)))
        case .takeLastStep: actions.append(.runLastCommand)
        case .endLastStep: actions.append(.endLastCommand)
        case .fail(let reason): actions.append(.fail(reason, process.endNumber))
        case .stopService(let reason): actions.append(.stopService(reason))
        }
    }

    private mutating func spawned(_ pid: Int32, at now: Instant) {
        note(at: now) { $0.pid = pid }
        guard case .starting = state, let settling = policy.settling else { return }
        supervise(at: now) { $0.lacks("has not run for \(settling.timespan) yet") }
        actions.append(.arm(.settled, at: now.advanced(by: settling)))
    }

    mutating func becameReady(at now: Instant) {
        guard case .starting = state else { return }
        supervise(at: now) { $0.becameReady(at: now) }
        expectPing(at: now)
        checkLater(at: now)
    }
}
