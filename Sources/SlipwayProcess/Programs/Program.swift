internal import Glibc
internal import Slipway
internal import SlipwayLoop
internal import SlipwaySystem

/// Carries out what a ``ProgramMachine`` decides.
@Loop
final class Program {
    private(set) var definition: ProgramDefinition
    private let log: OutputLog
    private let folder: NotifyFolder
    /// The observers, by the set of programs for which each observes.
    private var observers: [ObjectIdentifier: Observer] = [:]
    private var machine: ProgramMachine
    private var actions: [ProgramMachine.Action] = []
    private var isActing = false
    /// The present process; the following six belong to it.
    private(set) var child: ChildProcess?
    /// The main process; `nil` if that is the child itself.
    private(set) var main: MainProcess?
    private var listener: NotifyListener?
    var probe: SocketProbe?
    var checking: Task<Void, Never>?
    /// The interval before the next check of the process's readiness.
    var probing: Timer?
    /// The present process has written the line that makes it ready, which is still to be told.
    var hasWrittenLine = false
    private var stopping: Task<Void, Never>?
    /// The command that runs before the program is given up.
    private var lastCommand: Task<Void, Never>?
    /// Counts the processes, so that news of an earlier one is not taken for the present one's.
    private(set) var run = 0
    private var timers: [ProgramMachine.Timer: Timer] = [:]
    private var waiters: [@Loop (ProgramMachine.Outcome) -> Void] = []
    /// The calls to the program's operation; `nil` unless that waits.
    private var terms: Terms?
    /// The attempt of the program's operation that waits; `nil` when none does.
    private var attempt: Attempt?
    /// The signal that the present process gets once it is ready; `nil` for none.
    private var pendingSignal: Int32?
    /// The last line of the process before the present one.
    private var lastWords: String?
    private var variables = FileVariables()
    /// The attempt that waits brings an earlier definition back.
    private var isRestored = false

    init(
        _ definition: ProgramDefinition,
        log: OutputLog,
        folder: NotifyFolder
    ) {
        self.definition = definition
        self.log = log
        self.folder = folder
        machine = ProgramMachine(definition.name, definition.policy)
    }

    /// Sets the observer for a set of programs; `nil` for none any more.
    func observe(for owner: AnyObject, _ observer: Observer?) {
        observers[ObjectIdentifier(owner)] = observer
    }

    /// Tells every set with this program that its operation, an operator or a stop decides about it
    /// now.
    func leave(isEnding: Bool) {
        for observer in observers.values { observer.leave(isEnding) }
    }

    /// The status of the program.
    var status: ProgramStatus { machine.current }

    /// The program's process and all that it started; `nil` while there is none.
    var tree: ProcessTree? { child?.tree }

    /// The command of its next start.
    var command: ChildCommand { definition.command }

    /// The operation waits until the program is ready, or until the rest of a start has ended: an
    /// operator's request would cross that.
    var isAwaited: Bool { machine.isAwaited }

    /// The step that its last start still lacked, as a predicate; `nil` when that is unknown.
    var lack: String? { machine.lack }

    /// The last line of the process that is no answer to a check, also when the process has ended.
    var lastLine: String? { child?.lastUnaskedLine ?? lastWords }

    /// Starts the program for its operation, unless an operator has done so since the last attempt.
    ///
    /// - Parameters:
    ///   - attempt: What may cancel this start.
    ///   - definition: Replaces the earlier one: each attempt fills in its own values.
    ///   - isRestored: The program comes back as it was: with what its environment files had at its
    ///     last start.
    ///   - terms: What its operation learns meanwhile.
    ///   - completion: Called with the outcome.
    func start(
        _ attempt: Attempt,
        _ definition: ProgramDefinition,
        isRestored: Bool,
        _ terms: Terms,
        completion: @escaping @Loop (ProgramMachine.Outcome) -> Void
    ) {
        self.definition = definition
        self.terms = terms
        self.attempt = attempt
        self.isRestored = isRestored
        machine.adopt(definition.policy)
        ask(.start(.operation), completion)
        // An operator may have started the program.
        if child != nil { self.terms?.executed() }
    }

    /// Ends what an attempt began, if that still waits; its `completion` is called then.
    func cancel(_ attempt: Attempt) {
        if self.attempt === attempt { handle(.cancel) }
    }

