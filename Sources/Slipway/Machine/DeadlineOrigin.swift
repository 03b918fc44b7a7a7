/// The instant from which the deadline of a launch counts.
public enum DeadlineOrigin: Hashable, Sendable {
    /// From when the launch is run.
    case run
    /// From the start of the process, before `main`: the time that systemd and an operator measure.
    case processStart
}
