internal import Slipway
internal import SlipwayBodies
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayLoop
internal import SlipwayOperations
internal import SlipwaySystemd

/// Runs the bodies of operations and of launch actions.
///
/// Every user who can connect sees why an action failed. The last lines of its program, its value,
/// and the error of the one that it was delivered to, may repeat the payload, so they go to the
/// store with the payload, for those who may read it. (A program has written its lines to the
/// journal itself.)
struct DaemonBodies: BodyRunning {
    private let runner: BodyRunner
    private let store: HostStore
    private let log: HostLog

    init(_ runner: BodyRunner, _ store: HostStore, _ log: HostLog) {
        self.runner = runner
        self.store = store
        self.log = log
    }

    func sleep(until instant: Instant) async throws { try await Timer.sleep(until: instant) }

    func run(
        _ body: BodySpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        _ grace: Duration
    ) async throws -> JSON {
        try await run(body, owner, values, grace) { _ in }
    }

    func run(
        _ body: BodySpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        _ grace: Duration,
        lacks: @escaping @Sendable (String) -> Void
    ) async throws -> JSON {
        guard let action = owner.action else {
            return try await runner.run(
                body,
                of: owner,
                values: values,
                grace: grace,
                lacks: lacks
            )
        }
        let end = HandlerEnd(lines: HandlerResult.lineLimit)
        var result = HandlerResult()
        defer {
            (result.exit, result.lines) = (end.exit, end.lines)
            store.note(result, of: action)
        }
        do {
            let value = try await runner.run(
                body.bounded,
                of: owner,
                values: values,
                grace: grace,
                telling: end,
                lacks: lacks
            )
            if value != .null { result.output = value }
            return value
        } catch {
            switch error {
            case let error as ExecError:
                result.lastWords = error.lastLine
                throw error.withoutLastLine
            case let error as HTTPError:
                result.lastWords = error.beginning
                throw error.withoutBeginning
            case let error as DeliveryError:
                result.lastWords = error.handlersText
                throw error.withoutHandlersText
            case let error as Cancelled where body.isExec:
                result.lastWords = error.description
                throw CancellationError()
            default: throw error
            }
        }
    }

    func ask(
        _ request: HTTPSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        since etag: String?,
        _ grace: Duration
    ) async throws -> RequestAnswer? {
        try await runner.ask(request, values: values, since: etag)
    }

    func undo(
        _ stop: ExecSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        within limit: Duration
    ) async throws {
        try await runner.undo(stop, name: owner.name, values: values, within: limit)
    }

    func start(_ program: ProgramStart) async throws { try await runner.start(program) }

    func renew(_ keys: Set<String>, of program: ProgramStart) async throws {
        try await runner.renew(keys, of: program)
    }

    func stop(program: String) async throws { try await runner.stop(program: program) }

    func exists(_ path: String) async -> Bool { await runner.exists(path) }

    func flags(_ specification: FlagsSpecification) -> any FlagsSource {
        runner.flags(specification)
    }

    func say(_ words: String, isTrouble: Bool, of operation: String, _ service: String) {
        let entry = LogEntry(
            isTrouble ? .warning : .notice,
            "Operation '\(operation)': \(words)",
            fields: [.init(.operation, operation)]
        )
        log.of(service: service).say(entry)
    }
}

extension BodySpecification {
    fileprivate var isExec: Bool { if case .exec = self { true } else { false } }

    /// The body with the output limit of an action, whose value goes to its sender.
    fileprivate var bounded: BodySpecification {
        guard case .exec(var exec) = self else { return self }
        exec.outputLimit = ActionLimit.payload
        return .exec(exec)
    }
}
