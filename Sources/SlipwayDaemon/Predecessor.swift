internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayLoop

/// A generation that is in service, as far as the next one takes something over from it or has something
/// of it undone.
final class Predecessor: Inheritance {
    let plan: ReloadPlan
    private let generation: Generation
    private let ends: [String: AdoptedEnd]
    private let replaced: Set<String>
    private let rooms: RoomMaking

    init(_ generation: Generation, _ plan: ReloadPlan) {
        self.plan = plan
        self.generation = generation
        ends = plan.adopted
        replaced = Set(plan.steps.filter { $0.fate == .replaced }.map(\.name))
        rooms = RoomMaking(generation)
    }

    func adopted(_ operation: String) -> AdoptedEnd? { ends[operation] }

    func end(of operation: String) async throws -> (Outcome, ConfiguredValue?) {
        guard let end = await generation.launch.result(of: operation, as: ConfiguredValue.self)
        else { throw CancellationError() }
        return end
    }

    func needsRoom(_ operation: String) -> Bool { replaced.contains(operation) }

    func makeRoom(for operation: String) async throws { try await rooms.undo(operation) }

    /// Lets nothing begin any more in the queues that the next generation needs for itself, and waits until
    /// what runs there has ended.
    @Loop
    func clearQueues() async { await rooms.clear(plan.queues) }

    /// Does again what was undone, and lets the generation go on.
    @Loop
    func restore() async throws(Undoings.NotRestored) {
        try await generation.configured.undoings.restore()
        rooms.letGoOn()
    }

    /// What was undone stays so; what the generation still runs goes on.
    @Loop
    func forget() {
        generation.configured.undoings.forgetUndone()
        rooms.letGoOn()
    }
}

/// Undoes operations of a generation that is in service, before others take their place.
@Loop
private final class RoomMaking {
    private enum Undoing {
        case runs([CheckedContinuation<Void, any Error>])
        case ended(Result<Void, any Error>)
    }

    private let generation: Generation
    private let order: UndoOrder
    private var undoings: [String: Undoing] = [:]
    /// The launch is kept from starting anything.
    private var hasPaused = false
    /// The queues that are kept from starting anything.
    private var cleared: [Queue] = []

    nonisolated init(_ generation: Generation) {
        self.generation = generation
        order = UndoOrder(of: generation.configuration)
    }

    /// Undoes an operation, and before it what depends on it.
    ///
    /// Launch actions that run end first, and no other begins: they may need it.
    ///
    /// - Throws: A `stop` failed.
    func undo(_ operation: String) async throws {
        if !hasPaused, generation.launch.pause() { hasPaused = true }
        await generation.launch.waitUntilActionsRest()
        try await undoOnce(operation)
    }

    private func undoOnce(_ operation: String) async throws {
        switch undoings[operation] {
        case .ended(let result): return try result.get()
        case .runs: return try await withCheckedThrowingContinuation { wait($0, for: operation) }
        case nil: undoings[operation] = .runs([])
        }
        var result: Result<Void, any Error> = .success(())
        do {
            for name in order.before(operation) { try await undoOnce(name) }
            try await generation.configured.undoings.makeRoom(of: operation)
        } catch {
            result = .failure(error)
        }
        guard case .runs(let waiting) = undoings.updateValue(.ended(result), forKey: operation)
        else { return }
        for continuation in waiting { continuation.resume(with: result) }
        try result.get()
    }

    private func wait(_ continuation: CheckedContinuation<Void, any Error>, for operation: String) {
        switch undoings[operation] {
        case .runs(let waiting): undoings[operation] = .runs(waiting + [continuation])
        case .ended(let result): continuation.resume(with: result)
        case nil: continuation.resume()
        }
    }

    /// Lets nothing begin in queues, and waits until what runs there has ended.
    func clear(_ queues: [Queue]) async {
        for queue in queues where generation.launch.pause(queue) { cleared.append(queue) }
        for queue in queues { await generation.launch.waitUntilRests(queue) }
    }

    /// The generation may start operations and actions again.
    func letGoOn() {
        for queue in cleared { generation.launch.resume(queue) }
        cleared = []
        if hasPaused { generation.launch.resume() }
        hasPaused = false
    }
}

/// The order in which operations of a configuration are undone: backwards along the graph.
private struct UndoOrder: Sendable {
    /// The operations that require or follow each.
    private var followers: [String: [String]] = [:]
    private var parents: [String: String] = [:]
    private var children: [String: [String]] = [:]

    init(of configuration: Configuration) {
        for (operation, _) in configuration.allOperations {
            children[operation.name] = operation.children?.map(\.name)
            for child in operation.children ?? [] { parents[child.name] = operation.name }
            for earlier in operation.requires + operation.after {
                followers[earlier.name, default: []].append(operation.name)
            }
        }
    }

    /// What is undone before an operation: what follows it, or a group that it is in, and of a group what
    /// is in it.
    func before(_ operation: String) -> [String] {
        var names = followers[operation] ?? []
        var group = parents[operation]
        while let parent = group {
            names += followers[parent] ?? []
            group = parents[parent]
        }
        return names + (children[operation] ?? [])
    }
}
