internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayProcess
internal import SlipwaySystemd

/// Brings one generation of a service after another into service.
///
/// A new generation runs beside the one in service until it is ready. Then it comes into service,
/// and the old one ends once its last action has. If the new one is wrong or fails, the old one
/// stays in service.
@Loop
final class Reloader {
    let service: ConfiguredService
    /// The generation in service.
    var current: Generation
    let programs: CurrentPrograms
    /// The generation that is to come into service next.
    var next: Generation?
    /// The work of passing on what the earlier ones still had, one after the other.
    var retirement: Task<Void, Never>?
    /// The generations whose launch has not ended.
    var running: [Generation] = []
    /// The generations whose launch has ended since the service is to end; some of their programs
    /// may run.
    private var left: [Generation] = []
    /// Called once a launch has ended.
    var waiting: [ObjectIdentifier: CheckedContinuation<Void, Never>] = [:]
    /// A reload runs; those who asked since then wait for the next one.
    private var isReloading = false
    private var asked: [CheckedContinuation<Result<ReloadReply, LaunchRefusal>, Never>] = []
    /// The progress that is told to those who have asked.
    let progress = ReloadProgress()
    let look: ConfigurationLook
    var stopReason: String?
    /// The end of the generation in service, once it has ended.
    private var result: Result<Void, LaunchError>?
    let passStatus: @Sendable (Int32) -> Void
    private let onEnd: @Sendable (Result<Void, LaunchError>) -> Void

    /// Begins with the first generation.
    ///
    /// - Parameters:
    ///   - service: What all generations have in common.
    ///   - first: The first one, which is not started here.
    ///   - programs: Is told which programs operators mean.
    ///   - passStatus: Gets the status with which the service is to exit, if a program says so.
    ///   - onEnd: Called with how the service ended, once no launch of it runs any more.
    nonisolated init(
        _ service: ConfiguredService,
        _ first: Generation,
        _ programs: CurrentPrograms,
        passStatus: @escaping @Sendable (Int32) -> Void,
        onEnd: @escaping @Sendable (Result<Void, LaunchError>) -> Void
    ) {
        self.service = service
        current = first
        self.programs = programs
        self.passStatus = passStatus
        self.onEnd = onEnd
        running = [first]
        look = ConfigurationLook(first, service.log)
    }

    /// Once the service is ready, its files are compared with those that it was made of: a reload that a manager was
    /// asked for meanwhile, as by `systemctl reload`, never came here.
    func followStart() {
        run { reloader in
            guard case .ready = await reloader.current.launch.waitUntilReady(),
                !reloader.isReloading
            else { return }
            reloader.look.look()
        }
    }

    /// The launch of a generation has ended.
    func ended(_ generation: Generation, _ result: Result<Void, LaunchError>) {
        running.removeAll { $0 === generation }
        generation.programs.retire()
        waiting.removeValue(forKey: ObjectIdentifier(generation))?.resume()
        if generation === current {
            self.result = result
            stopOthers(reason: "the service ends")
        } else if stopReason == nil {
            // As the service ends its senders are still answered, once their actions are stored.
            service.hosted.forget(generation.hosted)
        }
        if stopReason != nil { left.append(generation) }
        runningChanged()
        guard running.isEmpty, let result = self.result else { return }
        // The processes of these generations are ended with all others: no program starts again
        // after that.
        for generation in left { generation.programs.close() }
        onEnd(result)
    }

    /// The service is asked to stop.
    func stop(reason: String) {
        stopReason = reason
        // The next generation tells the manager nothing after the end of the one in service.
        next?.hosted.systemd.retire()
        current.launch.stop(reason: reason)
        stopOthers(reason: reason)
    }

    /// Another generation runs, or one less, or another one is in service.
    func runningChanged() {
        letFirstUndo()
        tellLongestEnd()
    }

    /// Lets the first of the generations that run undo what it did, when it ends: no earlier one is
    /// left that needs it.
    ///
    /// Earlier generations end before later ones, but the one in service is the last: the next one
    /// builds on what it takes over.
    private func letFirstUndo() {
        guard let first = running.first, first !== current || running.count == 1 else { return }
        first.launch.othersEnded()
    }

