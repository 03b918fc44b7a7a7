internal import Slipway

/// The time limit of a try, for all its parts together.
struct TryTime: Sendable {
    /// The longest time that the try may take.
    let limit: Duration
    private let end: Instant

    /// A try that begins now.
    init(_ limit: Duration) {
        self.limit = limit
        end = Instant.now.advanced(by: limit)
    }

    /// The time left, not negative.
    var rest: Duration { max(Instant.now.duration(to: end), .zero) }
}
