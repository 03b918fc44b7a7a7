/// The means by which the body of a part says that it is ready, and learns that it is to end;
/// see
/// ``Plan/service(_:reading:on:requires:after:optional:ended:stage:priority:locks:when:timeout:retry:budget:fallback:blocking:origin:file:line:body:)``.
///
/// A readiness belongs to one run of the body: what an earlier run still says does not count.
public struct Readiness: Sendable {
    /// The facts that the body can ask for.
    public let context: OperationContext
    let run: Int
    let request: StopRequest

    /// Says that the part is ready: its operation has succeeded, and what depends on it may
    /// begin.
    ///
    /// The first call counts, if it comes before the body is asked to give up. Does not block.
    public func callAsFunction() { context.running.becameReady(context.index, run) }

    /// The part was asked to end: the launch stops, or an operator asks.
    public var isStopping: Bool { request.isMade }

    /// Suspends until the part is asked to end, or its task is cancelled.
    ///
    /// From then on the body has the plan's ``Plan/grace`` for what it has begun; after that its task is
    /// cancelled.
    ///
    /// ```swift
    /// plan.service("web") { ready in
    ///     let server = try await Server.bind(port: 8080)
    ///     ready()
    ///     await ready.waitUntilStopping()
    ///     await server.finish()
    /// }
    /// ```
    public nonisolated(nonsending) func waitUntilStopping() async {
        await context.running.wait(for: request)
    }
}
