internal import Synchronization

/// Every event takes the lock, asks the machine, and lets go; what is to be done is done here,
/// without the lock.
extension Launch {
    /// The effects that are left for when the lock is given back; most events have none.
    struct Effects: Sendable {
        var machine: [LaunchMachine.Effect] = []
        /// Workers that wait and are to end, and the task that starts them.
        var woken: [UnsafeContinuation<Void, Never>] = []
        /// Workers whose attempt is stored, or could not be.
        var begun: [(UnsafeContinuation<Bool, Never>, isStored: Bool)] = []
        var cancelled: [Task<Void, Never>] = []
        /// Runs of parts that begin, and runs that are asked to end.
        var parts: (begun: [PartRun], asked: [PartRun]) = ([], [])
        /// The calls that tell operators what their requests came to.
        var answers: [@Sendable () -> Void] = []
        /// Tasks whose wait is over.
        var waiters: [Waiters.Wake] = []
        /// The calls that wake readers of events.
        var wakes: [@Sendable () -> Void] = []
        /// Objects to let go of without the lock, since what ends with them may call the launch.
        var dropped: [any Sendable] = []
        /// The values of operations that have ended, to be stored for later launches.
        var kept: [ValueWriter.Write] = []
        /// The thread that writes values is to be started.
        var startsWriting = false
        /// There is news for the successor.
        var tellsSuccessor = false
    }

    /// Tells the machine of an event, and does what follows from it.
    @discardableResult
    func perform<Answer: Sendable>(
        _ event: (inout LaunchMachine) -> Answer,
        after: (inout sending State, Answer) -> Void = { _, _ in }
    ) -> Answer {
        let (answer, follow) = ask(event, after: after)
        perform(follow)
        return answer
    }

    /// Asks the machine, and leaves the rest to ``perform(_:)``.
    func ask<Answer: Sendable>(
        _ event: (inout LaunchMachine) -> Answer,
        after: (inout sending State, Answer) -> Void = { _, _ in }
    ) -> (answer: Answer, follow: FollowUp) {
        visit { state in
            let answer = event(&state.machine)
            after(&state, answer)
            return answer
        }
    }

    /// Takes the lock, and sets the instant that counts for the whole visit.
    ///
    /// - Parameters:
    ///   - kept: Closures that the caller lets go of after it has given the lock back.
    ///   - event: What happens.
    /// - Returns: The answer of `event`, and what is to be done without the lock.
    @inline(__always)
    func visit<Answer: Sendable>(
        keeping kept: OperationCalls? = nil,
        _ event: (inout sending State) -> Answer
    ) -> (answer: Answer, follow: FollowUp) {
        state.withLock { state in
            // The clock is read with the lock held, so that the instant of a later visit is never
            // earlier.
            state.machine.now = now
            let answer = event(&state)
            return (answer, followUp(&state, keeping: kept))
        }
    }

    /// The effects that are carried out without the lock.
    struct FollowUp: Sendable {
        /// Workers that were called, or the task that is to start them.
        var callMain: UnsafeContinuation<Void, Never>?
        var callPool: UnsafeContinuation<Void, Never>?
        /// In a box, so that a follow-up without effects is small.
        var effects: Shared<Effects>?
    }

    /// Collects what is to be done without the lock.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - kept: Closures that the caller lets go of after it has given the lock back.
    /// - Returns: What is to be done.
    func followUp(_ state: inout sending State, keeping kept: OperationCalls? = nil) -> FollowUp {
        var follow = FollowUp()
        if world == nil {
            follow.callMain = call(.main, &state)
            follow.callPool = call(.pool, &state)
        }
        state.letGoOfCalls(&follow.effects, keeping: kept, withValues: values != nil)
        // With the lock held: a launch that ends now waits for these values.
        if world == nil, let values, let kept = follow.effects?.value.kept, !kept.isEmpty {
            follow.effects.there.startsWriting = values.add(kept)
        }
        let wakes = state.machine.log.takeWakes(all: state.machine.course.hasEnded)
        if !wakes.isEmpty { follow.effects.there.wakes = wakes }
        if state.machine.log.isObserved, let dropped = state.machine.log.takeDropped() {
            follow.effects.there.dropped.append(dropped)
        }
        if !state.waiters.isEmpty || state.machine.outbox.endsToTell != nil {
            let reached = state.takeReachedWaiters()
            if !reached.isEmpty { follow.effects.there.waiters = reached }
        }
        // After the tasks that wait have taken what they wait for.
        state.machine.releaseAdditions()
        if !state.machine.outbox.isEmpty { takeMachineEffects(&state, &follow.effects.there) }
        return follow
    }

