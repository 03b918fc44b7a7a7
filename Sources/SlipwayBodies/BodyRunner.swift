internal import Slipway
package import SlipwayConfiguration
package import SlipwayJSON
internal import SlipwayLoop
package import SlipwayOperations
package import SlipwayProcess

/// Runs the bodies of operations and launch actions; the daemon has one.
///
/// Creating a runner starts nothing: libcurl is loaded for the first HTTP request, or by
/// ``prepare(for:)``, and a configuration without HTTP does not pay for it.
package struct BodyRunner: Sendable {
    let environment: ChildEnvironment
    let processes: ProcessRunner
    var programs: Programs
    /// The listening sockets that programs may get, by name.
    let sockets: [(name: String, descriptor: Int32)]
    let client: SharedHTTPClient

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - environment: What children inherit; variables that systemd means for the daemon alone
    ///     are taken out. The proxies of HTTP are read from there, too.
    ///   - log: Where children's lines go.
    ///   - programs: Supervises programs.
    ///   - sockets: The listening sockets that programs may get.
    package init(
        environment: [String: String],
        log: OutputLog,
        programs: Programs,
        sockets: [(name: String, descriptor: Int32)] = []
    ) {
        self.environment = ChildEnvironment(inheriting: environment)
        client = SharedHTTPClient(environment: environment)
        self.programs = programs
        self.sockets = sockets
        processes = ProcessRunner(log: log)
    }

    /// A copy of the runner for another generation of the service, with programs of its own.
    package func supervising(_ programs: Programs) -> BodyRunner {
        var runner = self
        runner.programs = programs
        return runner
    }

    /// Loads what the bodies of a configuration need later, on a thread of its own.
    ///
    /// A failure has no consequence: the first body that needs what was not loaded tries again.
    package func prepare(for configuration: Configuration) {
        let schemes = configuration.schemes
        guard !schemes.isEmpty else { return }
        client.library.functions.value { [client] result in
            guard case .success = result, schemes.contains(.https) else { return }
            client.library.trust.value { _ in }
        }
    }

    /// Runs a body to its end; suspends, and blocks no thread.
    ///
    /// Cancelling the task ends the body: a child gets SIGTERM with everything that it started, and
    /// SIGKILL after the grace; the call returns only once the child is gone.
    ///
    /// - Parameters:
    ///   - body: What to do.
    ///   - owner: The operation or the action; children find its name or kind in
    ///     LAUNCH_OPERATION, and of an action what it is recognised by in LAUNCH_ACTION_ID,
    ///     LAUNCH_ACTION_ATTEMPT and LAUNCH_ACTION_KEY.
    ///   - values: What the body's templates are filled in from.
    ///   - grace: How long a cancelled body may take to end; its processes are killed shortly
    ///     before.
    ///   - end: Gets the exit status and the last lines of an action's program.
    ///   - lacks: Called with what the body waits for and what was wrong with that last, in words
    ///     that follow the name of the operation: `waits for tcp db:5432: Connection refused`.
    /// - Returns: The body's value; null for bodies that have none.
    /// - Throws: ``ExecError``, ``HTTPError``, ``WaitError``, ``WriteError``, ``DeliveryError``,
    ///   ``DeliveryInterrupted`` or what a template threw; `LoopError` when the event loop cannot
    ///   start; when cancelled, `Cancelled` or `CancellationError`. Each description is one line.
    package func run(
        _ body: BodySpecification,
        of owner: BodyOwner,
        values: TemplateValues,
        grace: Duration,
        telling end: HandlerEnd? = nil,
        lacks: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> JSON {
        try Loop.start()
        switch body {
        case .exec(let specification):
            let grace = specification.settings.graceOfProcesses(within: grace)
            return try await exec(specification, owner, values, telling: end)
                .run(with: processes, grace: grace)
        case .http(let specification):
            return try await HTTPBody(specification, values: values).run(with: client)
        case .wait(let specification):
            try await WaitBody(specification, values: values).run(with: client, lacks: lacks)
            return .null
        case .write(let specification):
            try await WriteBody(specification, values: values).run()
            return .null
        case .deliver(let specification):
            return try await DeliverBody(specification, of: owner, values: values)
                .run(by: programs, lacks: lacks)
        case .group, .flags:
            // The plan has a group's operations, and asks for flags itself.
            return .null
        case .sleep(let duration):
            if duration > .zero { try await pause(for: duration) }
            return .null
        }
    }

    /// Sends a request for an answer of which an earlier version may be at hand.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - values: What its templates are filled in from.
    ///   - etag: The entity tag of the version at hand; `nil` for none.
    /// - Returns: The answer; `nil` if the server says that the version at hand is current.
    /// - Throws: What ``run(_:of:values:grace:)`` throws for a request.
    package func ask(
        _ request: HTTPSpecification,
        values: TemplateValues,
        since etag: String?
    ) async throws -> RequestAnswer? {
        try Loop.start()
        return try await HTTPBody(request, values: values).ask(since: etag, with: client)
    }

    /// Runs the command that undoes an operation, its `stop`, within a limit: one that takes too
    /// long gets SIGTERM in time for its processes to be killed before the limit.
    ///
    /// - Parameters:
    ///   - stop: The command.
    ///   - name: The operation.
    ///   - values: What its templates are filled in from.
    ///   - limit: The time after which none of the command's processes is left.
    ///   - variables: Further variables of the command's environment.
    /// - Throws: What ``run(_:of:values:grace:)`` throws for a command, or that its time was up.
    package func undo(
        _ stop: ExecSpecification,
        name: String,
        values: TemplateValues,
        within limit: Duration,
        with variables: KeyValuePairs<String, String> = [:]
    ) async throws {
        try Loop.start()
        let end = min(limit / 10, .seconds(1))
        let time = TryTime(limit - end)
        var body = try await exec(stop, BodyOwner(name: name), values, within: time.limit)
        for (name, value) in variables { body.command.set(name, value) }
        try await body
            .run(with: processes, in: time, grace: ProcessSettings().graceOfProcesses(within: end))
    }

    /// An `exec` body for an operation or an action, once its user is looked up and its directories
    /// are made, for which there is `limit`.
    func exec(
        _ specification: ExecSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        within limit: Duration? = nil,
        telling end: HandlerEnd? = nil
    ) async throws -> ExecBody {
        var writer = OutputWriter(
            name: owner.name,
            service: values.service,
            launchID: values.launchID
        )
        writer.action = owner.action?.description
        let process: PreparedProcess
        do {
            process = try await PreparedProcess.prepare(
                specification.settings,
                values,
                within: limit
            )
        } catch let error as PreparedProcess.Failure {
            let program = try specification.command.first?.render(values) ?? ""
            throw ExecError.notStarted(
                program: Quoting.shown(program, limit: 200),
                reason: error.reason
            )
        }
        let isClear = specification.settings.hasClearEnvironment
        var body = try ExecBody(
            specification,
            values: values,
            in: environment.variables(of: owner, in: values.launchID, isClear: isClear),
            process,
            writer,
            telling: end
        )
        let limits = process.settings.resources
        if !limits.isEmpty { body.command.group = GroupRequest(.step, owner.name, limits: limits) }
        return body
    }

    /// Tells whether there is something at a path; suspends as long as its file system does not
    /// answer.
    package func exists(_ path: String) async -> Bool {
        let lookup = FileLookup()
        // Without the loop a silent file system holds up the calling thread; the answer is right.
        guard (try? Loop.start()) != nil else { return lookup.look(path) == nil }
        do throws(CancellationError) {
            return try await lookup.failure(at: path) == nil
        } catch {
            return false
        }
    }

    /// Closes what requests opened; later HTTP bodies fail.
    ///
    /// Call it after the last body has ended. A process that is about to exit need not call it: its
    /// exit closes everything.
    package func shutdown() async {
        await client.shutdown()
    }
}
