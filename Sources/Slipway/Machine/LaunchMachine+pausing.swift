/// Pausing: what runs goes on, nothing new starts until the last one that paused it lets it go on.
extension LaunchMachine {
    var isPaused: Bool { !pausedBy.isEmpty }

    /// Lets nothing start in a queue until ``resume(_:by:at:)``.
    ///
    /// - Returns: `false` when this owner had paused it already, or the launch has ended.
    mutating func pause(
        _ queue: Int,
        by owner: PauseOwners = .operators,
        at now: Instant
    ) -> Bool {
        guard !queues[queue].pausedBy.contains(owner), stage != .ended else { return false }
        let wasPaused = queues[queue].isPaused
        queues[queue].pausedBy.insert(owner)
        guard !wasPaused else { return true }
        pausesSoFar.begin(queues[queue].name, at: now)
        offerReserved(of: queue, at: now)
        letActionsPass(at: now)
        tell(at: now) { .paused($0.queues[queue].name) }
        advance(at: now)
        return true
    }

    mutating func resume(
        _ queue: Int,
        by owner: PauseOwners = .operators,
        at now: Instant
    ) -> Bool {
        guard queues[queue].pausedBy.contains(owner), stage != .ended else { return false }
        queues[queue].pausedBy.remove(owner)
        guard !queues[queue].isPaused else { return true }
        pausesSoFar.end(queues[queue].name, at: now)
        resumeActions(at: now)
        tell(at: now) { .resumed($0.queues[queue].name) }
        giveUpIfVain(waits.all, at: now)
        advance(at: now)
        return true
    }

    mutating func pauseAll(by owner: PauseOwners = .operators, at now: Instant) -> Bool {
        guard !pausedBy.contains(owner), stage != .ended else { return false }
        let wasPaused = isPaused
        pausedBy.insert(owner)
        guard !wasPaused else { return true }
        pausesSoFar.begin(nil, at: now)
        for queue in queues.indices { offerReserved(of: queue, at: now) }
        letActionsPass(at: now)
        tell(at: now) { _ in .paused(nil) }
        advance(at: now)
        return true
    }

    mutating func resumeAll(by owner: PauseOwners = .operators, at now: Instant) -> Bool {
        guard pausedBy.contains(owner), stage != .ended else { return false }
        pausedBy.remove(owner)
        guard !isPaused else { return true }
        pausesSoFar.end(nil, at: now)
        resumeActions(at: now)
        tell(at: now) { _ in .resumed(nil) }
        giveUpIfVain(waits.all, at: now)
        advance(at: now)
        return true
    }
}
