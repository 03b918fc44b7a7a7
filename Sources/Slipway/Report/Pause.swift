/// A time in which nothing started in a queue, or in the whole launch, because it was paused.
public struct Pause: Hashable, Sendable {
    /// The queue; `nil` for the whole launch.
    public var queue: Queue?
    /// When the pause began.
    public var startedAt: Instant
    /// When the pause ended; `nil` while it lasts.
    public var endedAt: Instant?

    /// Creates a pause.
    public init(queue: Queue?, startedAt: Instant, endedAt: Instant? = nil) {
        self.queue = queue
        self.startedAt = startedAt
        self.endedAt = endedAt
    }
}

extension [Pause] {
    /// The most pauses of a launch that are held, the last ones.
    private static var limit: Int { 64 }

    /// Notes that a queue, or (`nil`) the launch, is paused, unless it is already.
    mutating func begin(_ queue: Queue?, at now: Instant) {
        guard !contains(where: { $0.queue == queue && $0.endedAt == nil }) else { return }
        append(Pause(queue: queue, startedAt: now))
        if count > Self.limit, let ended = firstIndex(where: { $0.endedAt != nil }) {
            remove(at: ended)
        }
    }

    /// Notes that a queue, or (`nil`) the launch, is resumed.
    mutating func end(_ queue: Queue?, at now: Instant) {
        guard let index = lastIndex(where: { $0.queue == queue && $0.endedAt == nil }) else {
            return
        }
        self[index].endedAt = now
    }
}
