internal import Synchronization

/// Every event takes the lock, asks the machine, and lets go; what the machine wants done is done
/// here, without the lock.
extension Launch {
    @discardableResult
    func perform<Answer: Sendable>(
        before: (inout sending State) -> Void = { _ in },
        _ event: (inout LaunchMachine, Instant) -> Answer,
        after: (inout sending State, Answer) -> Void = { _, _ in }
    ) -> Answer {
        let (answer, effects, cancelled, session, waiters) = state.withLock { state in
            // Read with the lock held, so that what comes later is never earlier.
            let now = Instant.now
            before(&state)
            let answer = event(&state.machine, now)
            after(&state, answer)
            let effects = state.machine.takeEffects()
            for case .tell(let kind, let instant) in effects {
                state.session?.hub.append(kind, at: instant)
            }
            let cancelled = Self.takeCancelled(effects, &state)
            return (answer, effects, cancelled, state.session, Self.takeWaiters(&state))
        }
        session?.hub.wake()
        for task in cancelled { task.cancel() }
        for effect in effects { perform(effect, in: session) }
        for (waiter, phase) in waiters { waiter.resume(returning: phase) }
        return answer
    }

    /// Tells the bodies that were asked to give up.
    ///
    /// With the lock held: a moment later the node may be another action's.
    static func takeCancelled(
        _ effects: [LaunchMachine.Effect],
        _ state: inout State
    ) -> [Task<Void, Never>] {
        var tasks: [Task<Void, Never>] = []
        for case .requestCancel(let node) in effects {
            guard let body = state.running[node] else { continue }
            body.cancellation.raise()
            if let task = body.task { tasks.append(task) }
        }
        return tasks
    }

    static func takeWaiters(
        _ state: inout State
    ) -> [(CheckedContinuation<Phase, Never>, Phase)] {
        guard !state.readyWaiters.isEmpty, state.machine.stage != .idle,
            state.machine.stage != .starting
        else { return [] }
        defer { state.readyWaiters = [] }
        let phase = state.machine.phase
        return state.readyWaiters.map { ($0, phase) }
    }

    func perform(_ effect: LaunchMachine.Effect, in session: Session?) {
        switch effect {
        case .start(let node): start(node)
        case .requestCancel: return
        case .tearDown(let node): tearDown(node)
        case .arm(let timer, let instant): session?.timekeeper.arm(timer, at: instant)
        case .disarm(let timer): session?.timekeeper.disarm(timer)
        case .dropPayload(let action): state.withLock { $0.payloads[action] = nil }
        case .tell(.launchReady, _): becameReady(session)
        case .tell: return
        case .finish: finish(session)
        }
    }

    func becameReady(_ session: Session?) {
        for reporter in session?.reporters ?? [] {
            guard let interval = reporter.heartbeat else { continue }
            loop.beat(every: interval) { reporter.beat() }
        }
        if session?.goal == .ready { stop(reason: "the launch is complete") }
    }

    func finish(_ session: Session?) {
        loop.stop()
        let mainIsHeld = state.withLock { $0.machine.lanes[0].held > 0 }
        guard mainIsHeld, let session else { return }
        // A body of the main queue was left behind. If it only waits, its thread comes back.
        Thread("slipway-exit") { [self] in
            Wakeup.wait(for: hasLeft.descriptor, upTo: .seconds(1))
            guard !hasLeft.clear(), let result = conclude(session) else { return }
            session.abandoned(result)
        }.detach()
    }
}
