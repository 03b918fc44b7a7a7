internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayLoop
internal import SlipwayOperations
internal import SlipwayProcess

/// Undoes operations of a generation that is in service, before others replace them.
@Loop
final class RoomMaking {
    private enum Undoing {
        case runs([CheckedContinuation<Void, Never>])
        case ended(Result<Void, any Error>)
    }

    private let generation: Generation
    private let plan: ReloadPlan
    private let order: UndoOrder
    /// The operations that stay, though they may come after one that is undone.
    private let spared: Set<String>
    private var undoings: [String: Undoing] = [:]
    /// The queues in which this reload lets nothing start.
    private var cleared: [Queue] = []
    private var isClosed = false
    private var running = 0
    private var closing: [CheckedContinuation<Void, Never>] = []

    nonisolated init(_ generation: Generation, _ plan: ReloadPlan) {
        self.generation = generation
        self.plan = plan
        order = UndoOrder(of: generation.configuration)
        spared = Set(plan.adopted.keys)
    }

    /// Undoes an operation, and before it what depends on it.
    ///
    /// Launch actions that run end first, in earlier generations, too, and no other begins: they may need it.
    ///
    /// - Throws: A `stop` failed; or the task was cancelled, and it is not undone.
    func undo(_ operation: String) async throws {
        running += 1
        defer { leave() }
        guard !isClosed else { throw CancellationError() }
        generation.launch.pause(by: .reload)
        await generation.launch.waitUntilActionsRest()
        // The wait also ends with the task: the actions may still run.
        try Task.checkCancellation()
        try await undoOnce(operation)
    }

    private func undoOnce(_ operation: String) async throws {
        // The task that undoes it may give that up.
        while case .runs(let waiting)? = undoings[operation] {
            await withCheckedContinuation { undoings[operation] = .runs(waiting + [$0]) }
        }
        if case .ended(let result)? = undoings[operation] { return try result.get() }
        undoings[operation] = .runs([])
        var result: Result<Void, any Error>? = .success(())
        defer { noteEnd(of: operation, result) }
        do {
            for name in order.before(operation) where !spared.contains(name) {
                do {
                    try await undoOnce(name)
                } catch let error where !(error is UndoFailure || error is CancellationError) {
                    throw UndoFailure(operation: name, cause: error)
                }
            }
            try await undoItself(operation)
        } catch {
            result = Task.isCancelled ? nil : .failure(error)
            throw error
        }
    }

    /// Notes what came of undoing an operation; `nil` if that was given up.
    private func noteEnd(of operation: String, _ result: Result<Void, any Error>?) {
        guard case .runs(let waiting)? = undoings[operation] else { return }
        undoings[operation] = result.map { .ended($0) }
        for continuation in waiting { continuation.resume() }
    }

    private func undoItself(_ operation: String) async throws {
        // An operation of the background stage may still run: the one that replaces it does not
        // wait for that.
        let beginsAgain = await generation.putBack(operation)
        try Task.checkCancellation()
        guard !isClosed else { throw CancellationError() }
        let isProgram = generation.configuration.hasProgram(operation)
        let status = generation.programs.status(operation)
        if isProgram, plan.isReplaced(operation), let stop = status?.stop {
            throw StoppedMeanwhile(program: operation, stop: stop)
        }
        // A program that an operator has stopped is not started again.
        var isRestored = !isProgram || status?.isThere ?? false
        if isProgram {
            isRestored = generation.programs.hold(operation) || isRestored
            generation.launch.giveWay(operation)
        }
        try await generation.configured.undoings.makeRoom(
            of: operation,
            within: generation.configuration.grace,
            isRestored: isRestored && !beginsAgain
        )
    }

    private func leave() {
        running -= 1
        guard running == 0 else { return }
        let closing = self.closing
        self.closing = []
        for continuation in closing { continuation.resume() }
    }

    /// Undoes nothing any more; returns once nothing is being undone.
    func close() async {
        isClosed = true
        guard running > 0 else { return }
        await withCheckedContinuation { closing.append($0) }
    }

