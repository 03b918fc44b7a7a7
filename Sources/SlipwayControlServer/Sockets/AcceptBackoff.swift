/// The backoff after a failed accept: 100 ms, doubling to 1 s.
package struct AcceptBackoff: Sendable {
    private static let shortest = Duration.milliseconds(100)
    private static let longest = Duration.seconds(1)

    private var following = shortest

    /// Begins at 100 ms.
    package init() {}

    /// The backoff after a failure.
    package mutating func next() -> Duration {
        defer { following = min(following * 2, Self.longest) }
        return following
    }

    /// Starts again at 100 ms, after a connection was accepted.
    package mutating func reset() { following = Self.shortest }
}
