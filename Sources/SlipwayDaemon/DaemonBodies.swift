internal import Slipway
internal import SlipwayBodies
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayJSON
internal import SlipwaySystemd

/// Runs the bodies of operations and of launch actions.
///
/// Every user who can connect sees why an action failed. The last line of its program, or the error
/// of the one that it was delivered to, may repeat the payload, so it is kept with the payload, for
/// those who may read it. (A program has written its lines to the journal itself.)
struct DaemonBodies: BodyRunning {
    private let runner: BodyRunner
    private let store: HostStore
    private let log: HostLog

    init(_ runner: BodyRunner, _ store: HostStore, _ log: HostLog) {
        self.runner = runner
        self.store = store
        self.log = log
    }

    func run(
        _ body: BodySpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        _ grace: Duration
    ) async throws -> JSON {
        do {
            return try await runner.run(body, of: owner, values: values, grace: grace)
        } catch {
            guard let action = owner.action else { throw error }
            switch error {
            case let error as ExecError:
                if let line = error.lastLine { store.note(lastWords: line, of: action) }
                throw error.withoutLastLine
            case let error as HTTPError:
                if let text = error.beginning { store.note(lastWords: text, of: action) }
                throw error.withoutBeginning
            case let error as DeliveryError:
                if let text = error.handlersText { store.note(lastWords: text, of: action) }
                throw error.withoutHandlersText
            case let error as Cancelled where body.isExec:
                store.note(lastWords: error.description, of: action)
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

    func start(
        _ program: ProgramSpecification,
        _ exec: ExecSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        stop: ExecSpecification?,
        _ terms: StartTerms
    ) async throws {
        try await runner.start(program, exec, name: owner.name, values: values, stop: stop, terms)
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
}
