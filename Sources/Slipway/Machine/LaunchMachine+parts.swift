/// The parts: bodies that go on after their operations have ended.
extension LaunchMachine {
    /// The body of the operation goes on after the operation has ended.
    @inline(__always)
    func stays(_ index: Int) -> Bool { records[index].traits.contains(.stays) }

    /// The next body that may start and ends with its operation; parts that come before it are
    /// begun.
    mutating func takeBody(_ runner: Runner) -> Int? {
        while let index = takeNext(runner) {
            guard stays(index) else { return index }
            beginPart(index)
        }
        return nil
    }

    /// The attempt of an operation with a part begins.
    mutating func beginPart(_ index: Int) {
        if parts[index] == nil { parts[index] = part(index) }
        parts[index]?.isAwaited = true
        supervise(index) { $0.start(.operation, at: $1) }
    }

    /// The operation of a part begins anew; news of an earlier run still counts for nothing.
    mutating func renewPart(_ index: Int) {
        guard let before = parts[index] else { return }
        parts[index] = part(index)
        parts[index]?.run = before.run
    }

    private func part(_ index: Int) -> Part {
        let options = topology.operations[index].options
        let policy = Supervisor.Policy(
            ended: options.ended ?? .fail,
            isOptional: options.isOptional,
            startLimit: options.callLimit ?? plan.deadline,
            longestStart: plan.deadline
        )
        return Part(supervisor: Supervisor(name(of: index), policy, startLack: Self.unreadiness))
    }

    /// The step besides its work without which a part never becomes ready.
    private static let unreadiness = "has not called ready(), which says that it does its work"

    // MARK: News of parts

    /// A part says that it is ready.
    mutating func partReady(_ index: Int, _ run: Int) {
        guard !course.hasEnded, let part = parts[index], part.run == run, part.state == .running
        else {
            return
        }
        supervise(index) { $0.becameReady(at: $1) }
    }

    /// A part asks for more time until it is ready.
    mutating func extendPart(_ index: Int, by duration: Duration) {
        guard parts[index] != nil else { return }
        supervise(index) { $0.extend(by: duration, at: $1) }
    }

    /// A part returned or threw.
    mutating func partEnded(_ index: Int, _ run: Int, _ result: Result) {
        guard let part = parts[index], part.run == run, part.state != .none else { return }
        parts[index]?.state = .none
        guard !course.hasEnded else {
            // The part was left behind, and gives back what it holds.
            if part.isAwaited { ended(index, .cancelled(nil)) }
            return
        }
        if case .ending = part.supervisor.state {
            leave(index, part.state, result)
        } else {
            endByItself(index, result)
        }
        endTeardown(ofPart: index)
    }

    /// A part ended because it was to.
    private mutating func leave(
        _ index: Int,
        _ before: Part.State,
        _ result: Result
    ) {
        var force: String?
        switch before {
        case .none, .running, .cancelled(wasAsked: false): break
        case .asked: emit(.disarm(.part(index, .grace)))
        case .cancelled(wasAsked: true):
            force = "was cancelled: it did not end within \(plan.grace.timespan) of being asked to"
        }
        // A body that was given up says with its result how far it was.
        parts[index]?.result = result == .succeeded ? .cancelled(nil) : result
        if case .failed(let failure, _) = result { parts[index]?.failure = failure }
        let words = parts[index]?.failure.map { "its end failed: \($0.message)" }
        supervise(index) { supervisor, now in
            supervisor.gone(force: force, words: words, at: now)
        }
    }

    private mutating func endByItself(_ index: Int, _ result: Result) {
        let isRunning = if case .running? = parts[index]?.supervisor.state { true } else { false }
        let isSuccess = isRunning && result == .succeeded
        let failure: Failure
        switch result {
        case .failed(let error, _): failure = error
        case .cancelled(let words):
            let message = "cancelled itself without having been asked to"
            failure = Failure(words.map { "\(message): \($0)" } ?? message)
        case .succeeded where isRunning:
            let mayReturn = parts[index]?.supervisor.policy.ended.allowsSuccess ?? false
            failure = Failure(mayReturn ? "returned" : "returned without having been asked to end")
        case .succeeded:
            failure = Failure(
                "returned without having called ready(); call it as soon as the part does its work, or "
                    + "declare what is to end by itself with plan.add"
            )
        }
        let mayRetry = if case .succeeded = result { true } else { result.mayRetry }
        parts[index]?.result = .failed(failure, mayRetry: mayRetry)
        supervise(index) { supervisor, now in
            supervisor.ended(
                failure.message,
                withoutOutput: failure.messageWithoutOutput,
                isSuccess: isSuccess,
                at: now
            )
        }
    }

    // MARK: Requests