    /// Has a generation that comes into service end after the earlier ones, and undo nothing
    /// before.
    func endAfterEarlier(_ generation: Generation) {
        generation.launch.awaitOthers()
        runningChanged()
        run { reloader in
            await generation.launch.waitUntilEnding()
            if generation === reloader.current { reloader.stopOthers(reason: "the service ends") }
        }
    }

    /// Has the manager wait for the ends of the other generations, too, one after the other.
    private func tellLongestEnd() {
        let others = running.filter { $0 !== current }
        current.hosted.systemd.expect(
            others.reduce(.zero) { $0 + $1.launch.report.longestEnd }
        )
    }

    private func stopOthers(reason: String) {
        if stopReason == nil { stopReason = reason }
        next?.hosted.systemd.retire()
        for generation in running where generation !== current {
            generation.launch.stop(reason: reason)
        }
    }

    /// The grace of the configuration in service.
    nonisolated var grace: Duration { Loop.run { self.current.configuration.grace } }

    /// Ends the grace of a stop.
    func endGrace() {
        for generation in running { generation.launch.endGrace() }
    }

    /// Reloads, or finds out what a reload would do; a reload that is asked for while one runs, or while the service
    /// starts, comes after that.
    func reload(
        isDryRun: Bool,
        onProgress: ReloadProgress.Listener? = nil
    ) async throws(LaunchRefusal) -> ReloadReply {
        if let reason = refusal, isDryRun || !isStarting {
            if !isDryRun { service.log.say(.notice, "\(reason)") }
            throw reason
        }
        if isDryRun { return try await rehearse() }
        progress.add(onProgress)
        return try await withCheckedContinuation { caller in
            asked.append(caller)
            guard !isReloading else { return }
            isReloading = true
            run { reloader in
                if reloader.isStarting { await reloader.waitForStart() }
                await reloader.reloadAsked()
            }
        }.get()
    }

    /// The first generation starts, and no end is in sight.
    private var isStarting: Bool {
        current.launch.report.phase == .starting && stopReason == nil
    }

    /// Why no generation can follow now.
    var refusal: LaunchRefusal? {
        switch current.launch.report.phase {
        case .ready: stopReason == nil ? nil : .shuttingDown
        case .starting:
            .cannotReload("the service is not ready yet; wait until it is", faults: [])
        case .stopping, .stopped, .failed: .shuttingDown
        }
    }

    func run(_ body: @escaping @Loop @Sendable (Reloader) async -> Void) {
        // The task ends by itself, with the launches that it waits for.
        Task { [self] in await body(self) }
    }

    private func rehearse() async throws(LaunchRefusal) -> ReloadReply {
        if let crowd { throw .cannotReload(crowd, faults: []) }
        let changes = await look.changes()
        switch await service.load(after: current) {
        case .success(let loaded):
            var reply = reply(loaded.plan, current.number)
            if !changes.isEmpty { reply.notes.insert(ChangedFilesWords.words(changes), at: 0) }
            return reply
        case .failure(let fault): throw fault.refusal
        }
    }

    /// Waits until the service is ready, or is not to be: those who ask for a reload are told how far it is.
    private func waitForStart() async {
        service.log.say(.notice, "the reload comes once the service is ready")
        progress.begin(current, after: current.number)
        _ = await current.launch.waitUntilReady()
        progress.end(isLast: false)
        guard let cause = current.launch.report.rootCauses.first else { return }
        answer(
            .failure(
                .launchFailed(operation: cause.operation, message: cause.failure.message)
            )
        )
    }

    /// Reloads once for all who have asked until now, and again for those who ask meanwhile.
    private func reloadAsked() async {
        while !asked.isEmpty {
            if let reason = refusal {
                answer(.failure(reason))
                break
            }
            let callers = asked
            asked = []
            let result = await replace()
            service.hosted.reloading.ended()
            progress.end(isLast: asked.isEmpty)
            look.look()
            for caller in callers { caller.resume(returning: result) }
        }
        isReloading = false
    }

    /// Answers all who wait for the next reload.
    private func answer(_ result: Result<ReloadReply, LaunchRefusal>) {
        progress.end(isLast: true)
        let callers = asked
        asked = []
        for caller in callers { caller.resume(returning: result) }
    }
}
