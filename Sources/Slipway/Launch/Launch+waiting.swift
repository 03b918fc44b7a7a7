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
            waiter?.resume(phase)
        }
    }
}

/// Somebody who waits for a launch to be ready.
///
/// An object, so that a launch for which nobody waits does not pay for the type of what it holds.
final class ReadyWaiter: Sendable {
    let id: Int
    private let continuation: CheckedContinuation<Phase, Never>

    init(_ continuation: CheckedContinuation<Phase, Never>, _ id: Int) {
        self.id = id
        self.continuation = continuation
    }

    func resume(_ phase: Phase) { continuation.resume(returning: phase) }
}

/// Who waits for a launch to be ready, in the order in which they came.
struct ReadyWaiters: Sendable {
    private var waiters: [ReadyWaiter] = []
    private var lastID = 0

    var isEmpty: Bool { waiters.isEmpty }
    var count: Int { waiters.count }

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    mutating func add(_ continuation: CheckedContinuation<Phase, Never>, _ id: Int) {
        waiters.append(ReadyWaiter(continuation, id))
    }

    /// `nil` when it does not wait, or no longer.
    mutating func remove(_ id: Int) -> ReadyWaiter? {
        waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0) }
    }

    /// All who wait; none is left.
    mutating func takeAll() -> [ReadyWaiter] {
        defer { waiters = [] }
        return waiters
    }
}
