/// A time in which the main queue's thread did one thing after the other, or one long thing, without coming
/// back for what else was to run there.
public struct MainBlock: Hashable, Sendable {
    /// When it began.
    public var startedAt: Instant
    /// When the thread looked for other work again.
    public var endedAt: Instant

    /// Creates a block.
    public init(startedAt: Instant, endedAt: Instant) {
        self.startedAt = startedAt
        self.endedAt = endedAt
    }

    /// Its length.
    public var duration: Duration { startedAt.duration(to: endedAt) }
    /// Shorter ones are not told.
    package static let least = Duration.milliseconds(1)
}
