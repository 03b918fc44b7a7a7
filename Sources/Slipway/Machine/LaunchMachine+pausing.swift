/// Pausing: what runs goes on, nothing new starts until the last owner of the pause lifts it.
extension LaunchMachine {
    /// Lets nothing start in a queue, or (`nil`) in any, until ``resume(_:by:)``.
    ///
    /// - Returns: `false` when this owner had paused it already, or the launch has ended.
    mutating func pause(_ queue: Int? = nil, by owner: PauseOwners = .operators) -> Bool {
        guard !slots.pausers(of: queue).contains(owner), !course.hasEnded else { return false }
        guard slots.pause(queue, by: owner, at: now) else { return true }
        for paused in queue.map({ $0..<$0 + 1 }) ?? slots.queues.indices {
            offerReserved(of: paused)
        }
        letActionsPass()
        tell { machine in .paused(queue.map { machine.slots.queues[$0].name }) }
        advance()
        return true
    }

    mutating func resume(_ queue: Int? = nil, by owner: PauseOwners = .operators) -> Bool {
        guard slots.pausers(of: queue).contains(owner), !course.hasEnded else { return false }
        guard slots.resume(queue, by: owner, at: now) else { return true }
        resumeActions()
        tell { machine in .resumed(queue.map { machine.slots.queues[$0].name }) }
        giveUpIfVain(waits.all)
        advance()
        return true
    }
}
