extension Launch {
    /// Waits until the launch is ready, or ends before.
    ///
    /// Cancelling the calling task ends the wait, and nothing else: the launch goes on.
    ///
    /// - Returns: The phase: ready, degraded, or whatever came instead; the one that the launch is
    ///   in, which may be starting, if the task was cancelled.
    public func waitUntilReady() async -> Phase {
        await wait { machine in machine.stage != .idle && machine.stage != .starting }
        return state.withLock { $0.machine.phase }
    }

    /// Waits until an operation, or a group, has ended.
    ///
    /// Cancelling the calling task ends the wait, and nothing else.
    ///
    /// - Returns: How it ended; `nil` when the launch does not have it, or no longer, when the launch
    ///   has not been run, or when the task was cancelled.
    public func waitUntilEnded<Value>(_ handle: Handle<Value>) async -> Outcome? {
        await wait { machine in
            guard let index = machine.topology.index(of: handle.operation) else { return true }
            return machine.outcome(of: index) != nil
        }
        return state.withLock { state in
            state.machine.topology.index(of: handle.operation).flatMap {
                state.machine.outcome(of: $0)
            }
        }
    }

    /// Waits until something holds, the launch has ended, or the task is cancelled.
    private func wait(until isReached: @escaping @Sendable (borrowing LaunchMachine) -> Bool) async
    {
        let promise = Promise<Void>()
        let number = state.withLock { state -> Int? in
            guard !isReached(state.machine), state.machine.stage != .ended else { return nil }
            return state.waiters.add(Waiters.Waiter(isReached: isReached, promise: promise))
        }
        guard let number else { return }
        await withTaskCancellationHandler {
            await promise.value()
        } onCancel: {
            promise.resolve(())
        }
        state.withLock { $0.waiters.remove(number) }
    }
}

/// Tasks that wait for a launch to come to something.
struct Waiters: Sendable {
    struct Waiter: Sendable {
        let isReached: @Sendable (borrowing LaunchMachine) -> Bool
        let promise: Promise<Void>
    }

    private var waiters: [Int: Waiter] = [:]
    private var last = 0

    var isEmpty: Bool { waiters.isEmpty }
    var count: Int { waiters.count }

    mutating func add(_ waiter: Waiter) -> Int {
        last += 1
        waiters[last] = waiter
        return last
    }

    mutating func remove(_ number: Int) { waiters[number] = nil }

    /// The tasks whose wait is over; they are forgotten.
    mutating func takeReached(_ machine: borrowing LaunchMachine) -> [Promise<Void>] {
        var reached: [Promise<Void>] = []
        for (number, waiter) in waiters where machine.stage == .ended || waiter.isReached(machine) {
            reached.append(waiter.promise)
            waiters[number] = nil
        }
        return reached
    }
}
