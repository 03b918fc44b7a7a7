internal import Glibc
package import Slipway
internal import SlipwayVarlink

/// Converts instants to dates of the wall clock.
///
/// The conversion uses the present setting of the clock: if the clock was set in between, as after
/// a boot without a battery, earlier instants get the corrected dates. Time in which the machine
/// slept is not counted.
package struct Calendar: Hashable, Sendable {
    /// The dates that can be told, in microseconds since 1970: up to the year 2255.
    package static let dates = DateType.accepted

    /// The date of instant 0.
    private let zero: Duration

    /// Creates a calendar in which instant 0 has the date `zero`, a time since 1970.
    package init(zero: Duration = .zero) { self.zero = zero }

    /// The calendar by the present wall clock.
    package static var now: Calendar {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let date = Duration.seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        return Calendar(zero: date - .nanoseconds(Instant.now.nanoseconds))
    }

    /// An instant's date: its time since 1970.
    package func date(of instant: Instant) -> Duration {
        zero + .nanoseconds(instant.nanoseconds)
    }

    /// The instant of a date; may be before the clock's start.
    package func instant(of date: Duration) -> Instant {
        Instant(nanoseconds: 0).advanced(by: date - zero)
    }
}
