/// The beginning of an operation: once it has what it waits for, and its condition holds.
extension LaunchMachine {
    /// Everything that the operation waits for has ended as it should.
    mutating func satisfied(_ index: Int) {
        guard records[index].traits.contains(.hasCondition) else {
            return becomeReady(index)
        }
        if records[index].traits.contains(.isLeftOut) { return leaveOut(index) }
        records[state: index] = .checkingCondition(Call(startedAt: now))
        remaining.active += 1
        armCallTimeout(index)
        emit(.evaluate(index))
    }

    /// The operation may run: it has what it requires, and its condition holds.
    mutating func becomeReady(_ index: Int) {
        if records[index].isGroup { return groupMayBegin(index) }
        records[index].readyAt = now
        enqueue(index)
        tell(.ready, index)
    }

    /// The operation's body is to begin.
    mutating func begin(_ index: Int) {
        records.enter(.running, index)
        records[index].begin(at: now)
        remaining.active += 1
        if records[index].isAction { book.chooseFirst(for: index) }
        beginAttempt(index)
        if records[index].isAction {
            actionStarted(index)
        } else {
            tell(.started, index)
        }
    }

    /// The operation's condition was evaluated.
    mutating func conditionEnded(
        _ index: Int,
        _ answer: Swift.Result<Bool, Failure>
    ) {
        guard case .checkingCondition(let call) = records[state: index] else {
            return forgetLeftCall(index)
        }
        remaining.active -= 1
        disarmCall(index, call)
        records[state: index] = .pending
        let condition = topology.operations[index].declaration.options.condition ?? ""
        if let cancellation = call.cancellation {
            if cancellation.isTimeout {
                fail(index, conditionTimeout(index))
            } else {
                resolve(index, .cancelled(reason: cancellation.reason))
            }
        } else {
            switch answer {
            case .success(true):
                becomeReady(index)
                followAgenda()
            case .success(false) where mayFallBack(index):
                fallBack(index, insteadOf: .notNeeded(condition: condition))
            case .success(false): resolve(index, .notNeeded(condition: condition))
            case .failure(let failure): fail(index, failure)
            }
        }
        advance()
    }

    /// A condition or a fallback that was left behind has returned.
    mutating func forgetLeftCall(_ index: Int) {
        guard remaining.callReturned(index) else { return }
        if topology.isAddition(index) || topology.letsValuesGo { letGoOfUnread(in: index) }
    }

    /// The failure of a condition that took too long.
    func conditionTimeout(_ index: Int) -> Failure {
        let options = topology.operations[index].options
        let limit = (options.callLimit ?? .zero).timespan
        return Failure(
            .timedOut,
            "condition '\(options.condition ?? "")' timed out after \(limit)"
        )
    }

    /// A timer that was armed has come.
    ///
    /// A timer may come at the very moment at which it is disarmed, so each checks again whether
    /// it still has a reason.
    mutating func fired(_ timer: Timer) {
        switch timer {
        case .deadline: deadlinePassed()
        case .timeout(let index): timeoutPassed(index)
        case .retry(let index): backoffPassed(index)
        case .stuck(let index): gracePassed(of: index)
        case .grace: gracePassed()
        case .drain: drainPassed()
        case .teardown(let index): teardownTimePassed(index)
        case .part(let index, let timer): partTimerFired(index, timer)
        case .lastStore: storeTimePassed()
        case .action(let timer):
            book.fired(timer, at: now)
            followOwn()
        }
    }
}
