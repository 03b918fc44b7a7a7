/// The outcome of an operation in a simulation; see
/// ``Graph/simulate(durations:default:outcomes:width:seed:)``.
public enum SimulatedOutcome: Hashable, Sendable {
    /// Each attempt takes the operation's duration and succeeds.
    case succeeds
    /// Each attempt takes the operation's duration; the first `attempts` fail.
    ///
    /// By default all of them fail.
    case fails(_ message: String = "simulated failure", attempts: Int = .max)
    /// The operation never ends unless it is cancelled, for example by its timeout.
    case hangs
    /// The operation's condition does not hold; without one it succeeds.
    case notNeeded
}
