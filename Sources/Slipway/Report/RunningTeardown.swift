/// The teardown of an operation, which has begun and not ended.
public struct RunningTeardown: Hashable, Sendable {
    /// The operation.
    public var name: String
    /// When its teardown began.
    public var since: Instant

    /// Creates a teardown.
    public init(name: String, since: Instant) {
        self.name = name
        self.since = since
    }
}