    /// Asks for a start, an end or a restart; the outcome is told while the program is still in
    /// that state.
    func ask(
        _ event: ProgramMachine.Event,
        _ completion: @escaping @Loop (ProgramMachine.Outcome) -> Void
    ) {
        waiters.append(completion)
        handle(event)
    }

    /// Starts, ends or restarts the program because of another one.
    func follow(_ action: DependentRestarts.Action) {
        switch action {
        case .start(_, let cause): handle(.startFor(cause))
        case .stop(_, let cause): handle(.stopFor(cause))
        case .restart(_, let cause): handle(.restartFor(cause))
        }
    }

    /// Sends a signal to the main process; a process that is starting gets it once it is ready, as
    /// its handler may not be there before.
    ///
    /// - Returns: `false` if there is none.
    func signal(_ number: Int32) -> Bool {
        guard let child else { return false }
        guard status.state == .running else {
            pendingSignal = number
            return true
        }
        return Children.shared.signal(main?.pid ?? child.pid, number)
    }

    /// The use since its last start; `nil` while that is not counted.
    var use: ResourceUse? { child?.use }

    /// Writes other limits for the present process, and for later starts.
    func limit(to limits: [GroupResource: UInt64]) {
        definition.limit(to: limits)
        child?.limit(to: limits)
    }

    /// Changes the program's times.
    func change(to times: ProgramTimes) {
        definition.change(to: times)
        machine.adopt(definition.policy)
    }

    /// Changes what the program's end means.
    func change(to end: ProgramEnd) {
        definition.change(to: end)
        machine.adopt(definition.policy)
    }

    /// Changes the programs that this one requires.
    func require(_ programs: Set<String>) { definition.require(programs) }

    /// Has the program watched and ended in another way.
    func renew(_ renewal: ProgramRenewal) {
        if renewal.hasNewCommand {
            definition = renewal.definition
        } else {
            definition.renew(renewal.definition)
        }
        handle(.renewed(definition.policy, hasNewCheck: renewal.hasNewCheck))
        // An operator has started the program meanwhile, as it was before.
        if renewal.hasNewCommand, status.isThere, status.stop == nil { handle(.restart) }
    }

    func handle(_ event: ProgramMachine.Event) {
        actions += machine.handle(event, at: .now)
        // An action that is carried out may be an event itself: its actions come after the earlier
        // ones.
        guard !isActing else { return }
        isActing = true
        while !actions.isEmpty { perform(actions.removeFirst()) }
        isActing = false
        if status.state == .running { variables.keep() }
        if let signal = pendingSignal, status.state == .running {
            pendingSignal = nil
            _ = self.signal(signal)
        }
    }

    private func perform(_ action: ProgramMachine.Action) {
        switch action {
        case .spawn: spawn()
        case .follow(let pid): follow(pid)
        case .runStopCommand: runStopCommand()
        case .runLastCommand: runLastCommand()
        case .endLastCommand: lastCommand?.cancel()
        case .endTree: endTree()
        case .check: check()
        case .endCheck: checking?.cancel()
        case .extendTimeout(let duration): terms?.extendTimeout(duration)
        case .arm(let timer, let instant): arm(timer, at: instant)
        case .disarm(let timer): timers.removeValue(forKey: timer)?.cancel()
        case .tell(let status): for observer in observers.values { observer.tell(status) }
        case .warn(let words): child?.note("<4>\(words)")
        case .answer(let outcome): answer(outcome)
        case .fail(let reason, let number):
            let failure = Failure(
                .error,
                reason,
                withoutOutput: status.reasonWithoutOutput ?? reason,
                errorNumber: number?.rawValue
            )
            conclude(.failure(failure))
        case .stopService(let reason): conclude(.success(reason: reason))
        }
    }

    private func conclude(_ end: ProgramConclusion.End) {
        let conclusion = ProgramConclusion(
            name: definition.name,
            end: end,
            exitStatus: machine.passedStatus
        )
        for observer in observers.values { observer.end(conclusion) }
    }

    private func answer(_ outcome: ProgramMachine.Outcome) {
        let waiting = waiters
        waiters = []
        // The terms hold the launch of the operation, which the program may outlive by far.
        terms = nil
        attempt = nil
        isRestored = false
        for waiter in waiting { waiter(outcome) }
    }

