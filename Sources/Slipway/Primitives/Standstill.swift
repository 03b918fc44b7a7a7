/// A time in which this process did not run, for example because it was stopped or its container
/// paused.
///
/// What ended in that time is heard before a timer that passed in it is judged by.
package enum Standstill {
    /// How long what happened meanwhile is heard.
    package static let catchingUp = Duration.milliseconds(100)
    private static let lateness = Duration.milliseconds(100)

    /// Whether there was one: a timer is much later than the instant for which it was set.
    package static func isTold(by now: Instant, for due: Instant) -> Bool {
        due.duration(to: now) > lateness
    }
}
