extension Launch {
    /// Waits until the launch is ready, or ends before.
    ///
    /// Cancelling the calling task ends the wait, and nothing else: the launch continues.
    ///
    /// - Returns: The phase that the launch is in: ready, degraded, or the one that came instead;
    ///   starting if the task was cancelled before.
    @discardableResult
    public func waitUntilReady() async -> Phase {
        _ = await wait(for: .ready) { machine in
            machine.course.isBeforeReady ? nil : ()
        }
        return state.withLock { $0.machine.phase }
    }

    /// Waits until an operation, or a group, has ended.
    ///
    /// Cancelling the calling task ends the wait, and nothing else.
    ///
    /// - Returns: How it ended; `nil` if the launch does not have it or has released it, or if the task
    ///   was cancelled.
    @discardableResult
    public func waitUntilEnded<Value>(_ handle: Handle<Value>) async -> Outcome? {
        let ended = await wait(for: .operation(handle.operation)) { machine -> Outcome?? in
            guard let index = machine.index(of: handle.operation) else { return .some(nil) }
            return machine.outcome(of: index).map { .some($0) }
        }
        return ended ?? nil
    }

    /// Waits until a launch action has ended.
    ///
    /// ```swift
    /// let renewal = try context.launch.submit(renew, refused.token)
    /// guard await context.launch.outcome(of: renewal) == .done else { throw refused }
    /// ```
    ///
    /// Cancelling the calling task ends the wait, and nothing else: the action goes on. A handler that
    /// waits for another action of its own kind waits in vain.
    ///
    /// - Returns: How it ended; `nil` if the launch does not know it, or let it go long ago, if it waits
    ///   for the next launch while this one ends, or if the task was cancelled.
    @discardableResult
    public func outcome(of action: ActionID) async -> ActionStatus.State? {
        let ended = await wait(for: .action(action)) { machine -> ActionStatus.State?? in
            guard let state = machine.book[action]?.state else { return .some(nil) }
            return state.isEnded ? .some(state) : nil
        }
        return ended ?? nil
    }

    /// Waits until a launch action, as it was submitted, has ended.
    ///
    /// The wait is the same as with the action's identity.
    @discardableResult
    public func outcome(of action: ActionStatus) async -> ActionStatus.State? {
        await outcome(of: action.id)
    }

    /// Waits until there is an answer.
    ///
    /// If a body waits, the target is noted, so that an explanation can say what it waits for.
    ///
    /// - Returns: The answer; `nil` when the launch ended without one, or the task was cancelled.
    func wait<Answer: Sendable>(
        for target: BodyWait.Target? = nil,
        _ answer: @escaping @Sendable (borrowing LaunchMachine) -> Answer?
    ) async -> Answer? {
        await wait(for: target, inState: { state in answer(state.machine) })
    }

    /// Waits until there is an answer, which may be the value of an operation.
    func wait<Answer: Sendable>(
        for target: BodyWait.Target?,
        inState answer: @escaping @Sendable (borrowing State) -> Answer?
    ) async -> Answer? {
        let promise = Promise<Answer?>()
        let waiter = { @Sendable (state: borrowing State) -> Waiters.Wake? in
            // Taken at once: an operation that ended may be released before the task runs.
            let found = answer(state)
            guard found != nil || state.machine.course.hasEnded else { return nil }
            return { promise.resolve(found) }
        }
        let (number, wake) = state.withLock { state -> (Int?, Waiters.Wake?) in
            if let wake = waiter(state) { return (nil, wake) }
            if case .operation(let id)? = target {
                state.machine.outbox.endsToTell = state.machine.outbox.endsToTell ?? []
                return (state.waiters.add(waiter, forEndOf: id.number), nil)
            }
            return (state.waiters.add(waiter), nil)
        }
        wake?()
        let wait = number.flatMap { _ in target.flatMap { noteWait(for: $0) } }
        let goOn = world?.time.fallAsleep()
        defer { goOn?() }
        let found = await withTaskCancellationHandler {
            await promise.value()
        } onCancel: {
            promise.resolve(nil)
        }
        if let number {
            state.withLock { $0.waiters.remove(number) }
            if let wait { perform { $0.endWait(wait) } }
        }
        return found
    }
}
