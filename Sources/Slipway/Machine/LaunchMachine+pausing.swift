/// Pausing: what runs goes on, nothing new starts.
extension LaunchMachine {
    /// Lets nothing start in a queue until ``resume(_:at:)``.
    ///
    /// - Returns: `false` when it was paused already, or the launch has ended.
    mutating func pause(_ queue: Int, at now: Instant) -> Bool {
        guard !queues[queue].isPaused, stage != .ended else { return false }
        queues[queue].isPaused = true
        offerReserved(of: queue, at: now)
        letActionsPass(at: now)
        tell(at: now) { .paused($0.queues[queue].name) }
        advance(at: now)
        return true
    }

    mutating func resume(_ queue: Int, at now: Instant) -> Bool {
        guard queues[queue].isPaused, stage != .ended else { return false }
        queues[queue].isPaused = false
        resumeActions(at: now)
        tell(at: now) { .resumed($0.queues[queue].name) }
        advance(at: now)
        return true
    }

    mutating func pauseAll(at now: Instant) -> Bool {
        guard !isPaused, stage != .ended else { return false }
        isPaused = true
        for queue in queues.indices { offerReserved(of: queue, at: now) }
        letActionsPass(at: now)
        tell(at: now) { _ in .paused(nil) }
        advance(at: now)
        return true
    }

    mutating func resumeAll(at now: Instant) -> Bool {
        guard isPaused, stage != .ended else { return false }
        isPaused = false
        resumeActions(at: now)
        tell(at: now) { _ in .resumed(nil) }
        advance(at: now)
        return true
    }
}
