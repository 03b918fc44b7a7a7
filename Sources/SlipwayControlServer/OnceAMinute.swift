package import Slipway

/// Lets one word about a subject through each minute.
///
/// Time is passed in. It remembers what it let through within the last minute, so no more than
/// there are subjects.
package struct OnceAMinute<Subject: Hashable & Sendable>: Sendable {
    private let pause = Duration.seconds(60)
    private var told: [Subject: Instant] = [:]
    private var lastCleaned = Instant(nanoseconds: .min)

    /// Creates one that has let nothing through.
    package init() {}

    /// Whether a word about the subject is due.
    package mutating func admits(_ subject: Subject, at now: Instant) -> Bool {
        if lastCleaned.duration(to: now) >= pause {
            lastCleaned = now
            told = told.filter { $0.value.duration(to: now) < pause }
        }
        if let last = told[subject], last.duration(to: now) < pause { return false }
        told[subject] = now
        return true
    }
}
