import Glibc
import Slipway
import SlipwayBodies
import SlipwayClient
import SlipwayConfiguration
import SlipwayControlServer
import SlipwayInterface
import SlipwayJSON
import SlipwayLoop
import SlipwayOperations
import SlipwayProcess
import SlipwayStore
import SlipwaySystemd
import SlipwayTestSupport
import Synchronization

@testable import SlipwayDaemon
@testable import SlipwayHost

/// A launch with its control socket, in this process.
final class ServedLaunch: Sendable {
    let launch: Launch
    let senders: WaitingSenders
    let watchers: LaunchWatchers
    let socket: String
    private let folder: TemporaryFolder
    let service: LaunchService
    private let server: ControlServer
    private let news: LaunchNews
    private let hold: Hold
    private let store: HostStore
    private let kinds: ConfiguredKinds

    /// A kind whose actions run at once, and one whose actions wait for `hold`.
    static let nowAndLater = """
        name: test
        operations:
          hold: { sleep: 1s }
        actions:
          now: { sleep: 1s, parameters: { a: { type: integer } } }
          later: { requires: [hold], sleep: 1s }
        """

    /// Serves a configuration whose bodies are programs, or do nothing; an operation `hold` that
    /// sleeps waits for ``letGo()``.
    ///
    /// Actions are kept on disk if they are to be durable.
    init(_ yaml: String, isDurable: Bool = false) throws {
        folder = try TemporaryFolder()
        socket = folder.path + "/socket"
        let hold = Hold()
        self.hold = hold
        store = HostStore(in: isDurable ? folder.path : nil, [:])
        let log = OutputLog(.lines(STDERR_FILENO))
        let programs = Programs(log: log, folder: NotifyFolder(in: folder.path))
        let bodies = DaemonBodies(
            BodyRunner(environment: [:], log: log, programs: programs),
            store,
            HostLog()
        )
        let configured = try ConfiguredGraph(
            parsing: ConfigurationFile(name: "test.yaml", bytes: Array(yaml.utf8)),
            runner: HeldBodies(bodies: bodies, hold: hold)
        )
        kinds = ConfiguredKinds(configured.configuration)
        launch = Launch(configured.graph, deadlineFrom: .run, keeper: store.actions)
        store.actions.serve(launch) { [kinds] kind, payload throws(Failure) in
            try kinds.stored(kind, payload)
        }
        let current = CurrentLaunch(launch, kinds)
        let memory = FreedMemory()
        senders = WaitingSenders(current, store.actions)
        watchers = LaunchWatchers(launch, memory: memory)
        news = LaunchNews(
            current: current,
            launchID: launch.id,
            store: store.actions,
            senders: senders,
            watchers: watchers,
            memory: memory,
            recorder: LaunchRecorder(
                history: store.history,
                generation: current.generation,
                systemd: SystemdReporter(SystemdEnvironment([:], pid: 0), afterwards: .zero),
                log: HostLog(),
                digest: { "" }
            )
        )
        try Loop.start()
        service = LaunchService(
            current: current,
            authority: Authority(configured.configuration),
            calls: CallLog(HostLog()),
            store: store.actions,
            history: store.history,
            senders: senders,
            watchers: watchers,
            logPlace: LogPlace(isJournal: false),
            programs: OperatedPrograms(current: CurrentPrograms(programs)),
            reloading: ReloadingPlace(),
            restarting: RestartingPlace()
        )
        server = try ControlServer(
            [ControlDoor(at: .path(socket), services: [service])],
            identity: .slipway
        )
        if let folder = store.folder {
            store.actions.open(in: folder, onTrouble: { _ in })
        }
    }

    /// Runs the launch while `body` does, then ends it.
    func run(_ body: @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                defer { senders.end() }
                try await launch.run(reportingTo: [news])
            }
            defer {
                hold.letGo()
                launch.stop()
            }
            try await body()
        }
        store.actions.end(within: .seconds(60))
        server.shutdown()
    }

    /// Lets the body of `hold` end.
    func letGo() { hold.letGo() }
}

extension ServedLaunch {
    @discardableResult
    func call<Called: LaunchMethod>(
        _ method: Called,
        timeout: Duration? = ControlClient.patience
    ) async throws -> Called.Reply {
        try await blocking { [socket] in
            try ControlClient(path: socket).call(method, timeout: timeout)
        }
    }

    func submit(_ request: Method.Submit) async throws -> SubmitReply {
        try await call(request)
    }

    /// Sends the same action `count` times.
    func submit(_ count: Int, _ request: Method.Submit) async throws {
        try await blocking { [socket] in
            let client = try ControlClient(path: socket)
            for _ in 0..<count { _ = try client.call(request) }
        }
    }

    /// Follows the launch until it ends, or `goesOn` returns `false`.
    func watch(while goesOn: @escaping @Sendable (Report) -> Bool) async throws -> Report? {
        try await blocking { [socket] in
            var fold = ReportFold()
            try ControlClient(path: socket).stream(Method.Watch()) { reply in
                fold.apply(try WatchReply(reply, following: fold.report))
                return fold.report.map(goesOn) ?? true
            }
            return fold.report
        }
    }
}

/// The daemon's bodies, but sleeps do nothing, or wait for the gate.
private struct HeldBodies: BodyRunning {
    let bodies: DaemonBodies
    let hold: Hold

    func run(
        _ body: BodySpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        _ grace: Duration
    ) async throws -> JSON {
        guard case .sleep = body else { return try await bodies.run(body, owner, values, grace) }
        if owner.name == "hold" { await hold.wait() }
        return .null
    }

    func undo(
        _ stop: ExecSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        within limit: Duration
    ) async throws {
        try await bodies.undo(stop, owner, values, within: limit)
    }

    func start(_ program: ProgramStart) async throws {
        try await bodies.start(program)
    }

    func stop(program: String) async throws {
        try await bodies.stop(program: program)
    }

    func exists(_ path: String) async -> Bool { await bodies.exists(path) }
}

/// A gate for bodies.
private final class Hold: Sendable {
    private let state = Mutex<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>(
        (false, [])
    )

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func letGo() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
