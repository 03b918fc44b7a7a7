/// Attempts: the time each may take, and what follows a failed one.
extension LaunchMachine {
    /// An attempt begins, and its time with it, unless it is stored first.
    mutating func beginAttempt(_ index: Int) {
        // The time of an action that is stored begins with its handler: a disk may be slow.
        guard hasTimeLimit(index), !records[index].isAction || !book.isToBeStored(index) else {
            return
        }
        armAttempt(index)
    }

    /// The time of an attempt begins.
    mutating func armAttempt(_ index: Int) {
        guard hasTimeLimit(index) else { return }
        let options = topology.operations[index].options
        if let budget = options.budget, records[index].attempt == 1 {
            records[details: index].budgetEnd = now.advanced(by: budget)
        }
        let ends = [
            options.timeout.map { now.advanced(by: $0) }, records[details: index].budgetEnd,
        ]
        if let end = ends.compactMap({ $0 }).min() { emit(.arm(.timeout(index), at: end)) }
    }

    /// The operation's body asks for more time: its attempt may take until `end` at least.
    mutating func extendTimeout(_ index: Int, until end: Instant) {
        let options = topology.operations[index].options
        guard records[index].isRunning, var call = records[call: index], call.cancellation == nil,
            let timeout = options.timeout,
            end > call.extendedTo ?? call.startedAt.advanced(by: timeout)
        else { return }
        call.extendedTo = end
        records[call: index] = call
        let next = min(end, records[details: index].budgetEnd ?? end)
        emit(.disarm(.timeout(index)))
        emit(.arm(.timeout(index), at: next))
    }

    /// The body says which step it still lacks.
    mutating func lacks(_ index: Int, _ words: String) {
        guard records[index].isRunning, var call = records[call: index], call.cancellation == nil
        else { return }
        call.lack = words
        records[call: index] = call
    }

    /// A condition, or a fallback, may take as long as an attempt.
    mutating func armCallTimeout(_ index: Int) {
        guard let limit = topology.operations[index].options.callLimit else { return }
        emit(.arm(.timeout(index), at: now.advanced(by: limit)))
    }

    @inline(__always)
    func hasTimeLimit(_ index: Int) -> Bool {
        records[index].traits.contains(.hasTimeLimit)
    }

    /// A call has returned: nothing waits for it any more.
    mutating func disarmCall(_ index: Int, _ call: Call) {
        if hasTimeLimit(index) { emit(.disarm(.timeout(index))) }
        if call.cancellation != nil { emit(.disarm(.stuck(index))) }
    }

    /// The effect of the end of a body.
    enum EndVerdict {
        /// The value of the body, if there is one, is the operation's.
        case counts
        /// The end does not count.
        case dropped
        /// The value of the body came too late: it is to be undone, and then the end told again.
        case undo
        /// The time of the body had passed: the operation is to be asked whether another attempt
        /// may follow this failure, and then the end told again.
        case judge(Failure)
    }

    /// The operation's body returned or threw.
    ///
    /// - Parameters:
    ///   - index: The operation.
    ///   - result: What it came to.
    ///   - isUndone: Whether its value, which came too late, was undone.
    ///   - mayFollowTimeout: Whether another attempt may follow one whose time had passed; `nil` if that is still
    ///     to be asked.
    /// - Returns: What becomes of its value.
    @discardableResult
    mutating func ended(
        _ index: Int,
        _ result: Result,
        isUndone: Bool = false,
        mayFollowTimeout: Bool? = true
    ) -> EndVerdict {
        if result == .succeeded, isPlain(index) {
            endPlainly(index)
            return .counts
        }
        if !isUndone, records[index].traits.contains(.hasTeardown), result == .succeeded,
            isTooLate(index)
        {
            return .undo
        }
        if mayFollowTimeout == nil, !records[index].isLeftBehind,
            case .running(let call) = records[state: index], call.hasTimedOut
        {
            return .judge(timeoutFailure(index, result, call))
        }
        giveBackSlot(of: index)
        giveLocksBack(index)
        let isAction = records[index].isAction
        defer {
            if isAction { consumerIsFree(index) }
            advance()
        }
        guard !records[index].isLeftBehind else {
            records[index].isLeftBehind = false
            giveGroupLocksBack(around: index)
            if records[index].hasEnded { noteForRelease(index) }
            return .dropped
        }
        guard case .running(let call) = records[state: index] else { return .dropped }
        remaining.active -= 1
        disarmCall(index, call)
        records[state: index] = .pending
        let outcome = outcome(of: index, result, call)
        if call.isPutBack, outcome != .succeeded {
            beginAnew(index)
        } else if case .failed(let failure) = outcome {
            // An error that a body throws because its time was up does not say whether to try
            // again.
            let mayRetry =
                call.hasTimedOut
                ? mayFollowTimeout ?? true : !call.waitedInVain && result.mayRetry
            guard !isAction else {
                // The book knows whether the action was cancelled, or asked to end by a stop.
                actionEnded(index, outcome, mayRetry: mayRetry)
                return .dropped
            }
            attemptFailed(index, failure, call, mayRetry: mayRetry)
        } else {
            if outcome == .succeeded, !isAction { noteAttempt(index, nil, call) }
            resolve(index, outcome)
        }
        return outcome == .succeeded ? .counts : .dropped
    }

