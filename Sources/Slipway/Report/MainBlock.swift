/// A time in which the main queue's thread did one thing after the other, or one long thing, without coming
/// back for what else was to run there.
public struct MainBlock: Hashable, Sendable {
    /// When the block began.
    public var startedAt: Instant
    /// When the thread looked for other work again.
    public var endedAt: Instant

    /// Creates a block.
    public init(startedAt: Instant, endedAt: Instant) {
        self.startedAt = startedAt
        self.endedAt = endedAt
    }

    /// The length of the block.
    public var duration: Duration { startedAt.duration(to: endedAt) }
    /// The shortest block that is told.
    package static let least = Duration.milliseconds(1)
}
