/// Pausing: what runs goes on, nothing new starts.
extension LaunchMachine {
    /// Lets nothing start in a queue until ``resume(_:at:)``.
    ///
    /// - Returns: `false` when it was paused already.
    mutating func pause(_ lane: Int, at now: Instant) -> Bool {
        guard !lanes[lane].isPaused else { return false }
        lanes[lane].isPaused = true
        offerReserved(of: lane, at: now)
        tell(at: now) { .paused($0.topology.lanes[lane].queue) }
        advance(at: now)
        return true
    }

    mutating func resume(_ lane: Int, at now: Instant) -> Bool {
        guard lanes[lane].isPaused else { return false }
        lanes[lane].isPaused = false
        tell(at: now) { .resumed($0.topology.lanes[lane].queue) }
        advance(at: now)
        return true
    }

    mutating func pauseAll(at now: Instant) -> Bool {
        guard !isPaused else { return false }
        isPaused = true
        for lane in lanes.indices { offerReserved(of: lane, at: now) }
        tell(at: now) { _ in .paused(nil) }
        advance(at: now)
        return true
    }

    mutating func resumeAll(at now: Instant) -> Bool {
        guard isPaused else { return false }
        isPaused = false
        tell(at: now) { _ in .resumed(nil) }
        advance(at: now)
        return true
    }
}
