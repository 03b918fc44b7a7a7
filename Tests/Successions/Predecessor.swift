internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayOperations

/// A generation that is in service, as far as the next one takes something over from it: as the daemon's of the same
/// name.
final class Predecessor: Inheritance, @unchecked Sendable {  // One thread has all of it.
    let plan: ReloadPlan
    private let ends: [String: AdoptedEnd]
    private let replaced: Set<String>
    private var there: (generation: Generation, rooms: Rooms)?
    private var known: [String: (Outcome, ConfiguredValue?)] = [:]
    private var endedRuns: Set<String> = []
    private var cancelled: Set<String> = []

    init(_ generation: Generation, _ plan: ReloadPlan) {
        self.plan = plan
        ends = plan.adopted
        replaced = Set(plan.steps.filter { $0.fate == .replaced }.map(\.name))
        there = (generation, Rooms(generation, plan))
    }

    func adopted(_ operation: String) -> AdoptedEnd? {
        endedRuns.contains(operation) ? nil : ends[operation]
    }

    func changedKeys(of operation: String) -> Set<String> { plan.changes[operation] ?? [] }

    func end(of operation: String) async throws -> (Outcome, ConfiguredValue?) {
        if let end = known[operation] { return end }
        guard let launch = there?.generation.launch else { throw CancellationError() }
        var end = await launch.result(of: operation, as: ConfiguredValue.self)
        if end == nil, cancelled.contains(operation) {
            end = await Task { await launch.result(of: operation, as: ConfiguredValue.self) }.value
        }
        guard let end else { throw CancellationError() }
        known[operation] = end
        return end
    }

    func endRun(of operation: String) async -> Bool {
        guard ends[operation] != nil, let generation = there?.generation else { return false }
        let ranEarlier = await generation.predecessor?.endRun(of: operation) ?? false
        let reason = "a later generation runs the operation itself, or does not need it"
        let ran = generation.launch.cancel(operation, reason: reason) || ranEarlier
        if ran { endedRuns.insert(operation) }
        await learnEnd(of: operation)
        return ran
    }

    func learnEnd(of operation: String) async { _ = try? await end(of: operation) }

    func needsRoom(_ operation: String) -> Bool { replaced.contains(operation) }

    func makeRoom(for operation: String) async throws { try await there?.rooms.undo(operation) }

    func clearQueues() async { await there?.rooms.clearQueues() }

    func restore() async throws(Undoings.NotRestored) {
        guard let (generation, rooms) = there else { return }
        defer { rooms.letGoOn() }
        await rooms.close()
        try await generation.configured.undoings.restore()
    }

    func forgetUndone() async {
        guard let (generation, rooms) = there else { return }
        await rooms.close()
        generation.configured.undoings.forgetUndone()
        rooms.letGoOn()
    }

    func letGo() { there = nil }
}
