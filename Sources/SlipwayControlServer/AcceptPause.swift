/// The pause after a failed accept: 100 ms, doubling to 1 s.
struct AcceptPause {
    private static let shortest = Duration.milliseconds(100)
    private static let longest = Duration.seconds(1)

    private var following = shortest

    /// The pause after a failure.
    mutating func next() -> Duration {
        defer { following = min(following * 2, Self.longest) }
        return following
    }

    /// Starts again at 100 ms, after a connection was accepted.
    mutating func reset() { following = Self.shortest }
}