    private func arm(_ timer: ProgramMachine.Timer, at instant: Instant) {
        timers[timer]?.cancel()
        timers[timer] = Timer(at: instant) { [self] in
            // A message that was sent in time counts, also when it could not be read in time.
            listener?.read()
            if timer == .watchdog, machine.hasMissedPing(at: .now), listener?.isInPlace == false {
                return handle(.unheard)
            }
            handle(.fired(timer))
        }
    }

    // MARK: Its process

    private func spawn() {
        run += 1
        let run = run
        lastWords = nil
        do throws(ChildFailure) {
            let filled = try variables.fill(definition.command, isRestored: isRestored)
            var command = filled.command
            if case .notify = definition.ready { command = try listen(command, run) }
            if let watchdog = definition.policy.watchdog {
                command.set("WATCHDOG_USEC", "\(watchdog.microseconds)")
            }
            let socket = try definition.ready.address()
            let child = try ChildProcess(command, log: log) { [self] status in
                // The last message may name another process.
                if run == self.run { listener?.read() }
                // From then on the child's number means nothing.
                if run == self.run { listener?.tree = self.child?.tree }
                if main == nil { exited(status, run) }
            }
            self.child = child
            for remark in filled.remarks { child.note("<4>\(remark)") }
            listener?.tree = child.tree
            terms?.executed()
            handle(.spawned(child.pid))
            waitUntilReady(socket, run)
        } catch {
            leaveProcess()
            handle(.notSpawned(error.reason))
        }
    }

    /// The command with the variable of its own notify socket.
    private func listen(_ command: ChildCommand, _ run: Int) throws(ChildFailure) -> ChildCommand {
        let user = command.settings.user?.user
        let listener = try NotifyListener(in: try folder.make(for: user), for: user) {
            [self] message in
            guard run == self.run else { return }
            var message = message
            message.status = message.status.map { command.redaction.hidden(in: $0) }
            handle(.said(message))
        } refused: { [self] pid in
            child?.note(
                "<4>process \(pid) is not one of the program's: its sd_notify messages are ignored"
            )
        }
        self.listener = listener
        var command = command
        command.set("NOTIFY_SOCKET", listener.path)
        return command
    }

    private func exited(_ status: ChildStatus, _ run: Int) {
        guard run == self.run else { return }
        // Messages and lines from before the end count, and may explain it.
        listener?.read()
        seeLine()
        handle(.exited(status, lastLine: lastWords(of: status), left: leftBehind(by: status)))
    }

    /// Takes a process for the main one that the program has named.
    private func follow(_ pid: pid_t) {
        guard let child else { return }
        if pid == child.pid, Children.shared.isThere(pid) {
            main?.leave()
            main = nil
            return handle(.follows(pid))
        }
        let run = run
        do throws(MainProcess.Refusal) {
            let named = try MainProcess(pid, of: child.tree) { [self] status in
                // The program may have named another process meanwhile.
                if main?.pid == pid { exited(child.explained(status), run) }
            }
            if main?.pid != pid { main?.leave() }
            main = named
            handle(.follows(pid))
        } catch {
            handle(.followsNot(pid, "\(error)"))
        }
    }

    private func runLastCommand() {
        guard let command = definition.lastCommand else { return handle(.lastCommandEnded(nil)) }
        let status = status
        let limit = definition.policy.times.commandLimit
        // The command ends by itself, within its own time.
        lastCommand = Task {
            let failure = await command(status, limit)
            Loop.post { [self] in
                lastCommand = nil
                handle(.lastCommandEnded(failure))
            }
        }
    }

    private func runStopCommand() {
        stopChecking()
        guard let command = definition.stopCommand else { return handle(.stopCommandEnded(nil)) }
        let limit = definition.policy.times.commandLimit
        // The command ends by itself, within its own time.
        stopping = Task {
            let failure = await command(limit)
            Loop.post { [self] in
                stopping = nil
                handle(.stopCommandEnded(failure))
            }
        }
    }

    private func endTree() {
        stopChecking()
        guard let child else { return handle(.treeGone(wasKilled: false)) }
        let settings = definition.command.settings
        child.endTree(grace: definition.policy.times.grace, settings, first: main?.pid) {
            [self] end in
            leaveProcess()
            handle(.treeGone(wasKilled: end.wasKilled))
        }
    }

    private func leaveProcess() {
        run += 1
        listener?.close()
        listener = nil
        probe?.cancel()
        probe = nil
        main?.leave()
        main = nil
        lastWords = child?.lastUnaskedLine
        pendingSignal = nil
        hasWrittenLine = false
        child = nil
    }
}
