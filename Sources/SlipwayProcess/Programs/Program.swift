internal import Slipway
internal import SlipwayLoop
internal import SlipwaySystem

/// Carries out what a ``ProgramMachine`` decides.
@Loop
final class Program {
    /// What the service learns of a program.
    struct Observer {
        let tell: @Sendable (ProgramStatus) -> Void
        let fail: @Sendable (_ name: String, Failure) -> Void
    }

    private var definition: ProgramDefinition
    private let log: OutputLog
    private let folder: NotifyFolder
    private let observer: Observer
    private var machine: ProgramMachine
    private var actions: [ProgramMachine.Action] = []
    private var isActing = false
    /// What belongs to the present process.
    private var child: ChildProcess?
    private var listener: NotifyListener?
    private var probe: SocketProbe?
    private var checking: Task<Void, Never>?
    /// Counts the processes, so that news of an earlier one is not taken for the present one's.
    private var run = 0
    private var timers: [ProgramMachine.Timer: Timer] = [:]
    private var waiters: [@Loop (ProgramMachine.Outcome) -> Void] = []
    private var extendTimeout: @Sendable (Duration) -> Void = { _ in }

    init(
        _ definition: ProgramDefinition,
        log: OutputLog,
        folder: NotifyFolder,
        observer: Observer
    ) {
        self.definition = definition
        self.log = log
        self.folder = folder
        self.observer = observer
        machine = ProgramMachine(definition.name, definition.policy)
    }

    /// How it is.
    var status: ProgramStatus { machine.current }

    /// Whether its operation is starting it.
    var isFirstStart: Bool { machine.isFirstStart }

    /// The last line of its process.
    var lastLine: String? { child?.lastLine }

    /// Starts it for its operation.
    ///
    /// - Parameters:
    ///   - definition: Replaces the earlier one: each attempt fills in its own values.
    ///   - extendTimeout: Called when it needs more time.
    ///   - completion: Called with what it came to.
    func start(
        _ definition: ProgramDefinition,
        extendTimeout: @escaping @Sendable (Duration) -> Void,
        completion: @escaping @Loop (ProgramMachine.Outcome) -> Void
    ) {
        self.definition = definition
        self.extendTimeout = extendTimeout
        machine = ProgramMachine(definition.name, definition.policy)
        ask(.start(.operation), completion)
    }

    /// Asks for a start, an end or a restart, and learns what it came to.
    func ask(
        _ event: ProgramMachine.Event,
        _ completion: @escaping @Loop (ProgramMachine.Outcome) -> Void
    ) {
        waiters.append(completion)
        handle(event)
    }

    private func handle(_ event: ProgramMachine.Event) {
        actions += machine.handle(event, at: .now)
        // What is carried out may be an event itself: its actions come after the earlier ones.
        guard !isActing else { return }
        isActing = true
        while !actions.isEmpty { perform(actions.removeFirst()) }
        isActing = false
    }

    private func perform(_ action: ProgramMachine.Action) {
        switch action {
        case .spawn: spawn()
        case .endTree: endTree()
        case .check: check()
        case .extendTimeout(let duration): extendTimeout(duration)
        case .arm(let timer, let instant): arm(timer, at: instant)
        case .disarm(let timer): timers.removeValue(forKey: timer)?.cancel()
        case .tell(let status): observer.tell(status)
        case .settle(let outcome): settle(outcome)
        case .fail(let reason, let number):
            let failure = Failure(.error, reason, errorNumber: number?.rawValue)
            observer.fail(definition.name, failure)
        }
    }

    private func settle(_ outcome: ProgramMachine.Outcome) {
        let waiting = waiters
        waiters = []
        // It holds the launch, which may outlive its operation by far.
        extendTimeout = { _ in }
        for waiter in waiting { waiter(outcome) }
    }

    private func arm(_ timer: ProgramMachine.Timer, at instant: Instant) {
        timers[timer]?.cancel()
        do throws(LoopError) {
            timers[timer] = try Timer(at: instant) { [self] in handle(.fired(timer)) }
        } catch {
            // Without memory for a timer its time is over now.
            log.note("<4>\(error)", of: definition.command.writer)
            Loop.post { self.handle(.fired(timer)) }
        }
    }

    // MARK: Its process

    private func spawn() {
        run += 1
        let run = run
        do throws(ChildFailure) {
            var command = definition.command
            if definition.ready == .notify { command = try listen(command, run) }
            if let watchdog = definition.policy.watchdog {
                command.environment["WATCHDOG_USEC"] = "\(watchdog.microseconds)"
            }
            let socket = try definition.ready.address()
            let child = try ChildProcess(command, log: log) { [self] status in
                exited(status, run)
            }
            self.child = child
            listener?.leader = child.pid
            handle(.spawned(child.pid))
            if definition.ready == .started { handle(.ready) }
            probe = socket.map { address in
                SocketProbe(address) { [self] in
                    if run == self.run { handle(.ready) }
                }
            }
        } catch {
            leaveProcess()
            handle(.notSpawned(error.reason))
        }
    }

    /// The command with the variable of its own notify socket.
    private func listen(_ command: ChildCommand, _ run: Int) throws(ChildFailure) -> ChildCommand {
        let listener = try NotifyListener(in: try folder.make()) { [self] message in
            if run == self.run { handle(.said(message)) }
        }
        self.listener = listener
        var command = command
        command.environment["NOTIFY_SOCKET"] = listener.path
        return command
    }

    private func exited(_ status: ChildStatus, _ run: Int) {
        guard run == self.run else { return }
        // Its last words may explain its end.
        listener?.read()
        handle(.exited(status, lastLine: child?.lastLine))
    }

    private func endTree() {
        checking?.cancel()
        checking = nil
        probe?.cancel()
        probe = nil
        guard let child else { return handle(.treeGone) }
        child.endTree(grace: definition.grace) { [self] _ in
            leaveProcess()
            handle(.treeGone)
        }
    }

    private func leaveProcess() {
        run += 1
        listener?.close()
        listener = nil
        probe?.cancel()
        probe = nil
        child = nil
    }

    private func check() {
        guard let check = definition.check else { return }
        let run = run
        checking = Task {
            let failure = await check()
            Loop.post { [self] in
                if run == self.run { handle(.checked(failure)) }
            }
        }
    }
}

extension ProgramDefinition.Ready {
    /// The address of the socket that is to accept; `nil` if there is none.
    fileprivate func address() throws(ChildFailure) -> SocketAddress? {
        guard case .socket(let path) = self else { return nil }
        guard let address = SocketAddress(unix: path) else {
            throw .notStarted(
                "its socket's path is longer than \(SocketAddress.longestPath) bytes: '\(path)'"
            )
        }
        return address
    }
}

extension ChildFailure {
    /// The reason in words.
    fileprivate var reason: String {
        switch self {
        case .notStarted(let reason): "cannot be started: \(reason)"
        case .noDirectory(let reason): "cannot enter its directory: \(reason)"
        case .outputTooLong, .cancelled: "ended"
        }
    }
}
