/// A time in which this process did not run, for example because it was stopped or its container
/// paused.
///
/// Ends that came in that time are heard before a timer that ran out in it is acted on.
package enum Standstill {
    /// The time in which the events of a standstill are heard.
    package static let catchingUp = Duration.milliseconds(100)
    private static let lateness = Duration.milliseconds(100)

    /// Tells whether there was a standstill: a timer is much later than the instant for which it
    /// was set.
    package static func isTold(by now: Instant, for due: Instant) -> Bool {
        due.duration(to: now) > lateness
    }
}
