public import ServiceLifecycle
public import Slipway

// In the first file by name that imports what the trait brings: the compiler gets no further.
#if !ServiceLifecycle
#error("SlipwayServiceLifecycle needs the trait 'ServiceLifecycle' of the package 'slipway'")
#endif

/// A launch as a service of a `ServiceGroup`.
///
/// The launch starts with the group, and is stopped by the group's graceful shutdown: what runs is
/// cancelled, what succeeded is torn down in reverse, and only then does the group go on to shut
/// down the services before it. That holds while the launch is still starting, too; a shutdown that
/// came before the group ran the launch keeps it from starting anything.
///
/// A group starts its services all at once and shuts them down last to first. So put the launch
/// first, and hold back what needs it with ``ReadyGate``:
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
/// The main queue is serial and on one thread, but not on thread 0, which `async` programs have
/// given away. Bodies have the group's task-local values; they see the shutdown as a cancellation,
/// and as a graceful shutdown when they ask for one.
public struct LaunchService: Service {
    /// The launch that this service runs.
    public let launch: Launch
    private let reporters: [any LaunchReporter]

    /// Makes a service of a launch; nothing runs yet.
    ///
    /// - Parameters:
    ///   - launch: What to run. A launch runs once, and so does the service.
    ///   - reporters: Who tells the world, for example `.systemd`.
    public init(_ launch: Launch, reportingTo reporters: [any LaunchReporter] = []) {
        self.launch = launch
        self.reporters = reporters
    }

    /// Runs the launch until it was stopped and torn down.
    ///
    /// A graceful shutdown of the group and a cancellation of the task both stop it.
    ///
    /// - Throws: `LaunchError`: the launch failed, with its whole report, or it was run before.
    public func run() async throws {
        try await withGracefulShutdownHandler {
            try await launch.run(reportingTo: reporters)
        } onGracefulShutdown: {
            launch.stop(reason: "the service group shuts down")
        }
    }
}

extension LaunchService: CustomStringConvertible {
    /// What the group calls the service in its log and its errors.
    public var description: String { "launch '\(launch.name)'" }
}
