@_spi(TestKit) public import ServiceLifecycle
public import Slipway

extension Readiness {
    /// Runs a `Service` as the body, or a part of the body, of `Plan.service`.
    ///
    /// The stop of the launch, in the turn of its operation, is the service's graceful shutdown:
    ///
    /// ```swift
    /// plan.service("web", reading: toggles) { ready, toggles in
    ///     let server = Application(router: router(toggles), onServerRunning: { _ in ready() })
    ///     try await ready.run(server)
    /// }
    /// ```
    ///
    /// The graceful shutdown of a `ServiceGroup` around the launch does not reach it by itself: that stops
    /// the launch, which asks its parts to end one after the other.
    ///
    /// - Parameter service: Runs in the same task, so that it sees a cancellation as any other body does.
    /// - Throws: What the service throws.
    public func run(_ service: some Service) async throws {
        // As the package's test kit does it, which is not for a program that runs: a task gets a graceful
        // shutdown of its own in no other way. A nested group would also have that of the group around the
        // launch, and a detached task none of the task-local values.
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
