public import ServiceLifecycle
public import Slipway

// This check is in the first file, by name, that imports what the trait brings: the compiler gets
// no further.
#if !ServiceLifecycle
#error("SlipwayServiceLifecycle needs the trait 'ServiceLifecycle' of the package 'slipway'")
#endif

/// A launch as a service of a `ServiceGroup`.
///
/// The launch starts with the group, and the group's graceful shutdown stops it: running operations
/// are cancelled, succeeded ones are torn down, backwards along the graph, and only then does the group shut
/// down the services listed before it. The same holds while the launch is still starting; a
/// shutdown that comes before the group runs the launch keeps it from starting anything.
///
/// A group starts all its services at once and shuts them down from last to first. So list the
/// launch first, and hold its dependents back with ``ReadyGate``:
///
/// ```swift
/// let group = ServiceGroup(
///     services: [LaunchService(launch), launch.whenReady(server)],
///     gracefulShutdownSignals: [.sigterm],
///     logger: logger
/// )
/// try await group.run()
/// ```
///
/// The main queue is serial and on one thread, but not on thread 0, which an `async` program cannot
/// give to it. Bodies have the group's task-local values; they see the shutdown as a cancellation,
/// and as a graceful shutdown if they ask for one.
public struct LaunchService: Service {
    /// The launch that this service runs.
    public let launch: Launch
    private let runLaunch: @Sendable () async throws -> Void

    /// Creates a service for a launch; nothing runs yet.
    ///
    /// - Parameters:
    ///   - launch: The launch. It runs once, and so does the service.
    ///   - reporters: Observe the launch, for example `.systemd`.
    public init(_ launch: Launch, reportingTo reporters: [any LaunchReporter] = []) {
        self.launch = launch
        runLaunch = { try await launch.run(reportingTo: reporters) }
    }

    /// Creates a service for a launch with its host, such as `LaunchHost` of `SlipwayHost`: with its
    /// control socket, stored actions and systemd.
    ///
    /// ```swift
    /// let services: [any Service] = [LaunchService(host), host.launch.whenReady(server)]
    /// ```
    ///
    /// - Parameters:
    ///   - host: The host. It runs once, and so does the service.
    ///   - reporters: Observe the launch beside those of the host.
    public init(_ host: some LaunchHosting, reportingTo reporters: [any LaunchReporter] = []) {
        launch = host.launch
        runLaunch = { try await host.run(reportingTo: reporters) }
    }

    /// Runs the launch until it is stopped and torn down.
    ///
    /// A graceful shutdown of the group and a cancellation of the task both stop it.
    ///
    /// - Throws: `LaunchError`: the launch failed, with its whole report, or it was run before; and what
    ///   its host throws.
    public func run() async throws {
        try await withGracefulShutdownHandler {
            try await runLaunch()
        } onGracefulShutdown: {
            launch.stop(reason: "the service group shuts down")
        }
    }
}

extension LaunchService: CustomStringConvertible {
    /// The service's name in the group's log and errors.
    public var description: String { "launch '\(launch.name)'" }
}
