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
    /// - Parameters:
    ///   - program: What becomes of it from then on.
    ///   - exec: Its command.
    ///   - owner: The operation.
    ///   - values: What its templates are filled in from, for as long as it runs.
    ///   - stop: What ends it in its own way, before its processes are asked to; `nil` for nothing.
    ///   - terms: How long it may take.
    /// - Throws: It could not be started, or did not become ready.
    func start(
        _ program: ProgramSpecification,
        _ exec: ExecSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        stop: ExecSpecification?,
        _ terms: StartTerms
    ) async throws

    /// Has a program that an earlier generation started watched and ended in another way, once the one that asks
    /// is in service.
    ///
    /// - Parameters:
    ///   - keys: What has changed.
    ///   - program: As for ``start(_:_:_:_:stop:_:)``, as the following.
    ///   - exec: Its command, which is another one only for later starts.
    ///   - owner: The operation.
    ///   - values: What its templates are filled in from, for as long as it runs.
    ///   - stop: What ends it in its own way; `nil` for nothing.
    ///   - terms: How long it may take.
    /// - Throws: A text cannot be filled in, or what it needs is not there.
    func renew(
        _ keys: Set<String>,
        of program: ProgramSpecification,
        _ exec: ExecSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        stop: ExecSpecification?,
        _ terms: StartTerms
    ) async throws

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

    package func renew(
        _ keys: Set<String>,
        of program: ProgramSpecification,
        _ exec: ExecSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        stop: ExecSpecification?,
        _ terms: StartTerms
    ) async throws {}

    package func flags(_ specification: FlagsSpecification) -> any FlagsSource { NoFlags() }

    package func say(_ words: String, isTrouble: Bool, of operation: String, _ service: String) {}
}

/// The terms that the operation of a program sets for it.
package struct StartTerms: Sendable {
    /// The service can do without it.
    package let isOptional: Bool
    /// Its operation is tried again if its first start fails.
    package let isTriedAgain: Bool
    /// It ran before, was ended for a reload that failed, and comes back as it was.
    package let isRestored: Bool
    /// The programs that it requires, directly or through others, if any has a rule for those that depend
    /// on it.
    package let requires: Set<String>
    /// The time that it has to become ready, now and after each restart; `nil` for as long as the
    /// launch.
    package let timeout: Duration?
    /// The time that the launch has to become ready.
    package let deadline: Duration
    /// The time that it has to end.
    package let grace: Duration
    /// Called when its process runs: from then on it only waits.
    package let executed: @Sendable () -> Void
    /// Called when it asks for more time to become ready.
    package let extendTimeout: @Sendable (Duration) -> Void

    /// Collects terms.
    package init(
        isOptional: Bool = false,
        isTriedAgain: Bool = false,
        isRestored: Bool = false,
        requires: Set<String> = [],
        timeout: Duration?,
        deadline: Duration,
        grace: Duration,
        executed: @escaping @Sendable () -> Void = {},
        extendTimeout: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        self.isOptional = isOptional
        self.isTriedAgain = isTriedAgain
        self.isRestored = isRestored
        self.requires = requires
        self.timeout = timeout
        self.deadline = deadline
        self.grace = grace
        self.executed = executed
        self.extendTimeout = extendTimeout
    }
}

/// The owner of a body.
package struct BodyOwner: Hashable, Sendable {
    /// The operation's name, or the kind of the launch action.
    package let name: String
    /// The launch action; `nil` for an operation.
    package let action: ActionID?
    /// The number of this attempt of the action, from 1; those of earlier launches count.
    package let attempt: Int
    /// The key that the action's sender gave; `nil` for none.
    package let key: String?

    /// Names an owner.
    package init(
        name: String,
        action: ActionID? = nil,
        attempt: Int = 1,
        key: String? = nil
    ) {
        self.name = name
        self.action = action
        self.attempt = attempt
        self.key = key
    }

    /// The marks by which its action is recognised; empty for an operation.
    package var recognition: [ValueReference.ActionPart: String] {
        guard let id = action?.description else { return [:] }
        return [.id: id, .attempt: "\(attempt)", .key: key ?? id]
    }
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

    package func start(
        _ program: ProgramSpecification,
        _ exec: ExecSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        stop: ExecSpecification?,
        _ terms: StartTerms
    ) async throws {}

    package func stop(program: String) async throws {}

    package func exists(_ path: String) async -> Bool { false }
}
