/// Tells the world outside the process what a launch does: systemd, the journal, a terminal.
///
/// All calls but ``beat()`` come from one thread, which is this reporter's own, in the order of the
/// events: a slow reporter delays neither an operation nor another reporter.
public protocol LaunchReporter: Sendable {
    /// Something happened to the launch.
    func report(_ event: Event)

    /// About a second passed while the launch is starting or stopping: the time to refresh a line
    /// that shows elapsed time. The facts that it shows come from the events: take these into a
    /// ``ReportFold``.
    func refresh()

    /// The time between two calls of ``beat()`` once the launch is ready; `nil` for no calls.
    var heartbeat: Duration? { get }

    /// The main queue is alive. Called on the main queue, so that one that is blocked falls
    /// silent; must not block.
    func beat()
}

extension LaunchReporter {
    /// Does nothing.
    public func refresh() {}
    /// Never beats.
    public var heartbeat: Duration? { nil }
    /// Does nothing.
    public func beat() {}
}
