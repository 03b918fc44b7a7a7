/// The slots of the queues: the bodies that have them, and what lets nothing start there.
struct QueueSlots: Sendable {
    /// The queues, by their numbers; 0 is main.
    var queues: [MachineQueue]
    /// The parties that let nothing start in any queue.
    private(set) var pausedBy: PauseOwners = []
    /// When the launch and its queues were paused.
    private(set) var pauses: [Pause] = []
    /// The hold of something on the main queue's thread, as of when the shell last looked.
    var heldThread: HeldThread?
    /// The longest hold on that thread so far, once it was over.
    var mainBlock: MainBlock?

    init(_ queues: [MachineQueue]) { self.queues = queues }

    /// Nothing starts in any queue.
    var isPaused: Bool { !pausedBy.isEmpty }

    /// The number of bodies of all queues but main that may run at a time.
    var poolWidth: Int {
        queues.dropFirst().reduce(0) { min(512, $0 + min(512, $1.width)) }
    }

    /// The parties that have paused a queue or (`nil`) all of them.
    func pausers(of queue: Int?) -> PauseOwners { queue.map { queues[$0].pausedBy } ?? pausedBy }

    /// Lets nothing start in a queue, or (`nil`) in any, until each party that paused it lets it go
    /// on.
    ///
    /// - Returns: Whether it was not paused before.
    mutating func pause(_ queue: Int?, by owner: PauseOwners, at now: Instant) -> Bool {
        let isNew = pausers(of: queue).isEmpty
        set(pausers(of: queue).union(owner), of: queue)
        if isNew { pauses.begin(queue.map { queues[$0].name }, at: now) }
        return isNew
    }

    /// - Returns: Whether nothing else pauses it.
    mutating func resume(_ queue: Int?, by owner: PauseOwners, at now: Instant) -> Bool {
        set(pausers(of: queue).subtracting(owner), of: queue)
        guard pausers(of: queue).isEmpty else { return false }
        pauses.end(queue.map { queues[$0].name }, at: now)
        return true
    }

    private mutating func set(_ owners: PauseOwners, of queue: Int?) {
        guard let queue else { return pausedBy = owners }
        queues[queue].pausedBy = owners
    }
}
