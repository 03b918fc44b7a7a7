package import Slipway

/// The patience with a service that is followed, and what is repeated.
package struct FollowTerms: Hashable, Sendable {
    /// The thing that is followed.
    package enum Aim: Hashable, Sendable {
        /// An action that is sent, or asked for.
        case action
        /// The launch of the moment.
        case launch
    }

    package let aim: Aim
    /// The last instant for a call; `nil` for none but that of ``patience``.
    package let deadline: Instant?
    /// The call brings the service something new.
    package let sends: Bool
    /// A call that was lost may be made again: it has a key, or only asks.
    package let isRepeatable: Bool
    /// The time for which a service that went away or takes no connection is called again, without
    /// a deadline; `nil` for as long as it takes.
    package let patience: Duration?
    /// A service that has no socket at the first call is waited for.
    package let waitsForAbsent: Bool
    /// The first backoff between two calls; each is twice as long as the one before, up to
    /// ``longestBackoff``.
    package let firstBackoff: Duration
    package let longestBackoff: Duration
    /// The time that a service is away before its manager is asked about it; `nil` if the manager
    /// is not asked.
    package let managerDelay: Duration?

    /// The time between two questions to the manager.
    package static let managerInterval = Duration.seconds(2)
    /// The usual ``patience``.
    package static let usualPatience = Duration.seconds(10)

    /// The terms for sending an action, or for asking for one that was sent.
    ///
    /// - Parameters:
    ///   - deadline: The last instant for a call; `nil` for ``usualPatience`` after the trouble began.
    ///   - sends: Whether the call sends the action, and does not only ask for it.
    ///   - isRepeatable: Whether an action that was taken already is taken for the same one.
    ///   - hasManager: Whether there is a manager to ask.
    /// - Returns: The terms.
    package static func action(
        until deadline: Instant?,
        sends: Bool = true,
        isRepeatable: Bool,
        hasManager: Bool = false
    ) -> Self {
        Self(
            aim: .action,
            deadline: deadline,
            sends: sends,
            isRepeatable: isRepeatable,
            patience: usualPatience,
            waitsForAbsent: deadline != nil,
            firstBackoff: .milliseconds(100),
            longestBackoff: .seconds(2),
            managerDelay: hasManager ? .zero : nil
        )
    }

    /// The terms for waiting for a launch, or watching it, through every absence.
    ///
    /// - Parameters:
    ///   - deadline: The last instant for a look; `nil` for as long as it takes.
    ///   - interval: The time between two looks.
    /// - Returns: The terms.
    package static func launch(until deadline: Instant?, every interval: Duration) -> Self {
        Self(
            aim: .launch,
            deadline: deadline,
            sends: false,
            isRepeatable: true,
            patience: nil,
            waitsForAbsent: true,
            firstBackoff: interval,
            longestBackoff: interval,
            managerDelay: .seconds(1)
        )
    }
}
