package import Slipway
package import SlipwayLoop
package import SlipwaySystem

/// The programs of a generation of a service.
@Loop
package final class Programs {
    package typealias Request = Supervisor.Request
    package typealias Refusal = Supervisor.Refusal

    private let log: OutputLog
    private let folder: NotifyFolder
    private var programs: [String: Program] = [:]
    /// Programs that a reload has ended, and may start again.
    private var held: Set<String> = []
    /// The changes to programs that are taken over, which wait until the generation is in service.
    private var renewals: [ProgramRenewal] = []
    /// The generation has come into service after another one.
    private var isInService = false
    /// Nothing is started any more.
    private var isClosed = false
    private var observer = Program.Observer(tell: { _ in }, end: { _ in })
    private var dependents = DependentRestarts()
    /// The generation that took programs over.
    private weak var heir: Programs?
    /// The number of times that each program was stopped by an operator, or held by a reload: a start that was asked for
    /// before that is refused.
    private var stops: [String: Int] = [:]

    /// Creates an empty set; nothing is started.
    package nonisolated init(log: OutputLog, folder: NotifyFolder) {
        self.log = log
        self.folder = folder
    }

    /// Sets the observer of every change; call it before the first start.
    ///
    /// - Parameters:
    ///   - tell: Gets each change of a program's status.
    ///   - end: Is told when the service ends because of a program.
    package func observe(
        tell: @escaping @Sendable (ProgramStatus) -> Void,
        end: @escaping @Sendable (ProgramConclusion) -> Void
    ) {
        observer = Program.Observer(tell: tell, end: end)
    }

    /// Has a program observed, for this generation and for the programs that depend on it.
    private func observe(_ program: Program) {
        let (observer, name) = (observer, program.definition.name)
        let own = Program.Observer { [weak self] status in
            observer.tell(status)
            // Posted, as the program is in the middle of an action when it tells its status.
            Loop.post { self?.changed(status) }
        } end: {
            observer.end($0)
        } leave: { [weak self] isEnding in
            if isEnding { self?.stops[name, default: 0] += 1 }
            // Told at once: the program's new state is posted, and comes after earlier states of
            // others.
            self?.dependents.leave(name, isEnding: isEnding)
        }
        program.observe(for: self, own)
    }

    private func note(_ definition: ProgramDefinition) {
        dependents.note(
            definition.name,
            definition.policy.end.dependents,
            requires: definition.requires
        )
    }

    /// Has the programs that depend on a program follow its change.
    private func changed(_ status: ProgramStatus) {
        guard !isClosed, !dependents.isIdle else { return }
        for action in dependents.changed(status.name, status.state.kind) {
            guard let program = programs[action.name], !program.isAwaited,
                !held.contains(action.name)
            else {
                // The operation of that program, or a reload, decides.
                dependents.leave(action.name)
                continue
            }
            program.follow(action)
        }
    }

    /// Takes over programs that go on, from an earlier generation, which still learns of them.
    package func adopt(_ names: some Sequence<String>, from earlier: Programs) {
        earlier.heir = self
        for name in names {
            guard let program = earlier.programs[name] else { continue }
            let isNew = programs[name] == nil
            programs[name] = program
            note(program.definition)
            observe(program)
            let status = program.status
            observer.tell(status)
            // The program is in this set already.
            guard isNew else { continue }
            dependents.adopt(name, from: earlier.dependents, status.state.kind)
            // The earlier set may not have heard of the last change yet.
            Loop.post { self.changed(status) }
        }
    }

    /// Holds a program that a reload ends, and may start again: operators cannot start or end it
    /// meanwhile.
    ///
    /// - Returns: Whether it was about to be started, or waited for another one to be ready.
    package func hold(_ name: String) -> Bool {
        held.insert(name)
        stops[name, default: 0] += 1
        defer { dependents.leave(name) }
        return dependents.isDue(name)
    }

    /// Ends every hold: the reload is over.
    package func releaseHeld() { held = [] }

    /// Learns nothing any more of programs that another generation has.
    package func release(_ names: some Sequence<String>) {
        for name in names { programs[name]?.observe(for: self, nil) }
    }

    /// Tells nothing any more: the launch that was told has ended, and the observer would hold it
    /// for ever.
    package func retire() {
        // A thread may still look at what an operator's request would start.
        isClosed = true
        for program in programs.values { program.observe(for: self, nil) }
        observer = Program.Observer(tell: { _ in }, end: { _ in })
    }

    /// Starts no program again after its end, and none for an operator: all processes are being ended.
    ///
    /// Call it once no operation can start a program any more.
    package func close() {
        isClosed = true
        for program in programs.values { program.handle(.startNoMore) }
    }

    /// Starts a program for its operation; suspends until it is ready.
    ///
    /// Cancelling the task ends its processes; this returns only once they are gone.
    ///
    /// - Parameters:
    ///   - definition: What to run.
    ///   - isRestored: The program comes back as it was: with what its environment files had at its
    ///     last start.
    ///   - executed: Called when its process runs.
    ///   - extendTimeout: Called when it asks for more time.
    /// - Throws: Why it is not running.
    package func start(
        _ definition: ProgramDefinition,
        isRestored: Bool = false,
        executed: @escaping @Sendable () -> Void = {},
        extendTimeout: @escaping @Sendable (Duration) -> Void
    ) async throws(ProgramFailure) {
        let (name, attempt) = (definition.name, Program.Attempt())
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else {
                    return continuation.resume(returning: ProgramMachine.Outcome.stopped())
                }
                // Without an interruption: an operator who finds the program finds that it is
                // starting.
                let program = program(definition)
                note(definition)
                dependents.leave(name)
                let terms = Program.Terms(executed: executed, extendTimeout: extendTimeout)
                program.start(attempt, definition, isRestored: isRestored, terms) {
                    continuation.resume(returning: $0)
                }
            }
        } onCancel: {
            Loop.post { [self] in programs[name]?.cancel(attempt) }
        }
        switch outcome {
        case .running: return
        case .stopped:
            throw .cancelled(lack: programs[name]?.lack, lastLine: programs[name]?.lastLine)
        case .ended(let reason, let number): throw .ended(reason, number)
        }
    }

    /// Ends a program with all its processes; suspends until they are gone.
    ///
    /// Nothing happens if there is none of that name.
    ///
    /// - Returns: Why its operation's `stop` failed; `nil` if it did not, or was not run.
    package func stop(_ name: String) async -> String? {
        guard let program = programs[name] else { return nil }
        program.leave(isEnding: true)
        let outcome = await withCheckedContinuation { continuation in
            program.ask(.stop) { continuation.resume(returning: $0) }
        }
        guard case .stopped(let stopFailure) = outcome else { return nil }
        return stopFailure
    }

    /// Sends a signal to the main process of a program.
    ///
    /// - Returns: `false` if it has none.
    package func signal(_ name: String, _ number: Int32) -> Bool {
        programs[name]?.signal(number) ?? false
    }

    /// The status of a program; `nil` if no operation has started one of that name.
    package func status(_ name: String) -> ProgramStatus? { programs[name]?.status }

    /// The use of each program that is counted on its own, by name.
    package var uses: [String: ResourceUse] { programs.compactMapValues(\.use) }

    /// Writes other limits for a program that runs, and for its later starts.
    package func limit(_ name: String, to limits: [GroupResource: UInt64]) {
        programs[name]?.limit(to: limits)
    }

    /// Changes the times of a program, also of one that runs.
    package func change(_ name: String, to times: ProgramTimes) {
        programs[name]?.change(to: times)
    }

    /// Changes what the end of a program means, also of one that runs.
    package func change(_ name: String, to end: ProgramEnd) {
        guard let program = programs[name] else { return }
        program.change(to: end)
        note(program.definition)
    }

    /// Changes the programs that a program requires.
    package func require(_ programs: Set<String>, for name: String) {
        guard let program = self.programs[name] else { return }
        program.require(programs)
        note(program.definition)
    }

    /// Has a program that is taken over watched and ended in another way, once this generation is in service.
    package func renew(_ renewal: ProgramRenewal) {
        guard isInService else { return renewals.append(renewal) }
        guard let program = programs[renewal.definition.name] else { return }
        program.renew(renewal)
        note(program.definition)
    }

    /// Carries out the changes that wait: the generation has come into service after another one.
    package func comeIntoService() {
        isInService = true
        for renewal in renewals { renew(renewal) }
        renewals = []
    }

    /// Carries out what an operator asks for.
    ///
    /// A start or a restart that would fail is refused, as far as that is seen before anything is ended; a
    /// thread of its own looks.
    ///
    /// - Parameters:
    ///   - request: What to do.
    ///   - name: The program.
    ///   - uid: The operator's user; `nil` if it is not known.
    ///   - completion: Called once the program runs, or has ended, in the same pass of the loop:
    ///     with its status then.
    package func carryOut(
        _ request: Request,
        _ name: String,
        by uid: UInt32? = nil,
        completion: @escaping @Loop (Result<ProgramStatus, Refusal>) -> Void
    ) {
        if let refusal = refusal(for: name) { return completion(.failure(refusal)) }
        let commands = commands(of: request, name)
        let words = request == .restart ? "is not restarted" : "is not started"
        guard !commands.isEmpty else {
            return carryOutNow(request, name, by: uid, completion: completion)
        }
        let before = stops[name]
        do throws(Thread.Refusal) {
            try Thread("slipway-start", blocking: .full) {
                let obstacle = Self.obstacle(to: commands, name)
                Loop.post { [self] in
                    if let obstacle {
                        return completion(.failure(.ended("\(words): \(obstacle)")))
                    }
                    guard stops[name] == before else {
                        return completion(.failure(.ended("\(words): it was stopped meanwhile")))
                    }
                    carryOutNow(request, name, by: uid, completion: completion)
                }
            }
        } catch {
            completion(.failure(.ended("\(words): \(error)")))
        }
    }

    private func carryOutNow(
        _ request: Request,
        _ name: String,
        by uid: UInt32?,
        completion: @escaping @Loop (Result<ProgramStatus, Refusal>) -> Void
    ) {
        // Another generation has come into service meanwhile.
        if let heir, heir.isInService {
            return heir.carryOutNow(request, name, by: uid, completion: completion)
        }
        if let refusal = refusal(for: name) { return completion(.failure(refusal)) }
        guard let program = programs[name] else { return }
        program.leave(isEnding: request == .stop)
        program.ask(.requested(request, by: uid)) { outcome in
            completion(request.result(outcome.unnumbered, program.status))
        }
    }

    private func refusal(for name: String) -> Refusal? {
        guard let program = programs[name] else { return .unknown(known: programs.keys.sorted()) }
        guard !program.isAwaited, !held.contains(name) else { return .starting }
        return isClosed ? .ended("is no longer started or stopped: its service ends") : nil
    }

    /// The commands that a request starts: that of the program, and of those that are started with it.
    private func commands(
        of request: Request,
        _ name: String
    ) -> [(name: String, command: ChildCommand)] {
        // A program that runs is not started again.
        let names: [String] =
            switch request {
            case .stop: []
            case .start: programs[name]?.tree == nil ? [name] : []
            case .restart: [name] + dependents.followers(of: name)
            }
        return names.compactMap { name in programs[name].map { (name, $0.command) } }
    }

    /// Why one of these commands would fail; `name` is the program that is asked for.
    private nonisolated static func obstacle(
        to commands: [(name: String, command: ChildCommand)],
        _ name: String
    ) -> String? {
        for (other, command) in commands {
            guard let obstacle = command.obstacle else { continue }
            return other == name
                ? obstacle : "'\(other)', which is started again with it: \(obstacle)"
        }
        return nil
    }

    /// Finds out what the programs that have processes use: by the counts of their control groups,
    /// and for others by /proc.
    ///
    /// - Returns: The use by the programs' names; only what is counted if /proc cannot be read.
    package func findUses() async -> [String: ResourceUse] {
        let counted = uses
        let found = await UseReader.shared.read(programs.compactMapValues(\.tree))
        return found.merging(counted) { found, counted in
            ResourceUse(
                memory: counted.memory ?? found.memory,
                processorTime: counted.processorTime ?? found.processorTime,
                processes: found.processes,
                tasks: counted.tasks,
                memoryWait: counted.memoryWait
            )
        }
    }

    private func program(_ definition: ProgramDefinition) -> Program {
        if let program = programs[definition.name] { return program }
        let program = Program(definition, log: log, folder: folder)
        observe(program)
        programs[definition.name] = program
        return program
    }
}

extension ProgramMachine.Outcome {
    /// The outcome without its system error.
    fileprivate var unnumbered: Supervisor.Outcome {
        switch self {
        case .running: .running
        case .stopped(let failure): .stopped(failure: failure)
        case .ended(let reason, _): .ended(reason)
        }
    }
}
