/// The facts of a launch as a whole: how far it has come, since when, and what it lacks.
public struct LaunchCourse: Hashable, Sendable {
    /// The phase of the launch.
    public var phase: Phase
    /// When the launch began to run operations; `nil` before.
    public var launchedAt: Instant?
    /// When the last operation that gates readiness ended; `nil` before.
    public var readyAt: Instant?
    /// When the launch was asked to stop, or began to fail; `nil` before.
    public var stoppingAt: Instant?
    /// When the launch had stopped or failed and everything was torn down; `nil` before.
    public var endedAt: Instant?
    /// The trouble with the store of launch actions; `nil` for none.
    public var storage: StorageTrouble?
    /// The causes of the launch's failure, in the order of their occurrence; empty unless it
    /// failed.
    public var rootCauses: [RootCause]
    /// The launch as a whole is paused: nothing starts in any queue.
    public var isPaused: Bool
    /// The queues that are paused on their own.
    public var pausedQueues: [Queue]
    /// The pauses of the launch and of queues, in the order of their beginning: the last 64.
    public var pauses: [Pause]

    /// Creates the facts of a launch.
    public init(
        phase: Phase = .starting,
        launchedAt: Instant? = nil,
        readyAt: Instant? = nil,
        stoppingAt: Instant? = nil,
        endedAt: Instant? = nil,
        storage: StorageTrouble? = nil,
        rootCauses: [RootCause] = [],
        isPaused: Bool = false,
        pausedQueues: [Queue] = [],
        pauses: [Pause] = []
    ) {
        self.phase = phase
        self.launchedAt = launchedAt
        self.readyAt = readyAt
        self.stoppingAt = stoppingAt
        self.endedAt = endedAt
        self.storage = storage
        self.rootCauses = rootCauses
        self.isPaused = isPaused
        self.pausedQueues = pausedQueues
        self.pauses = pauses
    }
}

extension LaunchCourse {
    /// Notes that a queue, or (`nil`) the launch, is paused.
    mutating func pause(_ queue: Queue?, at now: Instant) {
        pauses.begin(queue, at: now)
        guard let queue else { return isPaused = true }
        pausedQueues.removeAll { $0 == queue }
        pausedQueues.append(queue)
    }

    /// Notes that a queue, or (`nil`) the launch, goes on.
    mutating func resume(_ queue: Queue?, at now: Instant) {
        pauses.end(queue, at: now)
        guard let queue else { return isPaused = false }
        pausedQueues.removeAll { $0 == queue }
    }
}
