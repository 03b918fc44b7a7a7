public import ServiceLifecycle
public import Slipway

extension Plan {
    /// Declares an operation that runs a `Service` until the launch stops.
    ///
    /// ```swift
    /// plan.service("consumer", consumer, requires: [database])
    /// plan.service("web", server) { try await server.waitUntilBound() }
    /// ```
    ///
    /// When the launch stops, the service gets a graceful shutdown once everything that depends on
    /// its operation has ended. `readyWhen` runs beside the service, and returns once the service
    /// is ready; if `readyWhen` throws, the service is cancelled and the attempt has failed.
    /// Without `readyWhen` the service is ready as soon as it runs. The other parameters are those
    /// of the form with a body.
    ///
    /// A service that calls back when it is ready is made in the body of that form, and run with
    /// `Readiness.run(_:)`.
    @discardableResult
    public mutating func service(
        _ name: String,
        _ service: some Service,
        on queue: Queue = .userInitiated,
        requires: [any Dependency] = [],
        after: [any Dependency] = [],
        optional: Bool = false,
        ended: EndPolicy? = nil,
        stage: Stage = .launch,
        priority: Priority? = nil,
        locks: [Lock] = [],
        when condition: Condition? = nil,
        timeout: Duration? = nil,
        retry: Retry? = nil,
        budget: Duration? = nil,
        fallback: Fallback<Void>? = nil,
        file: String = #fileID,
        line: Int = #line,
        readyWhen isReady: (@Sendable () async throws -> Void)? = nil
    ) -> Handle<Void> {
        self.service(
            name,
            on: queue,
            requires: requires,
            after: after,
            optional: optional,
            ended: ended,
            stage: stage,
            priority: priority,
            locks: locks,
            when: condition,
            timeout: timeout,
            retry: retry,
            budget: budget,
            fallback: fallback,
            file: file,
            line: line
        ) { ready in
            guard let isReady else {
                ready()
                return try await ready.run(service)
            }
            try await withThrowingTaskGroup(of: Child.self) { group in
                defer { group.cancelAll() }
                group.addTask {
                    try await isReady()
                    ready()
                    return .isReady
                }
                group.addTask {
                    try await ready.run(service)
                    return .service
                }
                while try await group.next() == .isReady {}
            }
        }
    }
}

/// The tasks of a service that says by a call that it is ready.
private enum Child {
    case isReady, service
}
