internal import Slipway

/// Supervises one program: events in, actions out.
///
/// It is started by its operation, which waits until it is ready. From then on any end that was not
/// asked for is one that ``ProgramPolicy/ended`` decides about.
struct ProgramMachine {
    /// Who wants a start.
    enum Starter: Hashable {
        /// The attempt of its operation: what follows a failure is the launch's to decide.
        case operation
        /// An operator.
        case `operator`
        /// The program itself, by having ended.
        case restart
    }

    enum Event: Hashable {
        case start(Starter)
        /// It is to end: the launch stops, its operation is cancelled, or an operator asks.
        case stop
        /// It is to end and to start again, for an operator.
        case restart
        case spawned(Int32)
        case notSpawned(String)
        /// It says that it is ready, or its socket accepts connections.
        case ready
        case said(ProgramMessage)
        /// A health check passed (`nil`), or why it did not.
        case checked(String?)
        case exited(ChildStatus, lastLine: String?)
        /// No process of it is left, or nothing more can be done.
        case treeGone
        case fired(Timer)
    }

    enum Timer: Hashable {
        /// It must be ready.
        case start
        /// It must have pinged.
        case watchdog
        /// Its health is to be checked.
        case health
        /// The pause before a restart is over.
        case pause
        /// What it said may be told.
        case message
    }

    enum Action: Hashable {
        /// Start a process; ``Event/spawned(_:)`` or ``Event/notSpawned(_:)`` follows.
        case spawn
        /// End its processes; ``Event/treeGone`` follows, never before this is carried out.
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
        /// Who waits for a start or an end learns what it came to.
        case settle(Outcome)
        /// The launch fails.
        case fail(String)
    }

    /// What a start or an end came to.
    enum Outcome: Hashable {
        case running
        case stopped
        /// It ended by itself: why.
        case ended(String)
    }

    private enum State {
        /// It has not been started.
        case idle
        case starting(Starter)
        case running
        /// Its processes are being ended; then comes `next`.
        case ending(Next)
        case pausing(until: Instant)
        case stopped
        case ended
    }

    private enum Next {
        case stop
        case start
        /// It ended by itself: who had started it, if it was not ready yet.
        case follow(Starter?)
    }

    /// The shortest time between two changes of what it says.
    static let quiet = Duration.milliseconds(100)

    let name: String
    let policy: ProgramPolicy
    private var state = State.idle
    private var status: ProgramStatus
    /// When restarts were made that still count.
    private var restarts: [Instant] = []
    private var misses = 0
    private var startedAt = Instant(nanoseconds: 0)
    private var startEnd: Instant?
    private var pingEnd: Instant?
    /// The last message of its process: it may explain the end.
    private var message = ProgramMessage()
    private var messageTold: Instant?
    private var actions: [Action] = []

    init(_ name: String, _ policy: ProgramPolicy) {
        self.name = name
        self.policy = policy
        status = ProgramStatus(name: name, state: .stopped, since: Instant(nanoseconds: 0))
    }

    /// Whether its operation is starting it.
    var isFirstStart: Bool { if case .starting(.operation) = state { true } else { false } }

    /// How it is.
    var current: ProgramStatus { status }

