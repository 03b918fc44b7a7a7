#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A point on CLOCK_MONOTONIC, in nanoseconds since an arbitrary start that all processes of this
/// boot share.
///
/// The machine never reads a clock: its driver passes the instants in, so that a virtual clock
/// replays a launch exactly.
public struct Instant: InstantProtocol, Sendable {
    /// Nanoseconds since the clock's start.
    public let nanoseconds: Int64

    /// Creates an instant from nanoseconds since the clock's start.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The current reading of CLOCK_MONOTONIC; about 20 ns, never blocks.
    public static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Whole microseconds since the clock's start, the unit of `sd_notify` and the journal.
    public var microseconds: Int64 { nanoseconds / 1000 }

    /// The instant `duration` later, or earlier if it is negative; limited to the range of the
    /// clock.
    public func advanced(by duration: Duration) -> Instant {
        let offset = duration.nanoseconds
        let (sum, overflow) = nanoseconds.addingReportingOverflow(offset)
        return Instant(nanoseconds: overflow ? (offset < 0 ? .min : .max) : sum)
    }

    /// The time from here to `other`; negative when that is earlier; at most 292 years.
    public func duration(to other: Instant) -> Duration {
        let (span, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
        return .nanoseconds(overflow ? (other < self ? .min : .max) : span)
    }

    /// The time from here to `other`; not negative: zero when that is earlier.
    package func elapsed(to other: Instant) -> Duration { max(duration(to: other), .zero) }

    /// Tells whether `left` comes before `right`.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

extension Duration {
    /// Whole nanoseconds, limited to 64 bits (292 years).
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, carried) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carried ? (seconds < 0 ? .min : .max) : sum
    }

    /// Whole microseconds, rounded towards zero.
    package var microseconds: Int64 { nanoseconds / 1000 }
}