    @inline(__always)
    private func call(
        _ runner: LaunchMachine.Runner,
        _ state: inout sending State
    ) -> UnsafeContinuation<Void, Never>? {
        guard state.machine.startable(runner) > 0 else { return nil }
        return state.workers.call(runner)
    }

    private func takeMachineEffects(_ state: inout sending State, _ effects: inout Effects) {
        effects.machine = state.machine.outbox.takeEffects()
        var cancelled: Set<Int> = []
        for effect in effects.machine {
            switch effect {
            case .requestCancel(let index): cancelled.insert(index)
            case .dropPayload(let action):
                if let dropped = state.payloads.removeValue(forKey: action) {
                    effects.dropped.append(dropped)
                }
            // With the lock held: without it, the end of one attempt, or of one action, could disarm
            // the timer of the next.
            case .arm(let timer, let instant):
                state.session?.clock.arm(.machine(timer), at: instant)
            case .disarm(let timer): state.session?.clock.disarm(.machine(timer))
            // With the lock held, so that changes are stored in the order in which they happen.
            case .store(let change, let times): keeper?.keep(change, times, for: id)
            // With the lock held, so that the successor is told in this order.
            case .handOver(let news):
                state.succession?.add(news)
                effects.tellsSuccessor = true
            case .beginAttempt(let action, let isStored):
                state.decide(action, isStored, &effects)
            case .finish:
                effects.woken += state.workers.end()
                state.letGoOfParts(&effects)
            case .renew(let index):
                if let value = state.values.removeValue(forKey: index) {
                    effects.dropped.append(value)
                }
            case .forget(let index):
                if let calls = state.calls[index] { effects.dropped.append(calls) }
                if let value = state.values.removeValue(forKey: index) {
                    effects.dropped.append(value)
                }
                state.calls[index] = nil
            case .beginPart, .askPart, .answerPart: state.take(effect, &effects)
            case .cancelPart:
                state.take(effect, &effects)
                cancellations.add(1, ordering: .releasing)
            // Carried out later without the lock, or (`letGo`) only let go of with these effects.
            case .evaluate, .fallBack, .judge, .tearDown, .reached, .letGo: continue
            }
        }
        // With the lock held: a moment later the kind may stand for another action.
        if !cancelled.isEmpty {
            effects.cancelled += state.workers.cancel(cancelled)
            cancellations.add(1, ordering: .releasing)
        }
    }

    func perform(_ follow: FollowUp) {
        follow.callMain?.resume()
        follow.callPool?.resume()
        if let effects = follow.effects?.value { perform(effects) }
        world?.wake()
    }

    private func perform(_ effects: Effects) {
        for continuation in effects.woken { continuation.resume() }
        for (worker, isStored) in effects.begun { worker.resume(returning: isStored) }
        for effect in effects.machine { perform(effect) }
        if effects.tellsSuccessor { state.withLock { $0.succession }?.deliver() }
        for part in effects.parts.begun { begin(part) }
        for part in effects.parts.asked { part.request.make() }
        for answer in effects.answers { answer() }
        // After the effects, which do not block: a launch that ends when it is ready has ended by
        // then, and its observers need one report instead of two.
        for wake in effects.wakes { wake() }
        for wake in effects.waiters { wake() }
        if effects.startsWriting { values?.start() }
        if world != nil { for write in effects.kept { keep(write) } }
        // Handlers of cancellation are the users', and may take as long as they like.
        for task in effects.cancelled { cancel(task) }
    }

    private func cancel(_ task: Task<Void, Never>) {
        guard world == nil else { return task.cancel() }
        let call = { @Sendable in task.cancel() }
        start(Workers.Request(worker: Worker(.pool), call: call))
    }

