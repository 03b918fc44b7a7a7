/// Cancelling operations and actions, and pausing queues, while the launch runs.
extension Launch {
    /// Cancels an operation, or a group as a whole: what is pending ends at once, what runs is asked
    /// to.
    ///
    /// Operations that require it are skipped; if it is a required one, the launch fails. A
    /// cancellation before the launch runs is remembered until then.
    ///
    /// - Returns: `false` when there is no such operation or it has ended.
    @discardableResult
    public func cancel(_ name: String, reason: String = "by request") -> Bool {
        perform { machine in
            guard let index = machine.index(named: name) else { return false }
            return machine.cancel(index, reason: reason)
        }
    }

    /// Cancels an operation, or a group as a whole, by its handle.
    ///
    /// - Returns: `false` when the launch does not have it or it has ended.
    @discardableResult
    public func cancel<Value>(_ handle: Handle<Value>, reason: String = "by request") -> Bool {
        perform { machine in
            guard let index = machine.index(of: handle.operation) else { return false }
            return machine.cancel(index, reason: reason)
        }
    }

    /// Cancels every operation of a queue that has not ended.
    ///
    /// - Returns: How many there were.
    @discardableResult
    public func cancelAll(on queue: Queue, reason: String = "by request") -> Int {
        perform { $0.cancelAll(on: queue, reason: reason) }
    }

    /// Cancels a launch action: a waiting one ends at once, a running one is asked to.
    ///
    /// - Returns: `false` when there is no such action or it has ended.
    @discardableResult
    public func cancel(_ action: ActionID, reason: String = "by request") -> Bool {
        perform { $0.cancel(action, reason: reason) }
    }

    /// Lets nothing start in a queue until ``resume(_:)``; what runs in it goes on.
    ///
    /// The deadline goes on too.
    ///
    /// - Returns: `false` when there is no such queue or it is paused already.
    @discardableResult
    public func pause(_ queue: Queue) -> Bool { pause(queue, by: .operators) }

    /// Lets a paused queue go on.
    ///
    /// - Returns: `false` when it is not paused.
    @discardableResult
    public func resume(_ queue: Queue) -> Bool { resume(queue, by: .operators) }

    /// Lets nothing start in any queue until ``resume()``; what runs goes on.
    ///
    /// - Returns: `false` when the launch is paused already.
    @discardableResult
    public func pause() -> Bool { pause(by: .operators) }

    /// Lets a paused launch go on; queues that were paused on their own stay so.
    ///
    /// - Returns: `false` when it is not paused.
    @discardableResult
    public func resume() -> Bool { resume(by: .operators) }
}

/// Pauses by several owners: what one of them has paused goes on once no owner pauses it any more.
extension Launch {
    /// Lets nothing start in a queue until ``resume(_:by:)``.
    ///
    /// - Returns: `false` when there is no such queue, or this owner has paused it already.
    @discardableResult
    package func pause(_ queue: Queue, by owner: PauseOwners) -> Bool {
        perform { machine in
            guard let queue = machine.queue(queue) else { return false }
            return machine.pause(queue, by: owner)
        }
    }

    /// Lifts this owner's pause of a queue.
    ///
    /// - Returns: `false` when this owner has not paused the queue.
    @discardableResult
    package func resume(_ queue: Queue, by owner: PauseOwners) -> Bool {
        perform { machine in
            guard let queue = machine.queue(queue) else { return false }
            return machine.resume(queue, by: owner)
        }
    }

    /// Lets nothing start in any queue until ``resume(by:)``.
    ///
    /// - Returns: `false` when this owner has paused the launch already.
    @discardableResult
    package func pause(by owner: PauseOwners) -> Bool {
        perform { $0.pause(by: owner) }
    }

    /// Lifts this owner's pause of the launch.
    ///
    /// - Returns: `false` when this owner has not paused the launch.
    @discardableResult
    package func resume(by owner: PauseOwners) -> Bool {
        perform { $0.resume(by: owner) }
    }

    /// The pauses of one owner: whether of the launch as a whole, and of which queues.
    package func pauses(of owner: PauseOwners) -> (ofAll: Bool, queues: [Queue]) {
        state.withLock { state in
            let queues = state.machine.slots.queues.filter { $0.pausedBy.contains(owner) }
            return (state.machine.slots.pausedBy.contains(owner), queues.map(\.name))
        }
    }
}
