internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayOperations
internal import SlipwayProcess
internal import SlipwaySystemd

/// A new generation, from its files until it is in service.
extension Reloader {
    /// Reads the configuration, makes a new generation of it, and brings that into service.
    func replace() async -> Result<ReloadReply, LaunchRefusal> {
        let old = current
        let began = Instant.now
        old.hosted.systemd.beginReload()
        tell(.reading)
        if let crowd { return failed(crowd, .cannotReload(crowd, faults: [])) }
        switch await service.load(after: old) {
        case .success(let loaded):
            if let error = await service.openProbes(of: loaded.configured) {
                return failed("\(error)", .cannotReload("\(error)", faults: []))
            }
            let result = await replace(old, with: loaded, since: began)
            // If the generation has come into service, there is nothing left to give up.
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
        tellWait(for: loaded.plan)
        if let held = await loaded.predecessor.clearQueues(within: limit) {
            await loaded.predecessor.forgetUndone()
            let reason = "\(held) was still in use after \(limit.timespan)"
            return failed(reason, .cannotReload(reason, faults: []))
        }
        // The service may have begun to end meanwhile, by itself or not.
        if let refusal { return .failure(refusal) }
        // The new generation's time, and so its deadline, begins here.
        let generation = service.prepare(loaded, number: old.number + 1)
        do throws(LaunchError) {
            try start(generation, after: old, loaded.plan)
        } catch {
            running.removeAll { $0 === generation }
            next = nil
            runningChanged()
            service.hosted.forget(generation.hosted)
            generation.programs.retire()
            await loaded.predecessor.forgetUndone()
            return failed("\(error)", .cannotReload("\(error)", faults: []))
        }
        tell(.running(generation.launch))
        let phase = await waitUntilReady(generation, beside: old)
        next = nil
        let stopped = programStopped(of: old, loaded.plan)
        // An old generation that is ending takes the service with it; a new one may have begun to
        // end since.
        guard case .ready = phase, case .ready = generation.launch.report.phase, stopReason == nil,
            stopped == nil,
            old.launch.supersede(handingOn: Array(loaded.plan.adopted.keys))
        else { return await giveUp(generation, loaded, because: stopped) }
        tell(.takingOver)
        await bring(generation, loaded, after: old)
        service.log.say(
            .notice,
            "generation \(generation.number) is in service, after "
                + "\(began.duration(to: .now).timespan): \(loaded.plan.summary)"
        )
        return .success(reply(loaded.plan, generation.number))
    }

    /// A program that an operator has stopped since the plan was made, and that would run again, in words.
    private func programStopped(of old: Generation, _ plan: ReloadPlan) -> String? {
        for step in plan.steps where step.fate == .replaced || step.fate == .overlaps {
            if let stop = old.programs.status(step.name)?.stop {
                return "program '\(step.name)' was stopped \(stop.words) meanwhile"
            }
        }
        return nil
    }

    /// Waits until a generation is ready, or ends; it is stopped when the one in service begins to end.
    private func waitUntilReady(
        _ generation: Generation,
        beside old: Generation
    ) async -> Phase {
        async let _: Void = stop(generation, onEndOf: old)
        return await generation.launch.waitUntilReady()
    }

    private func stop(_ generation: Generation, onEndOf old: Generation) async {
        await old.launch.waitUntilEnding()
        guard !Task.isCancelled else { return }
        generation.hosted.systemd.retire()
        generation.launch.stop(reason: stopReason ?? "the service ends")
    }

    private func start(
        _ generation: Generation,
        after old: Generation,
        _ plan: ReloadPlan
    ) throws(LaunchError) {
        running.append(generation)
        next = generation
        old.launch.awaitOthers()
        runningChanged()
        generation.followPrograms { [self] status in
            // Only the generation in service has a say in the exit status.
            Loop.post { if generation === self.current { self.passStatus(status) } }
        }
        // Told before the launch is ready, which it may be at once: a program that is away degrades
        // it.
        for name in plan.adopted.keys.sorted() {
            if let status = old.programs.status(name) { generation.launch.note(status) }
        }
        try generation.launch.start(reportingTo: generation.hosted.reporters) { result in
            Loop.post { [self] in ended(generation, result) }
        }
        generation.programs.adopt(plan.adopted.keys, from: old.programs)
        progress.begin(generation, after: old.number)
    }

    /// Brings a generation that is ready into service, and lets the old one end.
    private func bring(
        _ generation: Generation,
        _ loaded: LoadedGeneration,
        after old: Generation
    ) async {
        let adopted = Array(loaded.plan.adopted.keys)
        generation.configured.undoings.follow(old.configured.undoings, for: adopted)
        old.configured.undoings.move(adopted, to: generation.configured.undoings)
        generation.launch.takeOver(adopted)
        old.programs.release(adopted)
        loaded.predecessor.passPauses(to: generation.launch)
        current = generation
        endAfterEarlier(generation)
        programs.programs = generation.programs
        look.follow(generation)
        service.authority.expect(generation.configuration, of: generation.number)
        await service.hosted.replace(old.hosted, with: generation.hosted)
        service.hosted.probes.settle(on: generation.configured.probeAddress)
        loaded.predecessor.liftPauses()
        loaded.plan.apply(to: generation, service.log)
        await loaded.predecessor.forgetUndone()
        service.lookAround(generation.configuration, of: generation.number)
        service.prepareControlGroups(for: generation.configuration)
        let before = retirement
        retirement = Task { [self] in
            // An earlier generation may run an operation that the old one took over, and the new
            // one does not.
            for (operation, _) in old.configuration.allOperations
            where operation.children == nil && loaded.plan.adopted[operation.name] == nil {
                await endEarlierRun(of: operation.name, for: old)
            }
            await before?.value
            await passOn(adopted, of: old, loaded.predecessor, to: generation)
            loaded.predecessor.letGo()
        }
        let passedOn = retirement
        Task { [self] in
            await passedOn?.value
            await retire(old, for: generation)
        }
    }
}
