internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayLoop
internal import SlipwayOperations
internal import Synchronization

/// A generation that is in service, as far as the next one takes something over from it or has something
/// of it undone.
final class Predecessor: Inheritance {
    let plan: ReloadPlan
    private let ends: [String: AdoptedEnd]
    private let replaced: Set<String>
    /// The generation, with what makes room in it; `nil` once it has ended: what was taken over is
    /// known by then.
    private let there: Mutex<(generation: Generation, rooms: RoomMaking)?>
    private let known = Mutex<[String: (Outcome, ConfiguredValue?)]>([:])
    /// The operations whose run was ended there, since a later generation is to do them otherwise.
    private let endedRuns = Mutex<Set<String>>([])

    /// The operations that were cancelled there, since they were cancelled in the generation that
    /// took them over.
    private let cancelled = Mutex<Set<String>>([])

    init(_ generation: Generation, _ plan: ReloadPlan) {
        self.plan = plan
        ends = plan.adopted
        replaced = Set(plan.steps.filter { $0.fate == .replaced }.map(\.name))
        there = Mutex((generation, RoomMaking(generation, plan)))
    }

    private var rooms: RoomMaking? { there.withLock { $0?.rooms } }

    /// The end of an operation that was taken over; `nil` if its run was ended there, with whatever
    /// outcome: then the next generation runs it itself, if it is to run again.
    func adopted(_ operation: String) -> AdoptedEnd? {
        endedRuns.withLock { $0.contains(operation) } ? nil : ends[operation]
    }

    func changedKeys(of operation: String) -> Set<String> { plan.changes[operation] ?? [] }

    func end(of operation: String) async throws -> (Outcome, ConfiguredValue?) {
        if let end = known.withLock({ $0[operation] }) { return end }
        guard let launch = there.withLock({ $0?.generation.launch }) else {
            throw CancellationError()
        }
        var end = await launch.result(of: operation, as: ConfiguredValue.self)
        if end == nil, cancelled.withLock({ $0.contains(operation) }) {
            // The operation is cancelled there, too: its end is waited for, as if it ran here.
            end = await Task { await launch.result(of: operation, as: ConfiguredValue.self) }.value
        }
        guard let end else { throw CancellationError() }
        known.withLock { $0[operation] = end }
        return end
    }

    /// Cancels an operation that was taken over, where it runs.
    func cancel(_ operation: String, reason: String) {
        guard ends[operation] != nil, let generation = there.withLock({ $0?.generation }) else {
            return
        }
        generation.predecessor?.cancel(operation, reason: reason)
        cancelled.withLock { _ = $0.insert(operation) }
        generation.launch.cancel(operation, reason: reason)
    }

    /// Ends the run of an operation that was taken over and has not ended, where it runs: the generation after this
    /// one wants nothing more of it, or has put it back.
    ///
    /// - Returns: Whether the operation ran. It may have succeeded all the same, as it was to end.
    func endRun(of operation: String) async -> Bool {
        guard ends[operation] != nil, let generation = there.withLock({ $0?.generation }) else {
            return false
        }
        let ranEarlier = await generation.predecessor?.endRun(of: operation) ?? false
        let reason = "a later generation runs the operation itself, or does not need it"
        let ran = generation.launch.cancel(operation, reason: reason) || ranEarlier
        if ran { endedRuns.withLock { _ = $0.insert(operation) } }
        await learnEnd(of: operation)
        return ran
    }

    /// Waits until an operation has ended, and remembers how, beyond the generation's own end.
    func learnEnd(of operation: String) async { _ = try? await end(of: operation) }

    func needsRoom(_ operation: String) -> Bool { replaced.contains(operation) }

    func makeRoom(for operation: String) async throws { try await rooms?.undo(operation) }

    /// Lets nothing begin any more in the queues that the next generation needs for itself, and waits until
    /// what runs there has ended.
    ///
    /// - Returns: What has not ended in time; `nil` if all has.
    @Loop
    func clearQueues(within limit: Duration) async -> String? {
        await rooms?.clearQueues(within: limit)
    }

    /// Keeps paused, in the generation that follows, what an operator has paused.
    @Loop
    func passPauses(to launch: Launch) { rooms?.passPauses(to: launch) }

    /// Lets go on in this generation, which has handed its launch actions over, what an operator has paused.
    @Loop
    func liftPauses() { rooms?.liftPauses() }

    /// Does again what was undone, and lets the generation go on.
    @Loop
    func restore() async throws(Undoings.NotRestored) {
        guard let (generation, rooms) = there.withLock({ $0 }) else { return }
        defer { rooms.letGoOn() }
        await rooms.close()
        // A program is done again with the rules of its first start, which may have changed since.
        try await generation.configured.undoings.restore { name in
            Loop.run { generation.giveRules(to: name) }
        }
    }

    /// Leaves undone what was undone; what the generation still runs goes on.
    @Loop
    func forgetUndone() async {
        guard let (generation, rooms) = there.withLock({ $0 }) else { return }
        await rooms.close()
        generation.configured.undoings.forgetUndone()
        rooms.letGoOn()
    }

    /// Lets go of the generation, which has ended.
    func letGo() { there.withLock { $0 = nil } }
}
