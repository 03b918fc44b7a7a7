internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayOperations
internal import SlipwayProcess
internal import SlipwaySystemd
internal import SlipwayVarlink

/// The end of a generation: of the one before, or of a new one that is given up.
extension Reloader {
    /// Gives the next generation, once these operations have ended, all that it has taken over of them.
    func passOn(
        _ adopted: [String],
        of generation: Generation,
        _ predecessor: Predecessor,
        to next: Generation
    ) async {
        // The next generation may ask for one of them long after this one is gone: once a lock is
        // free.
        for name in adopted { await predecessor.learnEnd(of: name) }
        let undoings = generation.configured.undoings
        // An operation whose run was ended may have succeeded all the same: what undoes it is
        // handed over.
        let passed = adopted.filter { predecessor.adopted($0) != nil || undoings.has($0) }
        let adopted = adopted.filter { predecessor.adopted($0) != nil }
        // Programs that the background stage has started meanwhile are handed over, too.
        let late = adopted.filter { next.programs.status($0) == nil }
        undoings.move(passed, to: next.configured.undoings)
        next.configured.undoings.follow(nil, for: [])
        next.programs.adopt(adopted, from: generation.programs)
        predecessor.plan.change(Set(late), of: next)
        generation.programs.release(adopted)
    }

    /// Ends the run of an operation that a generation took over from the one before and does not
    /// pass on, and undoes it if it has succeeded all the same: no launch has it as its own.
    func endEarlierRun(of operation: String, for generation: Generation) async {
        guard await generation.predecessor?.endRun(of: operation) == true else { return }
        do {
            try await generation.configured.undoings.undo(
                operation,
                within: generation.configuration.grace
            )
        } catch {
            service.log.say(.warning, "'\(operation)' could not be undone: \(error)")
        }
    }

    /// Ends a generation, which has passed on all that another one waits for, once its actions have ended.
    ///
    /// Actions of an earlier generation may run on: that one then tells of them past this one.
    func retire(_ generation: Generation, for next: Generation) async {
        while await generation.launch.waitUntilOnlyPassesOn() {
            if running.contains(where: { $0.launch.tell(past: generation.launch) }) { break }
            // Something is being told this very moment.
            await Task.yield()
        }
        // By now no action of an earlier generation needs what this one undoes.
        generation.launch.othersEnded()
        generation.launch.stop(reason: "generation \(next.number) has taken its place")
    }

    /// Gives up a new generation: the old one stays in service.
    func giveUp(
        _ generation: Generation,
        _ loaded: LoadedGeneration,
        because obstacle: String?
    ) async -> Result<ReloadReply, LaunchRefusal> {
        generation.hosted.systemd.retire()
        tell(.undoing(generation.launch.report.rootCauses.first?.lineWithoutOutput))
        generation.launch.stop(reason: stopReason ?? "the reload failed")
        await end(of: generation)
        generation.programs.release(loaded.plan.adopted.keys)
        guard stopReason == nil, case .ready = current.launch.report.phase else {
            return .failure(.shuttingDown)
        }
        let cause = generation.launch.report.rootCauses.first
        let reason = cause?.line ?? obstacle ?? "the new generation has ended before it was ready"
        do throws(Undoings.NotRestored) {
            tell(.restoring)
            try await loaded.predecessor.restore()
        } catch {
            // A stop may have come between.
            if let refusal { return .failure(refusal) }
            return notRestored(error, after: reason)
        }
        if let refusal { return .failure(refusal) }
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

    func end(of generation: Generation) async {
        guard running.contains(where: { $0 === generation }) else { return }
        await withCheckedContinuation { waiting[ObjectIdentifier(generation)] = $0 }
    }
}
