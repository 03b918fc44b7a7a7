/// Runs a launch together with what belongs to it, as `LaunchHost` of the product `SlipwayHost` does.
///
/// Adapters take a host instead of a ``Launch``.
public protocol LaunchHosting: Sendable {
    /// The launch of this moment.
    var launch: Launch { get }

    /// Runs the launch inside a program that has its own main; cancelling the calling task, and
    /// ``Launch/stop(reason:)``, stop it.
    ///
    /// - Parameter reporters: Observe the launch beside those of the host.
    /// - Throws: ``LaunchError`` if the launch failed, or why it cannot be hosted.
    func run(reportingTo reporters: [any LaunchReporter]) async throws
}
