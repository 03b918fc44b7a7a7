internal import Slipway
internal import SlipwayBodies
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayProcess
internal import SlipwaySystemd
internal import SlipwayVarlink

/// Brings one generation of a service after another into service.
///
/// A new generation runs beside the one that is in service until it is ready. Then it takes its
/// place, and the old one ends once its last action has. If it is wrong or fails, the old one stays
/// in service.
@Loop
final class Reloader {
    typealias Completion = @Sendable (Result<ReloadReply, LaunchRefusal>) -> Void

    private let service: ConfiguredService
    /// The generation in service.
    private var current: Generation
    private let programs: CurrentPrograms
    /// The one that is to take its place.
    private var next: Generation?
    /// The end of those that it has taken the place of, one after the other.
    private var retirement: Task<Void, Never>?
    /// Those whose launch has not ended.
    private var running: [Generation] = []
    /// Called once a launch has ended.
    private var waiting: [ObjectIdentifier: CheckedContinuation<Void, Never>] = [:]
    /// A reload runs; those who asked since then wait for the next one.
    private var isReloading = false
    private var asked: [Completion] = []
    /// What those are told who have asked.
    private let progress = ReloadProgress()
    private var stopReason: String?
    private let passStatus: @Sendable (Int32) -> Void
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
    }

    /// The launch of a generation has ended.
    func ended(_ generation: Generation, _ result: Result<Void, LaunchError>) {
        running.removeAll { $0 === generation }
        service.hosted.forget(generation.hosted)
        waiting.removeValue(forKey: ObjectIdentifier(generation))?.resume()
        if generation === current {
            self.result = result
            stopOthers(reason: "the service ends")
        }
        if running.isEmpty, let result = self.result { onEnd(result) }
    }

    private var result: Result<Void, LaunchError>?

    /// The service is asked to stop.
    func stop(reason: String) {
        stopReason = reason
        current.launch.stop(reason: reason)
        stopOthers(reason: reason)
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

    /// The grace of a stop is over.
    func endGrace() {
        for generation in running { generation.launch.endGrace() }
    }

    /// Reloads, or finds out what a reload would do; a reload that is asked for while one runs
    /// comes after it.
    func reload(
        isDryRun: Bool,
        onProgress: ReloadProgress.Listener? = nil,
        completion: @escaping Completion
    ) {
        if let reason = refusal {
            if !isDryRun { service.log.say(.notice, "\(reason)") }
            return completion(.failure(reason))
        }
        if isDryRun {
            return run { reloader in await reloader.rehearse(completion) }
        }
        progress.add(onProgress)
        guard !isReloading else { return asked.append(completion) }
        isReloading = true
        run { reloader in await reloader.reload([completion]) }
    }

    /// Why no generation can follow now.
    private var refusal: LaunchRefusal? {
        switch current.launch.report.phase {
        case .ready: stopReason == nil ? nil : .shuttingDown
        case .starting:
            .cannotReload("the service is not ready yet; wait until it is", faults: [])
        case .stopping, .stopped, .failed: .shuttingDown
        }
    }

    private func run(_ body: @escaping @Loop @Sendable (Reloader) async -> Void) {
        // It ends by itself: each launch ends within its deadline and graces.
        Task { [self] in await body(self) }
    }

    private func rehearse(_ completion: @escaping Completion) async {
        switch await service.load(after: current) {
        case .success(let loaded): completion(.success(reply(loaded.plan, current.number)))
        case .failure(let fault): completion(.failure(fault.refusal))
        }
    }

    private func reload(_ completions: [Completion]) async {
        let result = await replace()
        progress.end(isLast: self.asked.isEmpty)
        for completion in completions { completion(result) }
        let asked = self.asked
        self.asked = []
        isReloading = false
        guard !asked.isEmpty else { return }
        if let reason = refusal {
            progress.end(isLast: true)
            for completion in asked { completion(.failure(reason)) }
            return
        }
        isReloading = true
        run { reloader in await reloader.reload(asked) }
    }

    /// Reads the configuration, makes a new generation of it, and brings that into service.
    private func replace() async -> Result<ReloadReply, LaunchRefusal> {
        let old = current
        let began = Instant.now
        old.hosted.systemd.beginReload()
        switch await service.load(after: old) {
        case .success(let loaded):
            if let error = await service.openProbes(of: loaded.configured) {
                return failed("\(error)", .cannotReload("\(error)", faults: []))
            }
            let result = await replace(old, with: loaded, since: began)
            // Nothing is left to give up where it has come into service.
            service.hosted.probes.giveUpNext()
            return result
        case .failure(let fault): return failed(fault.summary, fault.refusal)
        }
    }

    private func replace(
        _ old: Generation,
        with loaded: LoadedGeneration,
        since began: Instant
    ) async -> Result<ReloadReply, LaunchRefusal> {
        let limit = loaded.configured.configuration.deadline
        if let held = await loaded.predecessor.clearQueues(within: limit) {
            await loaded.predecessor.forgetUndone()
            let reason = "\(held) was still in use after \(limit.timespan)"
            return failed(reason, .cannotReload(reason, faults: []))
        }
        if stopReason != nil { return .failure(.shuttingDown) }
        // Its time, and so its deadline, begins here.
        let generation = service.prepare(loaded, number: old.number + 1)
        do throws(LaunchError) {
            try start(generation, after: old, loaded.plan)
        } catch {
            running.removeAll { $0 === generation }
            next = nil
            service.hosted.forget(generation.hosted)
            await loaded.predecessor.forgetUndone()
            return failed("\(error)", .cannotReload("\(error)", faults: []))
        }
        let phase = await generation.launch.waitUntilReady()
        next = nil
        // An old one that is ending takes the service with it.
        guard case .ready = phase, stopReason == nil,
            old.launch.supersede(handingOn: Array(loaded.plan.adopted.keys))
        else { return await giveUp(generation, loaded) }
        await bring(generation, loaded, after: old)
        service.log.say(
            .notice,
            "generation \(generation.number) is in service, after "
                + "\(began.duration(to: .now).timespan): \(loaded.plan.summary)"
        )
        return .success(reply(loaded.plan, generation.number))
    }

    private func start(
        _ generation: Generation,
        after old: Generation,
        _ plan: ReloadPlan
    ) throws(LaunchError) {
        running.append(generation)
        next = generation
        generation.followPrograms { [self] status in
            // Only the service's own end has a status.
            Loop.post { if generation === self.current { self.passStatus(status) } }
        }
        // Known before it is ready, which it may be at once: a program that is away degrades it.
        for name in plan.adopted.keys.sorted() {
            if let status = old.programs.status(name) { generation.launch.note(status) }
        }
        try generation.launch.start(reportingTo: generation.hosted.reporters) { result in
            Loop.post { [self] in ended(generation, result) }
        }
        generation.programs.adopt(plan.adopted.keys, from: old.programs)
        progress.begin(generation, after: old.number)
    }

    /// A generation that is ready takes the place of the one in service.
    private func bring(
        _ generation: Generation,
        _ loaded: LoadedGeneration,
        after old: Generation
    ) async {
        let adopted = Array(loaded.plan.adopted.keys)
        generation.configured.undoings.follow(old.configured.undoings, for: adopted)
        old.configured.undoings.move(adopted, to: generation.configured.undoings)
        old.programs.release(adopted)
        loaded.predecessor.passPauses(to: generation.launch)
        current = generation
        programs.programs = generation.programs
        service.hosted.replace(old.hosted, with: generation.hosted)
        service.hosted.probes.settle(on: generation.configured.probeAddress)
        loaded.predecessor.liftPauses()
        loaded.plan.apply(to: generation, service.log)
        await loaded.predecessor.forgetUndone()
        service.lookAround(generation.configuration, of: generation.number)
        service.prepareControlGroups(for: generation.configuration)
        let before = retirement
        retirement = Task { [self] in
            await before?.value
            await retire(old, loaded.predecessor, adopted, for: generation)
            loaded.predecessor.letGo()
        }
    }

    /// Ends a generation once its actions have ended, and the operations that another one waits
    /// for.
    private func retire(
        _ generation: Generation,
        _ predecessor: Predecessor,
        _ adopted: [String],
        for next: Generation
    ) async {
        await generation.launch.waitUntilHandedOver()
        // The next generation may ask for one of them long after this one is gone: once a lock is
        // free.
        for name in adopted { await predecessor.learnEnd(of: name) }
        // What a step of the background stage has done meanwhile goes over, too.
        generation.configured.undoings.move(adopted, to: next.configured.undoings)
        next.configured.undoings.follow(nil, for: [])
        next.programs.adopt(adopted, from: generation.programs)
        generation.programs.release(adopted)
        generation.launch.stop(reason: "generation \(next.number) has taken its place")
        await end(of: generation)
    }

    /// The old generation stays in service.
    private func giveUp(
        _ generation: Generation,
        _ loaded: LoadedGeneration
    ) async -> Result<ReloadReply, LaunchRefusal> {
        generation.hosted.systemd.retire()
        generation.launch.stop(reason: stopReason ?? "the reload failed")
        await end(of: generation)
        generation.programs.release(loaded.plan.adopted.keys)
        guard stopReason == nil, case .ready = current.launch.report.phase else {
            return .failure(.shuttingDown)
        }
        let cause = generation.launch.report.rootCauses.first
        let reason = cause?.line ?? "the new generation has ended before it was ready"
        do throws(Undoings.NotRestored) {
            try await loaded.predecessor.restore()
        } catch {
            return notRestored(error, after: reason)
        }
        return failed(
            cause?.lineWithoutOutput ?? reason,
            .cannotReload(reason.cut(to: TextLimit.message), faults: [])
        )
    }

    /// The old generation cannot go on as it was: the service ends, and its manager starts it anew.
    private func notRestored(
        _ error: Undoings.NotRestored,
        after reason: String
    ) -> Result<ReloadReply, LaunchRefusal> {
        let words = "it could not be done again after a reload that failed: \(error.reason)"
        service.log.say(
            .error,
            "the reload failed: \(reason); '\(error.operation)' was undone for it, and \(words)"
        )
        current.launch.fail(Failure(words), of: error.operation)
        return .failure(.cannotReload(reason.cut(to: TextLimit.message), faults: []))
    }

    private func end(of generation: Generation) async {
        guard running.contains(where: { $0 === generation }) else { return }
        await withCheckedContinuation { waiting[ObjectIdentifier(generation)] = $0 }
    }

    private func failed(
        _ reason: String,
        _ refusal: LaunchRefusal
    ) -> Result<ReloadReply, LaunchRefusal> {
        current.hosted.systemd.endReload(failure: reason)
        service.log.say(
            .error,
            "the reload failed, and generation \(current.number) stays in service: \(reason)"
        )
        return .failure(refusal)
    }

    private func reply(_ plan: ReloadPlan, _ number: Int) -> ReloadReply {
        ReloadReply(
            generation: number,
            operations: plan.steps.map { step in
                ReloadStep(
                    name: step.name,
                    fate: step.fate.told,
                    reason: step.reason.cut(to: TextLimit.message)
                )
            },
            notes: plan.notes
        )
    }
}
