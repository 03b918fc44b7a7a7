package import Slipway
internal import SlipwaySystem

/// A program under its ``Supervisor``: events in, actions out.
///
/// The supervisor knows when it is to run. In here is what only processes have: their messages, watchdog
/// and health checks, and the steps of their end.
package struct ProgramMachine {
    package typealias Starter = Supervisor.Starter

    /// The steps of an end.
    enum EndStep: Hashable {
        /// The command of its operation's `stop` runs.
        case stopCommand
        /// Its processes are being ended: since when, and why its operation's `stop` failed before.
        case processes(since: Instant, stopFailure: String?)
    }

    /// The facts about one process, forgotten with the next one.
    struct Process {
        /// The failed checks of its health that nothing has made up for, and the passed ones since the last
        /// of them.
        var misses = 0
        var passes = 0
        /// The last check could not be asked, for a shortage of the daemon: why.
        var shortage: String?
        /// Its notify socket has been removed.
        var isUnheard = false
        /// A check has passed.
        var wasHealthy = false
        /// A check is under way, or one that has been given up.
        var isBeingChecked = false
        var isCheckGivenUp = false
        /// A process that it has named as the main one was none of its own.
        var hasNamedStranger = false
        /// Its end by itself; `nil` for another end.
        var end: ChildStatus?
        /// The last message: it may explain the end.
        var message = ProgramMessage()
        /// The `ERRNO=` that goes with the reason of the end; `nil` for an end that it does not explain.
        var endNumber: ErrorNumber?
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
    /// Of the last process, also when that has ended: its end is explained with it.
    var process = Process()
    /// When it must have pinged; it is set when a process has become ready, before its timer is armed.
    var pingEnd: Instant?
    /// The end of the present step towards it.
    var watchAt: Instant?
    /// When it last told what a process says, so that one that starts again and again tells no more often.
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

    /// Takes the policy of a reload while it goes on.
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
