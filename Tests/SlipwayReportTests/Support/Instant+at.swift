import Slipway

extension Instant {
    /// Milliseconds since the process's start, which is far from zero, as in CLOCK_MONOTONIC.
    static func at(_ milliseconds: Int64) -> Instant {
        Instant(nanoseconds: 90_000_000_000_000 + milliseconds * 1_000_000)
    }
}
