package import Slipway

/// Admits one message per subject and minute.
///
/// Time is passed in. A subject is forgotten some time after its minute.
package struct OnceAMinute<Subject: Hashable & Sendable>: Sendable {
    private let pause = Duration.seconds(60)
    private var told: [Subject: Instant] = [:]
    private var lastCleaned = Instant(nanoseconds: .min)

    /// Creates a limiter that has admitted nothing.
    package init() {}

    /// Tells whether a message about the subject is due.
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
