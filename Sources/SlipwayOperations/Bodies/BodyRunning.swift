package import Slipway
package import SlipwayConfiguration
package import SlipwayJSON

/// The work that a configured graph needs done: bodies run, programs started and ended, paths
/// looked for.
///
/// The daemon implements the protocol. The grace is the file's: how long a cancelled body may take
/// to return.
package protocol BodyRunning: Sendable {
    /// Runs a body, which is never a group, with the values of its templates, and returns its
    /// value.
    func run(
        _ body: BodySpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        _ grace: Duration
    ) async throws -> JSON

    /// Runs a body that may wait for something.
    ///
    /// - Parameters:
    ///   - body: The body, which is never a group.
    ///   - owner: The operation or the launch action.
    ///   - values: What the body's templates are filled in from.
    ///   - grace: How long a cancelled body may take to return.
    ///   - lacks: Called with what the body waits for and what was wrong with that last, in words
    ///     that follow the owner's name: `waits for tcp db:5432: Connection refused`.
    /// - Returns: The value of the body.
    /// - Throws: What ``run(_:_:_:_:)`` throws.
    func run(
        _ body: BodySpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        _ grace: Duration,
        lacks: @escaping @Sendable (String) -> Void
    ) async throws -> JSON

    /// Sends the request of an operation, whose earlier answer may be stored.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - owner: The operation.
    ///   - values: What the templates of the request are filled in from.
    ///   - etag: The entity tag of the stored answer; `nil` for none.
    ///   - grace: As for ``run(_:_:_:_:)``.
    /// - Returns: The answer; `nil` if the stored one is still right.
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

    /// Runs the `stop` of an operation, which undoes it.
    ///
    /// - Parameters:
    ///   - stop: The command.
    ///   - owner: The operation.
    ///   - values: What the templates of the command are filled in from.
    ///   - limit: The time within which the command and its processes have ended, by themselves or
    ///     killed.
    /// - Throws: The command could not be run, failed, or was ended because its time was up.
    func undo(
        _ stop: ExecSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        within limit: Duration
    ) async throws

    /// Starts the program of an operation, and returns once it is ready.
    ///
    /// - Throws: The program could not be started, or did not become ready.
    func start(_ program: ProgramStart) async throws

    /// Changes how a program of an earlier generation is watched and ended, once the generation
    /// that asks is in service; a changed command counts from the next start on.
    ///
    /// - Parameters:
    ///   - keys: The changed keys.
    ///   - program: The program as it is from then on.
    /// - Throws: A text cannot be filled in, or something that the program needs is not there.
    func renew(_ keys: Set<String>, of program: ProgramStart) async throws

    /// Ends the program of the operation with that name: its `stop` first, then its processes, each
    /// within a grace.
    ///
    /// - Throws: The `stop` failed; the program has ended all the same.
    func stop(program: String) async throws

    /// Tells whether there is something at a path.
    func exists(_ path: String) async -> Bool

    /// The server of an operation's flags, for as long as the launch lasts.
    func flags(_ specification: FlagsSpecification) -> any FlagsSource

    /// Says something about an operation in the log of the service.
    func say(_ words: String, isTrouble: Bool, of operation: String, _ service: String)
}

/// The answer of a server.
package struct RequestAnswer: Sendable {
    package let value: JSON
    /// The entity tag of the answer, by which the server need not send it again.
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

/// The runner of graphs that are never launched.
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
