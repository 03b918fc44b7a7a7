public import Slipway
internal import Synchronization

/// Reports a launch to the service manager: readiness, status, timeout extensions, watchdog.
public final class SystemdReporter: LaunchReporter {
    private let machine: Mutex<StatusMachine>
    private let notifier: Notifier
    private let now: @Sendable () -> Instant
    /// The manager was told that the service is ready.
    private let isReady = Atomic(false)
    /// The reporter follows the launch: there is a manager, or probes ask for the line.
    private let isFollowing: Bool
    /// Half of the watchdog's interval; `nil` without a watchdog.
    public let heartbeat: Duration?

    /// Creates a reporter for one launch.
    ///
    /// - Parameters:
    ///   - environment: Says whether there is a manager, and whether it has a watchdog.
    ///   - afterwards: How long the process may take to end after the launch; the manager is asked
    ///     to wait for that too. Default: no time.
    public convenience init(
        _ environment: SystemdEnvironment = .current,
        afterwards: Duration = .zero
    ) {
        self.init(environment, afterwards: afterwards, isReload: false)
    }

    /// Creates a reporter for one launch of a service.
    ///
    /// - Parameters:
    ///   - environment: As above.
    ///   - afterwards: As above.
    ///   - isReload: Whether another launch is in service until ``endReload(failure:)``.
    ///   - isAsked: Whether ``line(in:)`` is asked for, also without a manager.
    package convenience init(
        _ environment: SystemdEnvironment = .current,
        afterwards: Duration,
        isReload: Bool,
        isAsked: Bool = false
    ) {
        self.init(
            environment,
            afterwards: afterwards,
            isReload: isReload,
            isAsked: isAsked,
            notifier: Notifier(environment),
            now: { .now }
        )
    }

    /// Creates a reporter that sends through `notifier` and takes the time from `now`.
    package init(
        _ environment: SystemdEnvironment,
        afterwards: Duration = .zero,
        isReload: Bool = false,
        isAsked: Bool = false,
        notifier: Notifier,
        now: @escaping @Sendable () -> Instant
    ) {
        machine = Mutex(StatusMachine(afterwards: afterwards, isReload: isReload))
        self.notifier = notifier
        self.now = now
        // The launch before this one was ready: the manager waits for signs of life already.
        isReady.store(isReload, ordering: .relaxed)
        isFollowing = notifier.isEnabled || isAsked
        // Twice as often as needed, as sd_watchdog_enabled(3) recommends.
        heartbeat = notifier.isEnabled ? environment.watchdogInterval.map { $0 / 2 } : nil
    }

    /// Reports a change to the manager, at once or with the next call.
    public func report(_ event: Event) {
        guard isFollowing else { return }
        send { $0.handle(event, now: $1) }
    }

    /// Updates the status.
    public func refresh() {
        guard isFollowing else { return }
        send { $0.refresh(now: $1) }
    }

    /// Sends a sign of life, but not before the service is ready: after the first one the manager
    /// expects the next.
    public func beat() {
        guard isReady.load(ordering: .acquiring) else { return }
        notifier.send(NotifyMessage(isAlive: true))
    }

    /// The service takes a new configuration: this launch is in service meanwhile.
    ///
    /// Does not block, nor do the three below: a manager that reads nothing holds up only the
    /// reporter's own thread.
    package func beginReload() {
        post { $0.beginReload(now: $1) }
    }

    /// The reload that began has come further.
    ///
    /// - Parameter words: What it does now.
    package func reloads(_ words: String) { post { $0.reloads(words, now: $1) } }

    /// The reload has ended, and this launch is in service.
    ///
    /// - Parameter failure: Why the reload failed; `nil` if it did not.
    package func endReload(failure: String? = nil) {
        post { $0.endReload(failure: failure, now: $1) }
    }

    /// Has every line say something that is not of the launch.
    ///
    /// - Parameters:
    ///   - words: The words; `nil` takes them back.
    ///   - remark: The kind of the remark.
    package func remark(_ words: String?, as remark: StatusMachine.Remark) {
        guard isFollowing else { return }
        post { $0.remark(words, as: remark, now: $1) }
    }

    /// The line of `STATUS=` as of now, as one line of at most 200 bytes.
    ///
    /// - Parameter phase: The phase of the launch.
    /// - Returns: The line; `nil` if the reporter does not follow the launch, or not so far yet.
    package func line(in phase: Phase) -> String? {
        machine.withLock { $0.line(in: phase, at: now()) }
    }

    /// Tells how long other launches take to end at most, before this one undoes anything: the
    /// manager is asked for that time, too, once this one ends.
    package func expect(_ before: Duration) { machine.withLock { $0.before = before } }

    /// Another launch has replaced this one: nothing of this one is told any more.
    package func retire() { machine.withLock { $0.retire() } }

    private typealias Decision = (inout StatusMachine, Instant) -> NotifyMessage?

    private func send(_ decide: Decision) {
        guard let message = add(decide) else { return }
        notifier.outbox?.send()
        note(message)
    }

    /// Sends what the machine decides, for a thread that must not wait for the manager.
    private func post(_ decide: Decision) {
        guard let message = add(decide) else { return }
        notifier.outbox?.post()
        note(message)
    }

    /// Has the machine decide, and adds its message to those that wait for the manager.
    ///
    /// The machine decides and the message is added under one lock: a message of another thread,
    /// which knows of this one, comes after it.
    private func add(_ decide: Decision) -> NotifyMessage? {
        machine.withLock { machine in
            let message = decide(&machine, now())
            if let message { notifier.outbox?.add(message) }
            return message
        }
    }

    private func note(_ message: NotifyMessage) {
        if message.change == .ready { isReady.store(true, ordering: .releasing) }
    }
}
