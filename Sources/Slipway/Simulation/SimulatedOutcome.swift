/// What an operation comes to in a simulation; see
/// ``Graph/simulate(durations:default:outcomes:width:seed:)``.
public enum SimulatedOutcome: Hashable, Sendable {
    /// Each attempt takes the operation's duration and succeeds.
    case succeeds
    /// Each attempt takes the operation's duration; the first `attempts` fail.
    ///
    /// By default all do.
    case fails(_ message: String = "simulated failure", attempts: Int = .max)
    /// It never ends, unless it is cancelled: because its timeout passed, for example.
    case hangs
    /// Its condition does not hold; without one it succeeds.
    case notNeeded
}