    /// Takes an event; returns what to do, in order.
    mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        switch event {
        case .start(let starter): start(starter, at: now)
        case .stop: stop(at: now)
        case .restart: restart(at: now)
        case .spawned(let pid): spawned(pid)
        case .notSpawned(let reason): notSpawned(reason, at: now)
        case .ready: becameReady(at: now)
        case .said(let message): said(message, at: now)
        case .checked(let failure): checked(failure, at: now)
        case .exited(let end, let lastLine): exited(end, lastLine, at: now)
        case .treeGone: treeGone(at: now)
        case .fired(let timer): fired(timer, at: now)
        }
        defer { actions = [] }
        return actions
    }

    // MARK: Asked for

    private mutating func start(_ starter: Starter, at now: Instant) {
        switch state {
        case .idle, .stopped, .ended, .pausing:
            if case .pausing = state { actions.append(.disarm(.pause)) }
            restarts = []
            status.restarts = 0
            status.reason = nil
            begin(starter, at: now)
        case .ending: state = .ending(.start)
        case .starting: return
        case .running: actions.append(.settle(.running))
        }
    }

    private mutating func stop(at now: Instant) {
        switch state {
        case .starting, .running:
            status.reason = nil
            end(then: .stop, at: now)
        case .ending: state = .ending(.stop)
        case .pausing:
            actions.append(.disarm(.pause))
            settleStopped(at: now)
        case .idle: settleStopped(at: now, isTold: false)
        case .stopped, .ended: actions.append(.settle(.stopped))
        }
    }

    private mutating func restart(at now: Instant) {
        switch state {
        case .running, .starting:
            status.reason = nil
            end(then: .start, at: now)
        case .idle, .ending, .pausing, .stopped, .ended: start(.operator, at: now)
        }
    }

    // MARK: Starting

    private mutating func begin(_ starter: Starter, at now: Instant) {
        message = ProgramMessage()
        status.message = nil
        misses = 0
        startedAt = now
        startEnd = starter == .operation ? nil : now.advanced(by: policy.startLimit)
        state = .starting(starter)
        change(.starting, at: now)
        actions.append(.spawn)
        if let startEnd { actions.append(.arm(.start, at: startEnd)) }
    }

    private mutating func spawned(_ pid: Int32) {
        status.pid = pid
        tell()
    }

    private mutating func notSpawned(_ reason: String, at now: Instant) {
        guard case .starting(let starter) = state else { return }
        actions.append(.disarm(.start))
        status.reason = reason
        follow(starter, at: now)
    }

    private mutating func becameReady(at now: Instant) {
        guard case .starting = state else { return }
        actions.append(.disarm(.start))
        state = .running
        change(.running, at: now)
        if let watchdog = policy.watchdog {
            pingEnd = now.advanced(by: watchdog)
            actions.append(.arm(.watchdog, at: now.advanced(by: watchdog)))
        }
        checkLater(at: now)
        actions.append(.settle(.running))
    }

    private func startTimeMessage(at now: Instant) -> String {
        "not ready within \(startedAt.duration(to: now).timespan)"
    }

    // MARK: What it says

    private mutating func said(_ message: ProgramMessage, at now: Instant) {
        switch state {
        case .starting, .running, .ending: break
        case .idle, .pausing, .stopped, .ended: return
        }
        self.message.merge(message)
        if let more = message.extendTimeout { extend(by: more, at: now) }
        if let text = message.status { say(text, at: now) }
        if message.isReady { becameReady(at: now) }
        guard case .running = state else { return }
        switch message.watchdog {
        case .ping?:
            guard let watchdog = policy.watchdog else { return }
            pingEnd = now.advanced(by: watchdog)
            actions.append(.arm(.watchdog, at: now.advanced(by: watchdog)))
        case .trigger?: hang("asked to be ended (WATCHDOG=trigger)", at: now)
        case nil: return
        }
    }

    private mutating func extend(by duration: Duration, at now: Instant) {
        guard case .starting(let starter) = state else { return }
        guard starter != .operation else { return actions.append(.extendTimeout(duration)) }
        let latest = startedAt.advanced(by: max(policy.longestStart, policy.startLimit))
        let end = min(now.advanced(by: duration), latest)
        guard let startEnd, end > startEnd else { return }
        self.startEnd = end
        actions.append(.arm(.start, at: end))
    }

    private mutating func say(_ text: String, at now: Instant) {
        guard status.message != text else { return }
        status.message = text.isEmpty ? nil : text
        guard let last = messageTold, last.duration(to: now) < Self.quiet else {
            messageTold = now
            return tell()
        }
        actions.append(.arm(.message, at: last.advanced(by: Self.quiet)))
    }

    // MARK: Whether it works

    private mutating func checkLater(at now: Instant) {
        guard let health = policy.health else { return }
        actions.append(.arm(.health, at: now.advanced(by: health.every)))
    }

    private mutating func checked(_ failure: String?, at now: Instant) {
        guard case .running = state, let health = policy.health else { return }
        misses = failure == nil ? 0 : misses + 1
        guard let failure, misses >= health.misses else { return checkLater(at: now) }
        let times = misses == 1 ? "" : " \(misses) times in a row"
        hang("failed its health check\(times): \(failure)", at: now)
    }

    private mutating func hang(_ reason: String, at now: Instant) {
        status.reason = reason
        end(then: .follow(nil), at: now)
    }

    private mutating func fired(_ timer: Timer, at now: Instant) {
        // A timer may fire at the very moment at which it is disarmed.
        switch (timer, state) {
        case (.start, .starting(let starter)):
            guard let startEnd, startEnd <= now else { return }
            status.reason = startTimeMessage(at: now)
            end(then: .follow(starter), at: now)
        case (.watchdog, .running):
            guard let pingEnd, pingEnd <= now, let watchdog = policy.watchdog else { return }
            hang("sent no watchdog ping for \(watchdog.timespan)", at: now)
        case (.health, .running): actions.append(.check)
        case (.pause, .pausing(let until)):
            guard until <= now else { return }
            restarts.append(now)
            status.restarts += 1
            begin(.restart, at: now)
        case (.message, .starting), (.message, .running), (.message, .ending):
            messageTold = now
            tell()
        case (.start, _), (.watchdog, _), (.health, _), (.pause, _), (.message, _): return
        }
    }

    // MARK: Ending

    private mutating func exited(_ end: ChildStatus, _ lastLine: String?, at now: Instant) {
        status.pid = nil
        switch state {
        case .starting(let starter):
            status.reason = words(for: end, "before it was ready", lastLine)
            self.end(then: .follow(starter), at: now)
        case .running:
            status.reason = words(for: end, nil, lastLine)
            self.end(then: .follow(nil), at: now)
        case .ending: tell()
        case .idle, .pausing, .stopped, .ended: return
        }
    }

    /// `exited with 1: cannot open the database`.
    private func words(for end: ChildStatus, _ when: String?, _ lastLine: String?) -> String {
        var words =
            switch end {
            case .exited(let status): "exited with \(status)"
            case .killed(let signal): "was killed by \(signalName(signal))"
            }
        if let status = message.exitStatus, end != .exited(status) {
            words += " (its own status: \(status))"
        }
        words = [words, when].compactMap(\.self).joined(separator: " ")
        // With an error its status is about the error; without one, its last line tells more.
        let said = message.errorNumber == nil ? lastLine : status.message
        return [words, said, message.errorNumber.map { "\($0)" }].compactMap(\.self)
            .joined(separator: ": ")
    }

    private mutating func end(then next: Next, at now: Instant) {
        for timer in [Timer.start, .watchdog, .health, .message] { actions.append(.disarm(timer)) }
        state = .ending(next)
        change(.stopping, at: now)
        actions.append(.endTree)
    }

    private mutating func treeGone(at now: Instant) {
        guard case .ending(let next) = state else { return }
        status.pid = nil
        switch next {
        case .stop: settleStopped(at: now)
        case .start:
            restarts = []
            status.restarts = 0
            status.reason = nil
            begin(.operator, at: now)
        case .follow(let starter): follow(starter, at: now)
        }
    }

    private mutating func settleStopped(at now: Instant, isTold: Bool = true) {
        state = .stopped
        status.reason = nil
        status.message = nil
        if isTold { change(.stopped, at: now) }
        actions.append(.settle(.stopped))
    }

    /// It ended by itself, or could not be started.
    private mutating func follow(_ starter: Starter?, at now: Instant) {
        let reason = status.reason ?? "ended"
        status.pid = nil
        status.message = nil
        switch policy.ended {
        case .restart(let limits) where starter != .operation:
            restarts.removeAll { $0.advanced(by: limits.window) <= now }
            guard restarts.count < limits.attempts else {
                let times = restarts.count == 1 ? "once" : "\(restarts.count) times"
                let window = limits.window.timespan
                status.reason = "\(reason); started again \(times) in \(window)"
                giveUp(isFailure: !policy.isOptional, at: now)
                return
            }
            let next = now.advanced(by: limits.pause(after: restarts.count))
            state = .pausing(until: next)
            change(.pausing(next: next), at: now)
            actions.append(.arm(.pause, at: next))
            actions.append(.settle(.ended(reason)))
        case .fail: giveUp(isFailure: starter == nil, at: now)
        case .restart, .degrade: giveUp(isFailure: false, at: now)
        }
    }

    private mutating func giveUp(isFailure: Bool, at now: Instant) {
        let reason = status.reason ?? "ended"
        state = .ended
        change(.ended, at: now)
        actions.append(.settle(.ended(reason)))
        if isFailure { actions.append(.fail(reason)) }
    }

    // MARK: Status

    private mutating func change(_ state: ProgramStatus.State, at now: Instant) {
        status.state = state
        status.since = now
        tell()
    }

    private mutating func tell() { actions.append(.tell(status)) }
}
