public import ServiceLifecycle
public import Slipway

/// A service that starts once a launch is ready.
///
/// A `ServiceGroup` starts all of its services at once; a gate lets one of them wait:
///
/// ```swift
/// let services: [any Service] = [LaunchService(launch), launch.whenReady(server)]
/// ```
///
/// - The launch becomes ready, degraded or not: the service runs, in the same task, so that it sees
///   the group's graceful shutdown and cancellation as any other service does.
/// - The group shuts down or is cancelled first: the gate returns at once, and the service never
///   runs.
/// - The launch fails first: the gate throws the launch's error once everything is torn down. So
///   the group ends with this reason, whichever of the two services ends first.
/// - The launch is stopped first: the gate waits for the group's shutdown, which either stopped the
///   launch or follows from its end. A service that returned by itself would have "finished
///   unexpectedly".
///
/// The launch may belong to the group, or run elsewhere, for example on the process's first thread.
public struct ReadyGate<Base: Service>: Service {
    /// The launch that must be ready.
    public let launch: Launch
    /// The service that then starts.
    public let service: Base

    /// Holds a service back until a launch is ready.
    public init(_ launch: Launch, _ service: Base) {
        self.launch = launch
        self.service = service
    }

    /// Waits for the launch, then runs the service.
    ///
    /// - Throws: `LaunchError.failed` when the launch failed before it was ready; otherwise what
    ///   the service throws.
    public func run() async throws {
        switch await unlessShutDown({ [launch] in await Self.opening(of: launch) }) {
        case .ready: try await service.run()
        case .failed(let report): throw LaunchError.failed(report)
        // Or the task is cancelled: there is nothing more to do either way.
        case .stopped: try? await gracefulShutdown()
        case nil: return
        }
    }

    private enum Opening: Sendable {
        case ready
        case failed(Report)
        case stopped
    }

    private static func opening(of launch: Launch) async -> Opening {
        if case .ready = await launch.waitUntilReady() { return .ready }
        let report = await launch.reportAtEnd()
        return report.phase == .failed ? .failed(report) : .stopped
    }
}

extension ReadyGate: CustomStringConvertible {
    /// The service's name in the group's log and errors.
    public var description: String {
        "\(service), when '\(launch.name)' is ready"
    }
}

extension Launch {
    /// A service that waits for this launch to be ready before it starts.
    ///
    /// For a `ServiceGroup`, whose services start all at once; see ``ReadyGate``.
    ///
    /// - Parameter service: Starts once the launch is ready, degraded or not.
    /// - Returns: The service to give to the group instead.
    public func whenReady<Base: Service>(_ service: Base) -> ReadyGate<Base> {
        ReadyGate(self, service)
    }

    /// Waits until the launch has ended.
    ///
    /// - Returns: The complete report; an earlier one if the task was cancelled.
    fileprivate func reportAtEnd() async -> Report {
        for await event in events() {
            if case .launchEnded(let report) = event.kind { return report }
        }
        return report
    }
}
