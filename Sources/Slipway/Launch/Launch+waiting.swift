internal import Synchronization

extension Launch {
    /// Waits until the launch is ready, or ends before.
    ///
    /// Cancelling the calling task ends the wait, and nothing else: the launch goes on.
    ///
    /// - Returns: The phase: ready, degraded, or whatever came instead; the one that the launch is
    ///   in, which may be starting, if the task was cancelled.
    public func waitUntilReady() async -> Phase {
        let id = state.withLock { $0.readyWaiters.makeID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let phase = state.withLock { state -> Phase? in
                    let stage = state.machine.stage
                    let isUnderWay = stage == .idle || stage == .starting
                    // Asked with the lock held: who cancels later finds the continuation.
                    guard isUnderWay, !Task.isCancelled else { return state.machine.phase }
                    state.readyWaiters.add(continuation, id)
                    return nil
                }
                if let phase { continuation.resume(returning: phase) }
            }
        } onCancel: {
            let (waiter, phase) = state.withLock { state in
                (state.readyWaiters.remove(id), state.machine.phase)
            }
            waiter?.resume(returning: phase)
        }
    }
}

/// Who waits for a launch to be ready.
struct ReadyWaiters: Sendable {
    typealias Waiter = CheckedContinuation<Phase, Never>

    private var waiters: [Int: Waiter] = [:]
    private var lastID = 0

    var isEmpty: Bool { waiters.isEmpty }
    var count: Int { waiters.count }

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    mutating func add(_ waiter: Waiter, _ id: Int) { waiters[id] = waiter }

    /// `nil` when it does not wait, or no longer.
    mutating func remove(_ id: Int) -> Waiter? { waiters.removeValue(forKey: id) }

    /// All who wait, in the order in which they came; none is left.
    mutating func takeAll() -> [Waiter] {
        defer { waiters = [:] }
        return waiters.sorted { $0.key < $1.key }.map(\.value)
    }
}