    /// An operator asks for something, and is answered by ``Effect/answerPart(_:_:)``.
    ///
    /// - Returns: The operation.
    mutating func operatePart(
        _ name: String,
        _ request: Supervisor.Request,
        by uid: UInt32? = nil
    ) -> Swift.Result<Int, Supervisor.Refusal> {
        guard let index = topology.index(named: name), let part = parts[index] else {
            return .failure(.unknown(known: parts.all.map { self.name(of: $0) }.sorted()))
        }
        // A launch that ends ends its parts, in its own order.
        guard course.isOpen else { return .failure(.ended("was stopped meanwhile")) }
        guard !part.isAwaited, request == .stop || !isBetweenAttempts(index) else {
            return .failure(.starting)
        }
        parts[index]?.hasCallers = true
        supervise(index) { $0.carryOut(request, by: uid, at: $1) }
        return .success(index)
    }

    /// The attempt of an operation with a part is given up: its time has passed, or it is not
    /// wanted any more.
    mutating func giveUpPart(_ index: Int) {
        supervise(index) { $0.cancel(at: $1) }
    }

    /// The teardown has come to a part.
    mutating func tearDownPart(_ index: Int) {
        supervise(index) { $0.stop(at: $1) }
    }

    /// The launch is over: whatever still runs is left behind.
    mutating func cancelParts() {
        for index in parts.all {
            switch parts[index]?.state {
            case .running?, .asked?:
                parts[index]?.state = .cancelled(wasAsked: true)
                emit(.cancelPart(index))
            case .cancelled?, Part.State.none?, nil: continue
            }
        }
    }

    /// Takes note of the end of a part in the teardown, once that is over.
    private mutating func endTeardown(ofPart index: Int) {
        guard let part = parts[index], !part.isThere,
            teardown.begun[index] != nil || groups.leftUndoing.contains(index)
        else { return }
        tornDown(index, part.failure)
    }

    mutating func partTimerFired(_ index: Int, _ timer: Part.Timer) {
        guard !course.hasEnded, let part = parts[index] else { return }
        switch timer {
        case .supervisor(let timer): supervise(index) { $0.fired(timer, at: $1) }
        case .grace:
            guard case .asked(let since) = part.state, since.advanced(by: plan.grace) <= now else {
                return
            }
            parts[index]?.state = .cancelled(wasAsked: true)
            emit(.cancelPart(index))
        }
    }

    // MARK: Decisions of the supervisor

    private mutating func supervise(
        _ index: Int,
        _ event: (inout Supervisor, Instant) -> Void
    ) {
        guard var part = parts[index] else { return }
        event(&part.supervisor, now)
        let actions = part.supervisor.takeActions()
        parts[index] = part
        for action in actions { follow(action, index) }
    }

    private mutating func follow(_ action: Supervisor.Action, _ index: Int) {
        switch action {
        case .begin: beginRun(index)
        case .end(let isOrderly): endRun(index, isOrderly: isOrderly)
        case .arm(let timer, let instant): emit(.arm(.part(index, .supervisor(timer)), at: instant))
        case .disarm(let timer): emit(.disarm(.part(index, .supervisor(timer))))
        case .tell(let status): programChanged(status)
        case .answer(let outcome): answer(outcome, index)
        // Only programs have a last step.
        case .takeLastStep, .endLastStep: return
        case .stopService(let reason): finish(name(of: index), reason: reason)
        case .fail(let reason):
            // Of a restart that was not ready in time there is no error.
            var failure = Failure(reason)
            if case .failed(let error, _)? = parts[index]?.result {
                failure = error.saying { _ in reason }
            }
            fail(failure, of: name(of: index))
        }
    }

    private mutating func beginRun(_ index: Int) {
        parts[index]?.run += 1
        parts[index]?.state = .running
        parts[index]?.result = nil
        parts[index]?.failure = nil
        emit(.beginPart(index, run: parts[index]?.run ?? 0))
    }

    private mutating func endRun(_ index: Int, isOrderly: Bool) {
        switch parts[index]?.state {
        case .running? where isOrderly:
            parts[index]?.state = .asked(since: now)
            emit(.askPart(index))
            emit(.arm(.part(index, .grace), at: now.advanced(by: plan.grace)))
        case .running?:
            parts[index]?.state = .cancelled(wasAsked: false)
            emit(.cancelPart(index))
        // The part has ended by itself, and nothing is left of it.
        case Part.State.none?, nil: supervise(index) { $0.gone(at: $1) }
        case .asked?, .cancelled?: return
        }
    }

    /// Passes the outcome to the attempt of the operation, or to the operators, that wait for it.
    private mutating func answer(_ outcome: Supervisor.Outcome, _ index: Int) {
        guard let part = parts[index] else { return }
        if part.hasCallers { emit(.answerPart(index, outcome)) }
        parts[index]?.hasCallers = false
        guard part.isAwaited else { return }
        parts[index]?.isAwaited = false
        switch outcome {
        case .running: ended(index, .succeeded)
        case .stopped, .ended: ended(index, part.result ?? .cancelled(nil))
        }
    }
}
