internal import Glibc
package import NIOCore
package import SlipwayConfiguration
package import SlipwayJSON

/// Runs what operations and launch actions do; one for the whole daemon.
///
/// Creating it starts nothing. The first child starts the threads that watch children, the first
/// HTTP request starts the HTTP client; a configuration without them pays for neither.
package struct BodyRunner: Sendable {
    let environment: ChildEnvironment
    let clients: HTTPClients
    let standardError: Int32
    let grace: Duration

    /// Creates a runner.
    ///
    /// SIGPIPE is ignored from here on, process-wide: a reader of standard error that goes away
    /// must not end the daemon. Children get the default handling of every signal back.
    ///
    /// - Parameters:
    ///   - environment: What children inherit; variables that systemd means for the daemon alone
    ///     are taken out.
    ///   - eventLoopGroup: Where HTTP requests run. `nil`: on a thread of the runner's own,
    ///     started by the first request.
    ///   - standardError: The descriptor that children's standard error is passed on to.
    ///   - grace: How long a cancelled child may take to end, before it is made to.
    package init(
        environment: [String: String],
        eventLoopGroup: (any EventLoopGroup)? = nil,
        standardError: Int32 = STDERR_FILENO,
        grace: Duration = .seconds(5)
    ) {
        self.environment = ChildEnvironment(inheriting: environment)
        clients = HTTPClients(sharing: eventLoopGroup)
        self.standardError = standardError
        self.grace = grace
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Runs a body to its end; suspends, and blocks no thread.
    ///
    /// Cancelling the task ends the body: a child gets SIGTERM with everything in its session, and
    /// SIGKILL after the grace; this returns only once it is gone.
    ///
    /// - Parameters:
    ///   - body: What to do.
    ///   - name: The operation or the kind of action; children find it in LAUNCH_OPERATION.
    ///   - values: What the body's templates are filled in from.
    /// - Returns: The body's value; null for bodies that have none.
    /// - Throws: ``ExecError``, ``HTTPError``, ``WaitError`` or what a template threw; when
    ///   cancelled, `Cancelled` or `CancellationError`. Every one reads as one line.
    package func run(
        _ body: BodySpecification,
        name: String,
        values: TemplateValues
    ) async throws -> JSON {
        switch body {
        case .exec(let specification):
            let environment = environment.variables(of: name, in: values.launchID)
            let body = try ExecBody(specification, values: values, in: environment, grace: grace)
            return try await body.run(relayingTo: standardError)
        case .http(let specification):
            return try await HTTPBody(specification, values: values).run(with: clients)
        case .wait(let specification):
            try await WaitBody(specification, values: values).run(with: clients)
            return .null
        case .sleep(let duration):
            // No time at all needs no timer: the first one of a process costs half a millisecond.
            if duration > .zero { try await Task.sleep(for: duration) }
            return .null
        }
    }

    /// Whether ``shutdown()`` has anything to close.
    package var hasOpened: Bool { clients.isOpen }

    /// Closes what requests opened; later HTTP bodies fail.
    ///
    /// Call it once no body runs any more.
    package func shutdown() async {
        await clients.shutdown()
    }
}
