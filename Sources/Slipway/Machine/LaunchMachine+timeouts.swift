/// The times of attempts and budgets that pass, and the failures that they make.
extension LaunchMachine {
    /// The time of what runs for an operation, or of a group, has passed.
    mutating func timeoutPassed(_ index: Int) {
        let operation = topology.operations[index]
        let options = operation.options
        guard let call = records[call: index] else {
            if case .open = records[state: index] { return groupTimeoutPassed(index) }
            return budgetPassed(index)
        }
        guard call.cancellation == nil else { return }
        let timeout = options.timeout.map { call.startedAt.advanced(by: $0) }
        var ends = [timeout.map { max($0, call.extendedTo ?? $0) }]
        if records[index].isRunning {
            ends.append(records[details: index].budgetEnd)
        } else if options.timeout == nil {
            ends.append(options.budget.map { call.startedAt.advanced(by: $0) })
        }
        guard let end = ends.compactMap({ $0 }).min(), end <= now else { return }
        askToEnd(index, reason: "timed out", cause: .timeout)
    }

    /// The time for all attempts has passed while the next one waits: in backoff, for its queue or
    /// for a lock.
    private mutating func budgetPassed(_ index: Int) {
        guard let end = records[details: index].budgetEnd, end <= now,
            let budget = topology.operations[index].declaration.options.budget
        else { return }
        switch records[state: index] {
        case .ready: dequeue(index)
        // Before its next attempt, a group has begun nothing.
        case .waitingForLock: break
        case .backingOff: _ = endBackoff(index)
        case .pending, .doomed, .checkingCondition, .running, .fallingBack, .open, .ended: return
        }
        stopWaitingForLock(index)
        records[state: index] = .pending
        let failure = Failure(.timedOut, "used up its budget of \(budget.timespan)")
        let last = records[details: index].attempts.last?.failure
        let words = last.map {
            Cancelled($0.message, withoutOutput: $0.messageWithoutOutput)
        }
        let errors = last?.errors ?? []
        fail(index, failure.followed(by: words).of(errors))
        advance()
    }

    /// The body whose time has just passed did not sleep in the virtual time of its launch.
    ///
    /// The body may have slept in real time, of which none passes: its failure is to say so.
    mutating func noteWaitOutsideTime(_ index: Int) {
        guard case .running(var call) = records[state: index], call.hasTimedOut,
            call.cancellation?.vainWait == nil
        else { return }
        call.cancellation?.vainWait =
            "'\(name(of: index))' waited for something else than virtual time: a body that sleeps there "
            + "uses context.sleep(for:), not Task.sleep; a Task { } and a callback from another thread are "
            + "outside of it"
        records[call: index] = call
    }

    /// The failure of an attempt that timed out, with what its body answered to that.
    func timeoutFailure(_ index: Int, _ result: Result?, _ call: Call) -> Failure {
        let options = topology.operations[index].options
        let limit = options.callLimit ?? .zero
        let taken = call.extendedTo.map { call.startedAt.duration(to: $0) } ?? limit
        var message = "timed out after \(taken.timespan)"
        if let end = records[details: index].budgetEnd, let budget = options.budget,
            options.timeout.map({ call.startedAt.advanced(by: $0) > end }) ?? true
        {
            message = "used up its budget of \(budget.timespan)"
        }
        if stays(index), let lack = parts[index]?.supervisor.lack { message += "; \(lack)" }
        if let words = call.cancellation?.vainWait { message += "; \(words)" }
        return Failure(.timedOut, message).followed(by: result)
    }
}

extension Failure {
    /// The same failure, and what the body that was asked to give up answered.
    func followed(by result: LaunchMachine.Result?) -> Failure {
        switch result {
        case .failed(let failure, _):
            followed(by: Cancelled(failure.message, withoutOutput: failure.messageWithoutOutput))
        case .cancelled(let words): followed(by: words)
        case .succeeded, nil: self
        }
    }

    /// The same failure, and how far the body was.
    func followed(by words: Cancelled?) -> Failure {
        guard let words, !words.description.isEmpty else { return self }
        return Failure(
            kind,
            "\(message): \(words)",
            withoutOutput: "\(message): \(words.withoutOutput)"
        )
    }
}