    private func isTooLate(_ index: Int) -> Bool {
        if records[index].isLeftBehind { return true }
        guard case .running(let call) = records[state: index] else { return false }
        return call.hasTimedOut
    }

    private mutating func outcome(of index: Int, _ result: Result, _ call: Call) -> Outcome {
        if call.hasTimedOut {
            return .failed(timeoutFailure(index, result, call))
        }
        switch (result, call.cancellation) {
        case (.succeeded, _): return .succeeded
        case (_, let cancellation?) where call.waitedInVain && records[index].isAction:
            return .failed(Failure(.error, cancellation.reason).followed(by: result))
        // A body that is asked to give up may say so with any error; a stop does not make it a
        // failure.
        case (.failed(let failure, _), let cancellation?)
        where course.isOrdinaryStop && !topology.operations[index].isAction:
            let reason = "\(cancellation.reason); \(failure.message)"
            let quiet = "\(cancellation.reason); \(failure.messageWithoutOutput)"
            noteReason(of: index, withoutOutput: quiet, instead: reason)
            return .cancelled(reason: reason)
        case (.failed(let failure, _), _): return .failed(failure)
        case (.cancelled(let words), let cancellation?):
            guard let words else { return .cancelled(reason: cancellation.reason) }
            let reason = "\(cancellation.reason); \(words)"
            let quiet = "\(cancellation.reason); \(words.withoutOutput)"
            noteReason(of: index, withoutOutput: quiet, instead: reason)
            return .cancelled(reason: reason)
        case (.cancelled(let words), nil):
            let message = "cancelled itself without having been asked to"
            let error: any Error = words ?? CancellationError()
            return .failed(Failure(.error, message).followed(by: words).of([error]))
        }
    }

    /// Notes the reason of an outcome without the output of programs, as everyone may read it, if
    /// that is another one.
    mutating func noteReason(
        of index: Int,
        withoutOutput quiet: String,
        instead reason: String
    ) {
        if quiet != reason { records[details: index].quietReason = quiet }
    }

    /// An attempt failed: another one follows, or a fallback, or the end.
    mutating func attemptFailed(
        _ index: Int,
        _ failure: Failure,
        _ call: Call,
        mayRetry: Bool
    ) {
        noteAttempt(index, failure, call)
        let next: Instant
        switch mayRetry ? nextAttempt(of: index, call) : .none {
        case .at(let instant): next = instant
        case .none: return fail(index, failure, wasUnwanted: call.isUnwanted)
        case .tooLate(let pause, let limit):
            let words = "not tried again: the pause of \(pause.timespan) would pass \(limit)"
            return fail(index, failure.saying { "\($0); \(words)" })
        }
        remaining.active += 1
        records[state: index] = .backingOff(until: next, after: failure)
        emit(.arm(.retry(index), at: next))
        if let end = records[details: index].budgetEnd { emit(.arm(.timeout(index), at: end)) }
        let delay = now.duration(to: next)
        tell {
            .operationRetrying(
                $0.status(of: index),
                attempt: Int($0.records[index].attempt),
                failure: failure,
                delay: delay
            )
        }
    }

    /// The number of attempts of an operation that are held.
    static let retainedAttempts = 64