    private func perform(_ effect: LaunchMachine.Effect) {
        switch effect {
        case .evaluate(let index): evaluateCondition(of: index)
        case .fallBack(let index): findFallback(of: index)
        case .judge(let index, let failure): judge(failure, of: index)
        case .tearDown(let index): tearDown(index)
        case .arm(let timer, let instant): world?.time.arm(timer, at: instant)
        case .disarm(let timer): world?.time.disarm(timer)
        case .requestCancel, .beginPart, .askPart, .cancelPart, .answerPart, .dropPayload, .letGo,
            .renew, .forget, .store, .beginAttempt, .handOver:
            return
        case .reached(let milestone): reached(milestone)
        case .finish: finish()
        }
    }

    func fired(_ timer: LaunchMachine.Timer) {
        perform { $0.fired(timer) }
    }

    private func reached(_ milestone: LaunchMachine.Milestone) {
        let (goal, session) = state.withLock { ($0.goal, $0.session) }
        switch milestone {
        case .ready:
            for reporter in session?.reporters ?? [] {
                guard let interval = reporter.heartbeat, interval > .zero else { continue }
                loop.beat(every: interval, for: self) { reporter.beat() }
            }
            if goal == .ready { stop(reason: "the launch is complete") }
        case .complete:
            if goal == .complete { stop(reason: "the launch is complete") }
        }
    }

    private func finish() {
        let (patience, session) = state.withLock { state in
            // A body, or a teardown, of the main queue that was left behind has had its grace;
            // `@MainActor` code has not.
            let grace = state.machine.mayHoldMain ? .zero : state.machine.plan.grace
            return (max(Self.wayBack, grace), state.session)
        }
        guard ownsLoop else {
            // The thread goes on with the other launches that run there.
            loop.release(self)
            if let session { leave(session, "") }
            return
        }
        loop.stop()
        session?.clock.arm(.leave, at: .now.advanced(by: patience))
    }

    /// The time that the main queue's thread may take to come back, when nothing holds it up.
    private static let wayBack = Duration.seconds(1)

    /// Ends a launch whose main queue's thread has not come back because something holds it up; if
    /// nothing does, looks again later.
    func leave() {
        let (session, words) = state.withLock { state in
            state.machine.slots.heldThread = loop.kept(at: .now)
            return (state.session, state.machine.heldThreadWords(at: .now))
        }
        guard let session else { return }
        guard let words else {
            return session.clock.arm(.leave, at: .now.advanced(by: Self.wayBack))
        }
        leave(session, words)
    }

    func leave(_ session: Session, _ words: String) {
        let leave = { @Sendable [self] in
            if let result = conclude(session) { session.abandoned(result, words) }
        }
        do throws(Thread.Refusal) { try Thread("slipway-exit", leave) } catch { leave() }
    }
}

extension Shared<Launch.Effects>? {
    /// The effects, made if there are none yet.
    fileprivate var there: Launch.Effects {
        get { self?.value ?? Launch.Effects() }
        set { self = Shared(newValue) }
    }
}

extension Launch.State {
    /// Lets go of the closures of operations that have ended for good.
    fileprivate mutating func letGoOfCalls(
        _ effects: inout Shared<Launch.Effects>?,
        keeping kept: OperationCalls?,
        withValues keepsValues: Bool
    ) {
        while let index = machine.outbox.takeEnded() {
            guard let ended = calls[index].take() else { continue }
            if keepsValues, let write = write(ofValueOf: index, ended) {
                effects.there.kept.append(write)
            }
            let mayRunAgain =
                !isConcluded && ended.staying != nil && machine.parts[index] != nil
            calls[index] =
                if mayRunAgain { OperationCalls(staying: ended.staying) } else {
                    isConcluded ? nil : ended.afterEnd
                }
            if ended !== kept { effects.there.dropped.append(ended) }
        }
    }

    /// The write that stores the value of an operation that has ended; `nil` if the value is not
    /// the operation's own, or is not to be stored.
    ///
    /// A group has the value of an operation in it.
    private func write(ofValueOf index: Int, _ ended: OperationCalls) -> ValueWriter.Write? {
        guard let keep = ended.fallback?.keep, case .succeeded? = machine.outcome(of: index) else {
            return nil
        }
        let holder = machine.valueHolder(of: index)
        guard case .succeeded? = machine.outcome(of: holder), let output = values[holder] else {
            return nil
        }
        let name = machine.name(of: index)
        return ValueWriter.Write(
            index: index,
            operation: name,
            output: output,
            endedAt: WallTime.microseconds,
            keep: keep
        )
    }
}
