extension Plan {
    /// Declares a part: an operation whose body stays, such as a server, a consumer of a queue,
    /// anything that runs until the launch stops.
    ///
    /// The operation ends when its body calls `ready`, and what depends on it begins; the body goes
    /// on as a part of the service, without a slot in its queue:
    ///
    /// ```swift
    /// plan.service("web", reading: toggles) { ready, toggles in
    ///     let server = try await Server.bind(port: 8080, toggles)
    ///     ready()
    ///     try await server.run()
    /// }
    /// ```
    ///
    /// An error before the call of `ready` fails the attempt, as of any operation; so does a
    /// return, and the failure says so. From then on `ended` decides about each end that was not
    /// asked for, an ordinary return too. The part is then shown among the programs of status,
    /// report and journal, with its state and the reason of its last end.
    ///
    /// A stop asks the part to end once everything that depends on it has ended, backwards
    /// along the graph: see ``Readiness/waitUntilStopping()``. After the plan's ``grace`` its task
    /// is cancelled, and after a further one it is left behind, and named.
    ///
    /// - Parameters:
    ///   - name: Unique in the plan.
    ///   - queue: Where the body runs. It holds its slot there until it is ready.
    ///   - requires: The operations that must have succeeded (or be degraded) before it starts.
    ///   - after: The operations that must have ended, with any outcome, before it starts.
    ///   - optional: Whether the launch continues, degraded, without it.
    ///   - ended: The consequence of an end that was not asked for; `nil` for ``EndPolicy/fail``, of an
    ///     optional one ``EndPolicy/degrade``. A restart has `timeout` to become ready; what depends on the
    ///     operation is not run again.
    ///   - stage: Whether it gates readiness, or starts once the launch is ready.
    ///   - priority: Which of several ready operations starts first; `nil`: that of the group around it, or
    ///     normal.
    ///   - locks: The locks that it holds until it is ready.
    ///   - condition: Decides, when its dependencies are met, whether it runs.
    ///   - timeout: How long it may take to become ready; longer than zero. `nil`: as long as the launch.
    ///   - retry: When an attempt that failed before it was ready is repeated; `nil` for never.
    ///   - budget: How long all attempts and the backoffs between them may take.
    ///   - fallback: `.value(())` lets the launch go on, degraded, when the operation fails.
    ///   - blocking: Whether the body may wait while it keeps its thread; it then has one of its own for
    ///     as long as it runs.
    ///   - origin: The place of the declaration, if it is not the calling source line.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    ///   - body: The work.
    /// - Returns: The operation, for dependents.
    @discardableResult
    public mutating func service(
        _ name: String,
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
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body: nonisolated(nonsending) @escaping @Sendable (Readiness) async throws -> Void
    ) -> Handle<Void> {
        addOperation(
            name,
            on: queue,
            Self.edges(requires: requires, after: after),
            OperationOptions(optional, stage, priority, locks, timeout, retry, budget, blocking)
                .staying(ended: ended),
            origin ?? Origin(file: file, line: line),
            OperationCalls(
                staying: { ready in try await body(ready) },
                condition: condition,
                fallback: fallback.map { AnyFallback($0) },
                retries: retry?.retries
            )
        )
    }
}