    /// Notes the last attempt of a group.
    mutating func noteAttempt(ofGroup group: Int, _ outcome: Outcome) {
        let call = Call(startedAt: records[group].calledAt ?? now)
        switch outcome {
        case .succeeded, .degraded: noteAttempt(group, nil, call)
        case .failed(let failure): noteAttempt(group, failure, call)
        case .cancelled, .skipped, .notNeeded: return
        }
    }

    private mutating func noteAttempt(
        _ index: Int,
        _ failure: Failure?,
        _ call: Call
    ) {
        let options = topology.operations[index].options
        // The time of a fallback is to be told from that of the body before it.
        guard records[index].traits.contains(.mayRepeat) || failure != nil && options.hasFallback
        else {
            return
        }
        records[details: index].attempts.append(
            OperationStatus.Attempt(
                number: Int(records[index].attempt),
                startedAt: call.startedAt,
                endedAt: now,
                failure: failure,
                readyAt: records[details: index].pausedUntil
            )
        )
        // An operation that is tried for ever stays small; its first attempt tells how it began.
        if records[details: index].attempts.count > Self.retainedAttempts {
            let forgotten = records[details: index].attempts.remove(at: 1)
            if let failure = forgotten.failure { emit(.letGo(failure)) }
        }
    }

    /// The answer to the question whether there is another attempt.
    private enum NextAttempt {
        case at(Instant)
        /// All attempts are used up, or no other is wanted.
        case none
        /// The next attempt would begin, after this backoff, only after a limit, which is in words.
        case tooLate(pause: Duration, limit: String)
    }

    /// Another attempt is left, and would be let begin.
    func mayBeTriedAgain(_ index: Int) -> Bool {
        mayBegin(index) && !isInClosedGroup(index)
            && records[index].attempt < topology.operations[index].options.retry?.attempts ?? 1
    }

    /// When the next attempt is to begin, within the operation's budget and the launch's deadline.
    private mutating func nextAttempt(
        of index: Int,
        _ call: Call
    ) -> NextAttempt {
        let record = records[index]
        guard !call.isUnwanted, mayBeTriedAgain(index),
            let retry = topology.operations[index].declaration.options.retry
        else { return .none }
        let pause = retries.next(of: index, after: Int(record.attempt), retry)
        let next = now.advanced(by: pause)
        let budgetEnd = records[details: index].budgetEnd
        if let budgetEnd, now >= budgetEnd { return .none }
        if let budgetEnd, next >= budgetEnd {
            let budget = topology.operations[index].options.budget ?? .zero
            return .tooLate(pause: pause, limit: "its budget of \(budget.timespan)")
        }
        if record.stage == .launch, course.isBeforeReady, let deadline = course.deadline,
            next >= deadline
        {
            return .tooLate(pause: pause, limit: "the deadline of the launch")
        }
        return .at(next)
    }

    /// The backoff before the next attempt is over.
    mutating func backoffPassed(_ index: Int) {
        guard case .backingOff(let until, _) = records[state: index], until <= now else { return }
        remaining.active -= 1
        records[details: index].pausedUntil = now
        if records[index].isGroup { beginAgain(index) } else { enqueue(index) }
        advance()
    }

    /// Ends the backoff before an attempt.
    ///
    /// - Returns: The failure of the last attempt; `nil` if there is no backoff.
    mutating func endBackoff(_ index: Int) -> Failure? {
        guard case .backingOff(_, let failure) = records[state: index] else { return nil }
        remaining.active -= 1
        emit(.disarm(.retry(index)))
        if records[details: index].budgetEnd != nil { emit(.disarm(.timeout(index))) }
        records[state: index] = .pending
        return failure
    }

    /// Ends the backoff before an attempt that will not be made.
    ///
    /// - Returns: How the operation ends.
    mutating func giveUpBackoff(_ index: Int, reason: String) -> Outcome {
        guard let failure = endBackoff(index) else { return .cancelled(reason: reason) }
        let words = "\(reason); the last attempt failed: "
        let reason = words + failure.message
        noteReason(of: index, withoutOutput: words + failure.messageWithoutOutput, instead: reason)
        return .cancelled(reason: reason)
    }

    /// The operation cannot succeed any more: its fallback stands in, or it has failed.
    mutating func fail(
        _ index: Int,
        _ failure: Failure,
        wasUnwanted: Bool = false
    ) {
        if !wasUnwanted, mayFallBack(index) {
            fallBack(index, insteadOf: .failed(failure))
        } else {
            resolve(index, .failed(failure))
        }
    }
}
