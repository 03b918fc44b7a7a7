extension LaunchMachine {
    /// The launch begins.
    ///
    /// - Precondition: It has not begun before.
    mutating func start(at now: Instant) {
        guard stage == .idle else { return tellWhatWasMissed(at: now) }
        stage = .starting
        launchedAt = now
        let origin = plan.deadlineFrom == .run ? now : processStart
        deadline = plan.deadline.map { origin.advanced(by: $0) }
        tellReport(at: now) { .launchStarted($0.report()) }
        if let deadline { emit(.arm(.deadline, at: deadline)) }
        for (index, reason) in earlyCancels { cancelNow(index, reason: reason, at: now) }
        earlyCancels = []
        // A cancellation before the start may have ended the launch.
        for index in records.indices where isOpen && records[index].inDegree == 0 {
            if records[index].isPending, !records[index].isAction {
                satisfied(index, at: now)
            }
        }
        followAgenda(at: now)
        armActionTimers(at: now)
        for kind in book.kinds.keys.sorted() { startNextAction(of: kind, at: now) }
        advance(at: now)
    }

    /// The launch was stopped before it began, when no observer could be told.
    private mutating func tellWhatWasMissed(at now: Instant) {
        tellReport(at: now) { .launchStarted($0.report()) }
        let reason = stopReason
        tell(at: now) { .launchStopping(reason: reason, rootCauses: $0.rootCauses) }
        // It waits until every action knows, and for its last stores, now with a clock.
        guard stage == .ended else {
            armActionTimers(at: now)
            return finishOnceStored(at: now)
        }
        tellReport(at: now) { .launchEnded($0.report()) }
    }

    /// Everything that the operation waits for has ended as it should.
    mutating func satisfied(_ index: Int, at now: Instant) {
        guard records[index].traits.contains(.hasCondition) else {
            return becomeReady(index, at: now)
        }
        if records[index].traits.contains(.isLeftOut) { return leaveOut(index, at: now) }
        records[state: index] = .checkingCondition(Call(startedAt: now))
        active += 1
        armCallTimeout(index, at: now)
        emit(.evaluate(index))
    }

    /// The operation may run: it has what it requires, and its condition holds.
    mutating func becomeReady(_ index: Int, at now: Instant) {
        if records[index].isGroup { return groupMayBegin(index, at: now) }
        records[index].readyAt = now
        enqueue(index)
        tell(.ready, index, at: now)
    }

    /// The operation's body is to begin.
    mutating func begin(_ index: Int, at now: Instant) {
        records.enter(.running, index)
        records[index].begin(at: now)
        active += 1
        if records[index].isAction { book.chooseFirst(for: index) }
        beginAttempt(index, at: now)
        if records[index].isAction {
            actionStarted(index, at: now)
        } else {
            tell(.started, index, at: now)
        }
    }

    /// The operation's condition was evaluated.
    mutating func conditionEnded(
        _ index: Int,
        _ answer: Swift.Result<Bool, Failure>,
        at now: Instant
    ) {
        guard case .checkingCondition(let call) = records[state: index] else {
            return forgetLeftCall(index)
        }
        active -= 1
        disarmCall(index, call)
        records[state: index] = .pending
        let condition = topology.operations[index].declaration.options.condition ?? ""
        if let cancellation = call.cancellation {
            if cancellation.isTimeout {
                fail(index, conditionTimeout(index), at: now)
            } else {
                resolve(index, .cancelled(reason: cancellation.reason), at: now)
            }
        } else {
            switch answer {
            case .success(true):
                becomeReady(index, at: now)
                followAgenda(at: now)
            case .success(false) where mayFallBack(index):
                fallBack(index, insteadOf: .notNeeded(condition: condition), at: now)
            case .success(false): resolve(index, .notNeeded(condition: condition), at: now)
            case .failure(let failure): fail(index, failure, at: now)
            }
        }
        advance(at: now)
    }

    /// A condition or a fallback that was left behind has returned.
    mutating func forgetLeftCall(_ index: Int) {
        guard let place = leftCalls.firstIndex(of: index) else { return }
        leftCalls.remove(at: place)
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
    mutating func fired(_ timer: Timer, at now: Instant) {
        switch timer {
        case .deadline: deadlinePassed(at: now)
        case .timeout(let index): timeoutPassed(index, at: now)
        case .retry(let index): pausePassed(index, at: now)
        case .stuck(let index): gracePassed(of: index, at: now)
        case .grace: gracePassed(at: now)
        case .drain: drainPassed(at: now)
        case .teardown(let index): teardownTimePassed(index, at: now)
        case .part(let index, let timer): partTimerFired(index, timer, at: now)
        case .lastStore: storeTimePassed(at: now)
        case .action(let timer):
            book.fired(timer, at: now)
            followOwn(at: now)
        }
    }
}