    /// Lets nothing begin in the queues that the plan needs, and waits until what runs there has ended, or is put
    /// back, since it does not stay.
    ///
    /// - Returns: What has not ended in time; `nil` if all has.
    func clearQueues(within limit: Duration) async -> String? {
        let launch = generation.launch
        let ofKinds = generation.configuration.actions
            .filter { plan.kindsWithLocks.contains($0.name) }.map(\.queue)
        for queue in plan.queues + plan.holdersOfLocks.compactMap({ queue(of: $0) }) + ofKinds
        where launch.pause(queue, by: .reload) {
            cleared.append(queue)
        }
        let (queues, locks) = (plan.queues, plan.locks)
        let (holders, kinds) = (plan.holdersOfLocks, plan.kindsWithLocks)
        let leaving = generation.configuration.allOperations.map(\.operation).filter { operation in
            (queues.contains(operation.queue) || holders.contains(operation.name))
                && plan.isLeaving(operation.name)
        }.map(\.name)
        return await withTaskGroup(of: String?.self) { [generation] group in
            group.addTask {
                for name in leaving { _ = await generation.putBack(name) }
                for queue in queues { await launch.waitUntilRests(queue) }
                for holder in holders { await launch.waitUntilRests(holder) }
                for kind in kinds { await launch.waitUntilActionsRest(of: kind) }
                await launch.waitUntilEarlierActionsRest(with: locks)
                return nil
            }
            group.addTask {
                do { try await Timer.sleep(until: .now.advanced(by: limit)) } catch { return nil }
                // The holder of a lock in an earlier generation may be known only there.
                let held = holders.isEmpty && kinds.isEmpty ? locks.map { "lock '\($0)'" } : []
                let names =
                    queues.map { "queue '\($0)'" } + (holders + kinds).map { "'\($0)'" } + held
                return names.joined(separator: ", ")
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private func queue(of operation: String) -> Queue? {
        generation.configuration.operation(named: operation)?.queue
    }

    /// Pauses in another launch, too, what an operator has paused.
    func passPauses(to launch: Launch) {
        let pauses = generation.launch.pauses(of: .operators)
        if pauses.ofAll { launch.pause() }
        for queue in pauses.queues { launch.pause(queue) }
    }

    /// Lets go on here what an operator has paused.
    ///
    /// To be called once the launch actions are handed over: one that waits for the pause to end
    /// would begin here.
    func liftPauses() {
        let launch = generation.launch
        launch.resume()
        for queue in launch.pauses(of: .operators).queues { launch.resume(queue) }
    }

    /// Lets the generation start operations and actions again, unless an operator has paused it
    /// meanwhile.
    func letGoOn() {
        generation.programs.releaseHeld()
        generation.launch.endGivingWay()
        for queue in cleared { generation.launch.resume(queue, by: .reload) }
        cleared = []
        generation.launch.resume(by: .reload)
    }
}

/// An operator stopped a program while a reload was about to replace it.
private struct StoppedMeanwhile: Error, CustomStringConvertible {
    let program: String
    let stop: OperatorStop

    var description: String { "program '\(program)' was stopped \(stop.words) meanwhile" }
}

/// An operation could not be undone, and so neither could what it depends on.
private struct UndoFailure: Error, CustomStringConvertible {
    let operation: String
    let cause: any Error

    var description: String { "'\(operation)', which depends on it, could not be undone: \(cause)" }
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

    /// The operations that are undone before one: those that follow it or a group that it is in,
    /// and of a group the operations in it.
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

extension ReloadPlan {
    fileprivate func isReplaced(_ name: String) -> Bool {
        steps.contains { $0.name == name && $0.fate == .replaced }
    }

    /// Tells whether what an operation does ends with its generation.
    fileprivate func isLeaving(_ name: String) -> Bool {
        steps.contains { $0.name == name && ($0.fate == .replaced || $0.fate == .goes) }
    }
}

extension Configuration {
    fileprivate func hasProgram(_ name: String) -> Bool {
        operation(named: name)?.program != nil
    }
}
