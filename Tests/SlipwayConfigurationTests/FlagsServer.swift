import Slipway
import SlipwayConfiguration
import SlipwayJSON
import SlipwayOperations
import Synchronization

/// A server of flags that answers what a test says, and notes what is run, asked and said.
///
/// It gives the last answer again and again.
final class FlagsServer: BodyRunning, FlagsSource {
    private struct State {
        var answers: [Result<Flags?, FlagsError>]
        var asked: [String?] = []
        var said: [String] = []
        var ran: [String] = []
    }

    private let state: Mutex<State>

    init(_ answers: Result<Flags?, FlagsError>...) { state = Mutex(State(answers: answers)) }

    /// The questions, each with what it named as there.
    var asked: [String?] { state.withLock(\.asked) }
    var said: [String] { state.withLock(\.said) }
    var ran: [String] { state.withLock(\.ran) }

    func flags(_ specification: FlagsSpecification) -> any FlagsSource { self }

    func ask(_ values: TemplateValues, since etag: String?) throws -> Flags? {
        try state.withLock { state in
            state.asked.append(etag)
            let isLast = state.answers.count == 1
            return try (isLast ? state.answers[0] : state.answers.removeFirst()).get()
        }
    }

    func say(_ words: String, isTrouble: Bool, of operation: String, _ service: String) {
        state.withLock { $0.said.append("\(isTrouble ? "! " : "")\(operation): \(words)") }
    }

    func run(
        _ body: BodySpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        _ grace: Duration
    ) async throws -> JSON {
        guard case .exec(let exec) = body else { return .null }
        let words = try exec.command.map { template throws(TemplateError) in
            try template.render(values)
        }
        state.withLock { $0.ran.append(words.joined(separator: " ")) }
        return .null
    }

    func undo(
        _ stop: ExecSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        within limit: Duration
    ) {}

    func start(_ program: ProgramStart) {}

    func stop(program: String) {}

    func exists(_ path: String) -> Bool { false }
}

extension FlagsServer {
    /// Launches a configuration, calls a function once it is ready, and stops it.
    ///
    /// - Returns: The report after that.
    func launch(
        _ operations: String,
        values: (any ValueStore)? = nil,
        environment: [String: String] = [:],
        inheriting inheritance: (any Inheritance)? = nil,
        whenReady: (Launch) async throws -> Void = { _ in }
    ) async throws -> Report {
        let configured = try ConfiguredGraph(
            parsing: .test("name: test\n" + operations),
            environment: environment,
            runner: self,
            inheriting: { _, _ in inheritance }
        )
        let launch = Launch(configured.graph, values: values)
        let running = Task { try? await launch.run() }
        _ = await launch.waitUntilReady()
        try await whenReady(launch)
        launch.stop()
        await running.value
        return launch.report
    }
}
