internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayOperations

/// Undoes operations of a generation that is in service, before others take their place: as the daemon's `RoomMaking`,
/// whose programs it does not know.
final class Rooms: @unchecked Sendable {  // One thread has all of it.
    private enum Undoing {
        case runs([CheckedContinuation<Void, Never>])
        case ended(Result<Void, any Error>)
    }

    private let generation: Generation
    private let plan: ReloadPlan
    private let spared: Set<String>
    private var undoings: [String: Undoing] = [:]
    private var cleared: [Queue] = []
    private var isClosed = false
    private var running = 0
    private var closing: [CheckedContinuation<Void, Never>] = []

    init(_ generation: Generation, _ plan: ReloadPlan) {
        self.generation = generation
        self.plan = plan
        spared = Set(plan.adopted.keys)
    }

    func undo(_ operation: String) async throws {
        running += 1
        defer { leave() }
        guard !isClosed else { throw CancellationError() }
        generation.launch.pause(by: .reload)
        await generation.launch.waitUntilActionsRest()
        try Task.checkCancellation()
        try await undoOnce(operation)
    }

    private func undoOnce(_ operation: String) async throws {
        while case .runs(let waiting)? = undoings[operation] {
            await withCheckedContinuation { undoings[operation] = .runs(waiting + [$0]) }
        }
        if case .ended(let result)? = undoings[operation] { return try result.get() }
        undoings[operation] = .runs([])
        var result: Result<Void, any Error>? = .success(())
        defer { noteEnd(of: operation, result) }
        do {
            for name in followers(of: operation) where !spared.contains(name) {
                try await undoOnce(name)
            }
            try await undoItself(operation)
        } catch {
            result = Task.isCancelled ? nil : .failure(error)
            throw error
        }
    }

    private func followers(of operation: String) -> [String] {
        generation.service.operations.filter {
            $0.requires.contains(operation) || $0.after.contains(operation)
        }.map(\.name)
    }

    private func noteEnd(of operation: String, _ result: Result<Void, any Error>?) {
        guard case .runs(let waiting)? = undoings[operation] else { return }
        undoings[operation] = result.map { .ended($0) }
        for continuation in waiting { continuation.resume() }
    }

    private func undoItself(_ operation: String) async throws {
        let beginsAgain = await generation.putBack(operation)
        try Task.checkCancellation()
        guard !isClosed else { throw CancellationError() }
        let isProgram = generation.service.operation(named: operation)?.isProgram == true
        // One that was put back does not run.
        let isThere = generation.runner.outside.index(of: operation, for: generation.number) != nil
        if isProgram { generation.launch.giveWay(operation) }
        try await generation.configured.undoings.makeRoom(
            of: operation,
            within: generation.configuration.grace,
            isRestored: !beginsAgain && (isThere || !isProgram)
        )
    }

    private func leave() {
        running -= 1
        guard running == 0 else { return }
        let closing = self.closing
        self.closing = []
        for continuation in closing { continuation.resume() }
    }

    func close() async {
        isClosed = true
        guard running > 0 else { return }
        await withCheckedContinuation { closing.append($0) }
    }

    /// Lets nothing begin in the queues that the plan needs, and waits until what runs there has ended, or is put
    /// back, since it does not stay.
    func clearQueues() async {
        let launch = generation.launch
        let ofKinds = generation.configuration.actions
            .filter { plan.kindsWithLocks.contains($0.name) }.map(\.queue)
        let ofHolders = plan.holdersOfLocks.compactMap {
            generation.configuration.operation(named: $0)?.queue
        }
        for queue in plan.queues + ofHolders + ofKinds where launch.pause(queue, by: .reload) {
            cleared.append(queue)
        }
        let leaving = plan.steps.filter { $0.fate == .replaced || $0.fate == .goes }.map(\.name)
        for (operation, _) in generation.configuration.allOperations
        where leaving.contains(operation.name)
            && (plan.queues.contains(operation.queue)
                || plan.holdersOfLocks.contains(operation.name))
        {
            _ = await generation.putBack(operation.name)
        }
        for queue in plan.queues { await launch.waitUntilRests(queue) }
        for holder in plan.holdersOfLocks { await launch.waitUntilRests(holder) }
        for kind in plan.kindsWithLocks { await launch.waitUntilActionsRest(of: kind) }
        await launch.waitUntilEarlierActionsRest(with: plan.locks)
    }

    func letGoOn() {
        generation.launch.endGivingWay()
        for queue in cleared { generation.launch.resume(queue, by: .reload) }
        cleared = []
        generation.launch.resume(by: .reload)
    }
}
