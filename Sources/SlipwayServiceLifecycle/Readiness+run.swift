@_spi(TestKit) public import ServiceLifecycle
public import Slipway

extension Readiness {
    /// Runs a `Service` as the body, or a part of the body, of `Plan.service`.
    ///
    /// When the launch stops, the service gets a graceful shutdown once everything that depends on
    /// its operation has ended:
    ///
    /// ```swift
    /// plan.service("web", reading: toggles) { ready, toggles in
    ///     let server = Application(router: router(toggles), onServerRunning: { _ in ready() })
    ///     try await ready.run(server)
    /// }
    /// ```
    ///
    /// The graceful shutdown of a `ServiceGroup` around the launch does not reach the service by
    /// itself: it stops the launch, which asks its parts to end one after the other.
    ///
    /// - Parameter service: Runs in the same task, so that it sees a cancellation as any other body does.
    /// - Throws: What the service throws.
    public func run(_ service: some Service) async throws {
        // The package's test kit does the same, but is not for production. A task gets a graceful
        // shutdown of its own in no other way: a nested group would also have the shutdown of the
        // group around the launch, and a detached task would have none of the task-local values.
        let shutdown = GracefulShutdownManager()
        try await TaskLocals.$gracefulShutdownManager.withValue(shutdown) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                group.addTask {
                    await waitUntilStopping()
                    if isStopping { shutdown.shutdownGracefully() }
                }
                try await service.run()
            }
        }
    }
}
