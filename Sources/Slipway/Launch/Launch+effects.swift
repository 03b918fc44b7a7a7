internal import Synchronization

/// Every event takes the lock, asks the machine, and lets go; what is to be done is done here,
/// without the lock.
extension Launch {
    /// What is left to do when the lock is given back.
    struct Chores: Sendable {
        var effects: [LaunchMachine.Effect] = []
        var cancelled: [Task<Void, Never>] = []
        var session: Session?
        /// Those who wait until the launch is ready, and what they are told.
        var waiters: [ReadyWaiter] = []
        var phase = Phase.starting
        var observers: [Observers.Waiting] = []
        /// Whether a timer was armed that comes before all others.
        var wakesTimekeeper = false
        /// Let go of without the lock, since what ends with them may call the launch.
        var dropped: [AnyOutput] = []
    }

    /// Chores in one word, since there are nearly never any.
    final class ChoreList: Sendable {
        let chores: Chores

        init(_ chores: Chores) {
            self.chores = chores
        }
    }

    @discardableResult
    func perform<Answer: Sendable>(
        _ event: (inout LaunchMachine, Instant) -> Answer,
        after: (inout sending State, Answer) -> Void = { _, _ in }
    ) -> Answer {
        let (answer, rest) = ask(event, after: after)
        finish(rest)
        return answer
    }

    /// Asks the machine, and leaves the rest to ``finish(_:)``.
    func ask<Answer: Sendable>(
        _ event: (inout LaunchMachine, Instant) -> Answer,
        after: (inout sending State, Answer) -> Void = { _, _ in }
    ) -> (answer: Answer, rest: Rest) {
        state.withLock { state in
            // Read with the lock held, so that what comes later is never earlier.
            let now = now
            let answer = event(&state.machine, now)
            after(&state, answer)
            return (answer, Rest(&state))
        }
    }

    /// What an event leaves to do without the lock.
    struct Rest: Sendable {
        let chores: ChoreList?
        let callsMain: Bool
        /// How many bodies the pool could start.
        let startable: Int

        @inline(__always)
        init(_ state: inout sending State) {
            callsMain = Launch.mustCallMain(&state)
            chores = Launch.takeChores(&state)
            startable = state.machine.startable(.pool)
        }
    }

    func finish(_ rest: Rest) {
        // First: the rest calls what users wrote.
        if rest.callsMain { loop.callForTurn() }
        if let list = rest.chores { perform(list.chores) }
        if let world { return world.wake() }
        var startable = rest.startable
        while startable > 0, pool.signal() { startable -= 1 }
    }

    /// Collects what is to be done without the lock; `nil`, nearly always, when there is nothing.
    @inline(__always)
    static func takeChores(_ state: inout sending State) -> ChoreList? {
        let wakes = state.observers.mustWake(state.machine.log)
        guard wakes || state.machine.hasEffects else { return nil }
        return ChoreList(takeChores(&state, wakes: wakes))
    }

    /// Whether the caller is to call the main queue's thread: there is something for it, and nobody
    /// has called it.
    @inline(__always)
    static func mustCallMain(_ state: inout sending State) -> Bool {
        guard state.machine.startable(.main) > 0, !state.mainIsCalled else { return false }
        state.mainIsCalled = true
        return true
    }

    private static func takeChores(
        _ state: inout sending State,
        wakes: Bool
    ) -> Chores {
        var chores = Chores(effects: state.machine.takeEffects(), session: state.session)
        if wakes { chores.observers = state.observers.takeWaiting(state.machine.log) }
        var cancelled: Set<Int> = []
        for effect in chores.effects {
            switch effect {
            case .requestCancel(let node): cancelled.insert(node)
            case .dropPayload(let action):
                if let dropped = state.payloads.removeValue(forKey: action) {
                    chores.dropped.append(dropped)
                }
            // With the lock held: without it, the end of one attempt, or of one action, could disarm
            // the timer of the next.
            case .arm(let timer, let instant):
                let isFirst = chores.session?.timekeeper.set(.machine(timer), at: instant)
                if isFirst == true { chores.wakesTimekeeper = true }
            case .disarm(let timer): chores.session?.timekeeper.disarm(.machine(timer))
            case .evaluate, .fallBack, .tearDown, .reached, .finish: continue
            }
        }
        // With the lock held: a moment later the node may be another action's.
        if !cancelled.isEmpty { chores.cancelled = state.workers.cancel(cancelled) }
        if !state.readyWaiters.isEmpty, state.machine.stage != .idle,
            state.machine.stage != .starting
        {
            chores.waiters = state.readyWaiters.takeAll()
            chores.phase = state.machine.phase
        }
        return chores
    }

    func perform(_ chores: Chores) {
        if !chores.effects.isEmpty, chores.effects.contains(where: \.isCancellation) {
            cancellations.add(1, ordering: .releasing)
        }
        if chores.wakesTimekeeper { chores.session?.timekeeper.wake() }
        for effect in chores.effects { perform(effect, in: chores.session) }
        // After the effects, which wait for nobody: a launch that is to end when it is ready has ended
        // then, and who is told of both needs no copy of everything.
        for observer in chores.observers { observer.wake() }
        if !chores.waiters.isEmpty { resume(chores.waiters, chores.phase) }
        // Last: handlers of cancellation are the users', and run here.
        for task in chores.cancelled { task.cancel() }
    }

    @inline(never)
    private func resume(_ waiters: [ReadyWaiter], _ phase: Phase) {
        for waiter in waiters { waiter.resume(phase) }
    }

    private func perform(_ effect: LaunchMachine.Effect, in session: Session?) {
        switch effect {
        case .evaluate(let node): evaluateCondition(of: node)
        case .fallBack(let node): findFallback(of: node)
        case .tearDown(let node): tearDown(node)
        case .arm(let timer, let instant): world?.time.arm(timer, at: instant)
        case .disarm(let timer): world?.time.disarm(timer)
        case .requestCancel, .dropPayload: return
        case .reached(let milestone): reached(milestone, session)
        case .finish: finish(session)
        }
    }

    func fired(_ timer: Timekeeper.Timer) {
        switch timer {
        case .machine(let timer): perform { machine, now in machine.fired(timer, at: now) }
        case .relief: pool.relieve()
        }
    }

    private func reached(_ milestone: LaunchMachine.Milestone, _ session: Session?) {
        let goal = session?.goal ?? world?.goal
        switch milestone {
        case .ready:
            loop.setHurried(false)
            for reporter in session?.reporters ?? [] {
                guard let interval = reporter.heartbeat, interval > .zero else { continue }
                loop.beat(every: interval) { reporter.beat() }
            }
            if goal == .ready { stop(reason: "the launch is complete") }
        case .complete:
            if goal == .complete { stop(reason: "the launch is complete") }
        }
    }

    private func finish(_ session: Session?) {
        loop.stop()
        let mayHoldMain = state.withLock { state in
            state.machine.lanes[0].held > 0 || state.machine.hasLeftTeardown
        }
        guard mayHoldMain, let session else { return }
        // A body, or a teardown, of the main queue was left behind. If it only waits, its thread
        // comes back.
        let leave = { @Sendable [self] in
            guard !hasLeft.wait(upTo: .seconds(1)), let result = conclude(session) else { return }
            session.abandoned(result)
        }
        if IdleThread.run("slipway-exit", leave) != nil { leave() }
    }
}

extension LaunchMachine.Effect {
    fileprivate var isCancellation: Bool {
        if case .requestCancel = self { true } else { false }
    }
}
