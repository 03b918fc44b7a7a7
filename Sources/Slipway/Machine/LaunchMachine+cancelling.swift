/// Cancelling: what has not begun ends at once; what runs is asked to give up, holds its slot in
/// the queue and its locks until it returns, and is left behind past the grace.
extension LaunchMachine {
    /// An operation, or a group as a whole, is to be cancelled.
    ///
    /// - Returns: `false` if it had ended.
    mutating func cancel(_ index: Int, reason: String) -> Bool {
        guard !records[index].hasEnded else { return false }
        guard !course.isIdle else {
            course.cancelEarly(index, reason: reason)
            return true
        }
        cancelNow(index, reason: reason)
        advance()
        return true
    }

    /// Everything in a queue is to be cancelled.
    ///
    /// - Returns: How many operations had not ended.
    mutating func cancelAll(on queue: Queue, reason: String) -> Int {
        let cancelled = topology.inOrder.filter { index in
            topology.operations[index].declaration.queue == queue
                && !topology.operations[index].isGroup && !records[index].hasEnded
        }
        // Some operations end together with an earlier one.
        for index in cancelled { _ = cancel(index, reason: reason) }
        return cancelled.count
    }

    mutating func cancelNow(_ index: Int, reason: String) {
        if topology.operations[index].isGroup {
            cancelGroup(index, reason: reason)
        } else {
            cancelOne(index, reason: reason)
        }
    }

    mutating func cancelOne(_ index: Int, reason: String) {
        switch records[state: index] {
        case .pending, .ready, .waitingForLock:
            resolve(index, .cancelled(reason: reason))
        case .backingOff: resolve(index, giveUpBackoff(index, reason: reason))
        case .running, .checkingCondition, .fallingBack:
            requestCancel(index, reason: reason)
        case .doomed, .open, .ended: return
        }
    }

    /// Asks what runs for an operation to give up, for another reason than its own time.
    mutating func requestCancel(
        _ index: Int,
        reason: String,
        cause: Call.Cancellation.Cause = .request
    ) {
        guard let call = records[call: index], !call.isUnwanted else { return }
        if call.cancellation == nil || call.isPutBack {
            askToEnd(index, reason: reason, cause: cause)
        } else {
            // The call timed out and was asked already; now no other attempt follows.
            records[call: index]?.cancellation?.isUnwanted = true
        }
    }

    /// Asks what runs to give up.
    mutating func askToEnd(
        _ index: Int,
        reason: String,
        cause: Call.Cancellation.Cause
    ) {
        let isTimeout = cause == .timeout
        let vainWait = isTimeout ? vainWaitWords([index]).first : nil
        records[call: index]?.cancellation = Call.Cancellation(
            at: now,
            reason: reason,
            cause: cause,
            isUnwanted: !isTimeout && cause != .putBack,
            vainWait: vainWait
        )
        if !isTimeout, hasTimeLimit(index) { emit(.disarm(.timeout(index))) }
        let isPart = stays(index) && records[index].isRunning
        if !isPart { emit(.requestCancel(index)) }
        // The other launch waits for an operation that is put back, and says so if that does not
        // return.
        if cause != .putBack { emit(.arm(.stuck(index), at: now.advanced(by: plan.grace))) }
        if isPart { giveUpPart(index) }
    }

    /// Tells whether the call that runs for an operation was asked to give up, or is left behind: a
    /// body that is left behind may still run beside the fallback that stands in for it.
    func isCancelled(_ kind: CallKind, of index: Int) -> Bool {
        let record = records[index]
        switch (kind, records[state: index]) {
        case (.body, _) where record.isLeftBehind || parts[index]?.isCancelled ?? false: return true
        case (.body, .running(let call)), (.condition, .checkingCondition(let call)),
            (.fallback, .fallingBack(let call, _)):
            return call.cancellation != nil
        case (.body, _): return false
        case (.condition, _), (.fallback, _): return remaining.leftCalls.contains(index)
        }
    }

    /// The timer may have been armed for an action that ended meanwhile, and whose consumer has
    /// another one now.
    mutating func gracePassed(of index: Int) {
        guard let cancellation = records[call: index]?.cancellation,
            cancellation.at.advanced(by: plan.grace) <= now
        else { return }
        leaveBehind(index)
    }

    /// Goes on without a body that does not return: the operation ends, but holds its slot in the
    /// queue and its locks, since the body still uses whatever they stand for.
    mutating func leaveBehind(_ index: Int) {
        guard let call = records[call: index], let cancellation = call.cancellation else { return }
        let state = records[state: index]
        remaining.active -= 1
        disarmCall(index, call)
        if case .running = state {
            if !topology.operations[index].isAction {
                let since = records[index].startedAt ?? now
                tell { .operationStuck($0.status(of: index), since: since) }
            }
            records[index].isLeftBehind = true
        } else {
            remaining.leaveCall(index)
        }
        records[state: index] = .pending
        let isCutShort = course.isGraceOver && now < cancellation.at.advanced(by: plan.grace)
        let words =
            isCutShort
            ? "had not returned when the grace was cut short" : "did not return when asked to"
        switch state {
        case .running where cancellation.isTimeout:
            let failure = timeoutFailure(index, nil, call).saying { "\($0): \(words)" }
            fail(index, failure, wasUnwanted: call.isUnwanted)
        case .running where call.waitedInVain && records[index].isAction:
            resolve(index, .failed(Failure(.error, "\(cancellation.reason); \(words)")))
        case .checkingCondition where cancellation.isTimeout:
            fail(index, conditionTimeout(index))
        case .fallingBack(_, let before) where cancellation.isTimeout:
            let failure = Failure(.timedOut, "\(fallbackTimeout(index)): \(words)")
            resolve(index, before.withFallbackFailure(failure))
        case .running, .checkingCondition, .fallingBack, .pending, .doomed, .ready, .waitingForLock,
            .backingOff, .open, .ended:
            resolve(index, .cancelled(reason: "\(cancellation.reason); \(words)"))
        }
        advance()
    }
}
