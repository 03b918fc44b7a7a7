package import Slipway
package import SlipwayConfiguration
package import SlipwayJSON

/// The work that a configured graph needs done: bodies run, programs started and ended, paths
/// looked for.
///
/// The grace is the file's: how long a cancelled body may take to return. The daemon implements
/// it.
package protocol BodyRunning: Sendable {
    /// Runs a body with its templates' values, and returns its value; never a group.
    func run(
        _ body: BodySpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        _ grace: Duration
    ) async throws -> JSON

    /// Runs a body that may wait for something.
    ///
    /// - Parameters:
    ///   - body: As for ``run(_:_:_:_:)``, as the following.
    ///   - owner: The operation or the launch action.
    ///   - values: What its templates are filled in from.
    ///   - grace: How long it may take to return once it is cancelled.
    ///   - lacks: Called with what it waits for and what was wrong with that last, in words that follow its name:
    ///     `waits for tcp db:5432: Connection refused`.
    /// - Returns: Its value.
    /// - Throws: What ``run(_:_:_:_:)`` throws.
    func run(
        _ body: BodySpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        _ grace: Duration,
        lacks: @escaping @Sendable (String) -> Void
    ) async throws -> JSON

    /// Sends the request of an operation, of which an earlier answer may be there.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - owner: The operation.
    ///   - values: What its templates are filled in from.
    ///   - etag: What the server gave with the answer that is there; `nil` for none.
    ///   - grace: As for ``run(_:_:_:_:)``.
    /// - Returns: The answer; `nil` if it is the one that is there.
    /// - Throws: What ``run(_:_:_:_:)`` throws for a request.
    func ask(
        _ request: HTTPSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        since etag: String?,
        _ grace: Duration
    ) async throws -> RequestAnswer?

    /// Suspends until an instant; by default on Swift's own timers.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func sleep(until instant: Instant) async throws

    /// Runs what undoes an operation, its `stop`.
    ///
    /// - Parameters:
    ///   - stop: What to run.
    ///   - owner: The operation.
    ///   - values: What its templates are filled in from.
    ///   - limit: Within it the command and its processes have ended, by themselves or not.
    /// - Throws: It could not be run, failed, or was ended because its time was up.
    func undo(
        _ stop: ExecSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        within limit: Duration
    ) async throws

    /// Starts the program of an operation, and returns once it is ready.
    ///
    /// - Throws: It could not be started, or did not become ready.
    func start(_ program: ProgramStart) async throws

    /// Has a program that an earlier generation started watched and ended in another way, once the one that asks
    /// is in service; its command is another one only for later starts.
    ///
    /// - Parameters:
    ///   - keys: What has changed.
    ///   - program: The program from then on.
    /// - Throws: A text cannot be filled in, or what it needs is not there.
    func renew(_ keys: Set<String>, of program: ProgramStart) async throws

    /// Ends the program of the operation with that name: its `stop` first, then its processes, each
    /// within a grace.
    ///
    /// - Throws: Its `stop` failed; the program has ended all the same.
    func stop(program: String) async throws

    /// Tells whether there is something at a path.
    func exists(_ path: String) async -> Bool

    /// The server of an operation's flags, for as long as its launch.
    func flags(_ specification: FlagsSpecification) -> any FlagsSource

    /// Says something about an operation in the log of the service.
    func say(_ words: String, isTrouble: Bool, of operation: String, _ service: String)
}

/// The answer of a server.
package struct RequestAnswer: Sendable {
    package let value: JSON
    /// The entity tag that it gave with it, so that it need not be sent again.
    package let etag: String?

    package init(_ value: JSON, etag: String?) {
        self.value = value
        self.etag = etag
    }
}

extension BodyRunning {
    package func sleep(until instant: Instant) async throws {
        try await Task.sleep(for: max(.zero, Instant.now.duration(to: instant)))
    }

    package func run(
        _ body: BodySpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        _ grace: Duration,
        lacks: @escaping @Sendable (String) -> Void
    ) async throws -> JSON {
        try await run(body, owner, values, grace)
    }

    package func ask(
        _ request: HTTPSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        since etag: String?,
        _ grace: Duration
    ) async throws -> RequestAnswer? {
        RequestAnswer(try await run(.http(request), owner, values, grace), etag: nil)
    }

    package func renew(_ keys: Set<String>, of program: ProgramStart) async throws {}

    package func flags(_ specification: FlagsSpecification) -> any FlagsSource { NoFlags() }

    package func say(_ words: String, isTrouble: Bool, of operation: String, _ service: String) {}
}

/// For graphs that are never launched.
package struct NeverRuns: BodyRunning {
    /// Creates a value.
    package init() {}

    package func run(
        _ body: BodySpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        _ grace: Duration
    ) async throws -> JSON { .null }

    package func undo(
        _ stop: ExecSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        within limit: Duration
    ) async throws {}

    package func start(_ program: ProgramStart) async throws {}

    package func stop(program: String) async throws {}

    package func exists(_ path: String) async -> Bool { false }
}
