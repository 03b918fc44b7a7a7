/// A fact beside a span, by its name: the only list for `SlipwayTracing` and for OpenTelemetry.
package enum SpanFact: String, CaseIterable, Sendable {
    // Of the launch.
    case launchID = "launch.id"
    case launchName = "launch.name"
    case launchStart = "launch.start"
    case launchGeneration = "launch.generation"
    case configurationDigest = "configuration.digest"
    case bootID = "boot.id"

    // Of operations and launch actions.
    case actionID = "action.id"
    case attempts
    case fallback
    case fallbackAge = "fallback_age_us"
    case group
    case lock
    case lockWait = "lock_wait_us"
    case optional
    case outcome
    case queue
    case reason
    case releasedBy = "released_by"
    case requires
    case stage
    case wait = "wait_us"

    // Of an attempt, a link or an event.
    case attempt
    case count
    case failure
    case operation
    case relation
    case run = "run_us"
    case since = "since_us"

    /// The name as it is told: `slipway.wait_us`.
    package var full: String { "slipway.\(rawValue)" }
}

extension Outcome {
    /// Why the outcome is less than a success, or why there was nothing to do; `nil` for a success,
    /// and for a failure, which a span has as its status.
    package var reason: String? {
        switch self {
        case .succeeded, .failed: nil
        case .degraded, .cancelled, .skipped, .notNeeded: message
        }
    }
}

extension ActionStatus.State {
    /// Why the action came to no end of its own; `nil` for a success, and for a failure, which a
    /// span has as its status.
    package var reason: String? {
        switch self {
        case .cancelled(let reason), .interrupted(let reason): reason
        case .superseded(let successor): "superseded by \(successor)"
        case .waiting, .running, .done, .failed, .expired: nil
        }
    }
}
