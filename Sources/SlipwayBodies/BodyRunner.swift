package import SlipwayConfiguration
package import SlipwayJSON
internal import SlipwayLoop
internal import SlipwayProcess

/// Runs the bodies of operations and launch actions; the daemon has one.
///
/// Creating it starts nothing: the first HTTP request starts the HTTP client, and a configuration
/// without one does not pay for it.
package struct BodyRunner: Sendable {
    private let environment: ChildEnvironment
    private let processes: ProcessRunner
    private let client = SharedHTTPClient()

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - environment: What children inherit; variables that systemd means for the daemon alone
    ///     are taken out.
    ///   - standardError: The descriptor that children's standard error is passed on to; it must
    ///     stay open.
    package init(environment: [String: String], standardError: Int32) {
        self.environment = ChildEnvironment(inheriting: environment)
        processes = ProcessRunner(standardError: standardError)
    }

    /// Runs a body to its end; suspends, and blocks no thread.
    ///
    /// Cancelling the task ends the body: a child gets SIGTERM with everything that it started, and
    /// SIGKILL after the grace; this returns only once it is gone.
    ///
    /// - Parameters:
    ///   - body: What to do.
    ///   - name: The operation or the kind of action; children find it in LAUNCH_OPERATION.
    ///   - values: What the body's templates are filled in from.
    ///   - grace: How long a cancelled body may take to end; its processes are killed shortly
    ///     before.
    /// - Returns: The body's value; null for bodies that have none.
    /// - Throws: ``ExecError``, ``HTTPError``, ``WaitError``, ``WriteError`` or what a template threw;
    ///   `LoopError` when the event loop cannot start; when cancelled, `Cancelled` or `CancellationError`. Each
    ///   description is one line.
    package func run(
        _ body: BodySpecification,
        name: String,
        values: TemplateValues,
        grace: Duration
    ) async throws -> JSON {
        try Loop.start()
        switch body {
        case .exec(let specification):
            let environment = environment.variables(of: name, in: values.launchID)
            return try await ExecBody(specification, values: values, in: environment)
                .run(with: processes, grace: Self.graceOfProcesses(within: grace))
        case .http(let specification):
            return try await HTTPBody(specification, values: values).run(with: client)
        case .wait(let specification):
            try await WaitBody(specification, values: values).run(with: client)
            return .null
        case .write(let specification):
            try await WriteBody(specification, values: values).run()
            return .null
        case .group:
            // The plan has its operations.
            return .null
        case .sleep(let duration):
            if duration > .zero { try await pause(for: duration) }
            return .null
        }
    }

    /// How long processes have to end after SIGTERM, so that a cancelled body ends within its
    /// grace.
    static func graceOfProcesses(within grace: Duration) -> Duration {
        grace - min(grace / 10, .milliseconds(500))
    }

    /// Whether ``shutdown()`` has anything to close.
    package var hasOpened: Bool { client.isOpen }

    /// Closes what requests opened; later HTTP bodies fail.
    ///
    /// Call it after the last body has ended. A process that is about to exit need not call it: its
    /// exit closes everything.
    package func shutdown() async {
        await client.shutdown()
    }
}
