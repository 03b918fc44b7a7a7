internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayOperations

/// A process of a service, with one generation after another: as the daemon's `Reloader`.
final class Process: @unchecked Sendable {  // One thread has all of it.
    let outside: Outside
    let table: ActionTable
    let clock = VirtualTime()
    var draw: Draw
    /// The generation in service; `nil` before the first.
    private(set) var current: Generation?
    /// Those whose launch has not ended.
    private(set) var running: [Generation] = []
    private(set) var isStopping = false
    private(set) var isReloading = false
    private var lastNumber = 0
    private var next: Generation?
    private var retirement: Task<Void, Never>?
    private var waiting: [ObjectIdentifier: CheckedContinuation<Void, Never>] = [:]

    init(_ outside: Outside, _ table: ActionTable, _ draw: Draw) {
        self.outside = outside
        self.table = table
        self.draw = draw
    }

    /// Starts the first generation.
    func start(_ service: RandomService) throws {
        let first = try make(service, after: nil)
        current = first
        running = [first]
        first.driver.start(until: .stopped)
        first.launch.restore(table.open(at: clock.now))
    }

    private func make(_ service: RandomService, after old: Generation?) throws -> Generation {
        lastNumber += 1
        return try Generation(lastNumber, service, after: old, in: self)
    }

    // MARK: The end

    func stop() {
        isStopping = true
        current?.launch.stop(reason: "asked to stop")
        stopOthers()
    }

    private func stopOthers() {
        isStopping = true
        for generation in running where generation !== current {
            generation.launch.stop(reason: "the service ends")
        }
    }

    /// Notes which launches have ended.
    func noteEnds() {
        for generation in running {
            switch generation.launch.standing.phase {
            case .starting, .ready, .stopping: continue
            case .stopped, .failed: ended(generation)
            }
        }
    }

    private func ended(_ generation: Generation) {
        outside.trace?("\(generation.number) has ended")
        running.removeAll { $0 === generation }
        waiting.removeValue(forKey: ObjectIdentifier(generation))?.resume()
        if generation === current { stopOthers() }
        letFirstUndo()
        generation.driver.close()
        // Each holds the other.
        table.launches[generation.launch.id] = nil
    }

    private func letFirstUndo() {
        guard let first = running.first, first !== current || running.count == 1 else { return }
        first.launch.othersEnded()
    }

    private func endAfterEarlier(_ generation: Generation) {
        generation.launch.awaitOthers()
        letFirstUndo()
        Task {
            await generation.launch.waitUntilEnding()
            if generation === current { stopOthers() }
        }
    }

    private func end(of generation: Generation) async {
        guard running.contains(where: { $0 === generation }) else { return }
        await withCheckedContinuation { waiting[ObjectIdentifier(generation)] = $0 }
    }

    // MARK: A reload

    /// Brings another configuration into service, if the generation in service is ready, and nothing else goes on.
    ///
    /// - Parameters:
    ///   - service: The configuration.
    ///   - failing: The operation whose body fails; `nil` for none.
    func reload(to service: RandomService, failing: String?) {
        guard let old = current, old.isReady, !isStopping, !isReloading
        else {
            return
        }
        isReloading = true
        Task {
            await reload(from: old, to: service, failing)
            isReloading = false
        }
    }

    private func reload(from old: Generation, to service: RandomService, _ failing: String?) async {
        guard let generation = try? make(service, after: old),
            let predecessor = generation.predecessor
        else { return outside.complain("the configuration is wrong") }
        outside.trace?("reload to \(generation.number): \(predecessor.plan.steps)")
        outside.spare(predecessor.plan.adopted.keys, as: service)
        await predecessor.clearQueues()
        guard !isStopping, old.isReady else { return }
        generation.runner.failing = failing
        running.append(generation)
        next = generation
        old.launch.awaitOthers()
        generation.driver.start(until: .stopped)
        let phase = await waitUntilReady(generation, beside: old)
        next = nil
        guard case .ready = phase, generation.isReady, !isStopping,
            old.launch.supersede(handingOn: Array(predecessor.plan.adopted.keys))
        else { return await giveUp(generation, predecessor, for: old) }
        // Without a wait before the actions begin to go over, as on the loop.
        let adopted = Array(predecessor.plan.adopted.keys)
        outside.endSparing(isTakenOver: true)
        generation.configured.undoings.follow(old.configured.undoings, for: adopted)
        old.configured.undoings.move(adopted, to: generation.configured.undoings)
        generation.launch.takeOver(adopted)
        current = generation
        generation.runner.failing = nil
        endAfterEarlier(generation)
        await old.launch.handOver(to: generation.launch)
        await predecessor.forgetUndone()
        outside.trace?("\(generation.number) is in service")
        retire(old, adopted, predecessor, for: generation)
    }

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
        generation.launch.stop(reason: "the service ends")
    }

    private func giveUp(
        _ generation: Generation,
        _ predecessor: Predecessor,
        for old: Generation
    ) async {
        outside.trace?("\(generation.number) is given up")
        generation.launch.stop(reason: "the reload failed")
        await end(of: generation)
        defer { outside.endSparing(isTakenOver: false) }
        guard !isStopping, old.isReady else { return }
        outside.isRestoring = true
        defer { outside.isRestoring = false }
        do throws(Undoings.NotRestored) {
            try await predecessor.restore()
        } catch {
            guard !isStopping, old.isReady else { return }
            outside.complain("\(error.operation) is not restored: \(error.reason)")
        }
    }

    private func retire(
        _ old: Generation,
        _ adopted: [String],
        _ predecessor: Predecessor,
        for generation: Generation
    ) {
        let before = retirement
        retirement = Task {
            for (operation, _) in old.configuration.allOperations
            where operation.children == nil && predecessor.plan.adopted[operation.name] == nil {
                await endEarlierRun(of: operation.name, for: old)
            }
            await before?.value
            await passOn(adopted, of: old, predecessor, to: generation)
            predecessor.letGo()
        }
        let passedOn = retirement
        Task {
            await passedOn?.value
            await retire(old)
        }
    }

    private func passOn(
        _ adopted: [String],
        of generation: Generation,
        _ predecessor: Predecessor,
        to next: Generation
    ) async {
        for name in adopted { await predecessor.learnEnd(of: name) }
        let undoings = generation.configured.undoings
        let passed = adopted.filter { predecessor.adopted($0) != nil || undoings.has($0) }
        undoings.move(passed, to: next.configured.undoings)
        next.configured.undoings.follow(nil, for: [])
    }

    private func endEarlierRun(of operation: String, for generation: Generation) async {
        guard await generation.predecessor?.endRun(of: operation) == true else { return }
        try? await generation.configured.undoings.undo(
            operation,
            within: generation.configuration.grace
        )
    }

    private func retire(_ generation: Generation) async {
        while await generation.launch.waitUntilOnlyPassesOn() {
            if running.contains(where: { $0.launch.tell(past: generation.launch) }) { break }
            await Task.yield()
        }
        generation.launch.othersEnded()
        generation.launch.stop(reason: "another generation has taken its place")
    }
}
