internal import Glibc
internal import Slipway
internal import SlipwayBodies
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwayLoop
internal import SlipwayOperations
internal import SlipwayProcess

/// A number of launches, each with its own faults.
struct Campaign {
    let folder: String
    let count: Int
    let seed: UInt64
    /// Launches after which nothing new is made once, and the heap has its pieces.
    private static let warmUp = 150
    private let nowhere = OutputLog(.lines(open("/dev/null", O_WRONLY | O_CLOEXEC)))
    private let journal: FakeJournal
    private let journalLog: OutputLog

    init(folder: String, count: Int, seed: UInt64) {
        self.folder = folder
        self.count = count
        self.seed = seed
        journal = FakeJournal()
        journalLog = OutputLog(.journal(socket: journal.socket))
    }

    /// Sets the process up as the daemon does.
    func prepare() async throws {
        _ = signal(SIGPIPE, SIG_IGN)
        try Loop.start()
        try await Self.adopt()
        try await journal.become(.reads)
        mkdir("\(folder)/notify", 0o700)
    }

    @Loop
    private static func adopt() throws {
        try Orphans.adopt()
    }

    /// Runs the launches; returns whether nothing was left of any.
    func run() async throws -> Bool {
        var baseline: Inventory?
        var tally = Tally()
        print("launches  ready  failed  descriptors  children  files  threads  resident KiB")
        for number in 0..<count + Self.warmUp {
            var random = SeededRandom(seed: seed &+ UInt64(number))
            try await launch(&random, &tally)
            let inventory = try await inventory()
            guard number >= Self.warmUp else { continue }
            let first = baseline ?? inventory
            baseline = first
            let done = number - Self.warmUp + 1
            if done % 100 == 0 || done == 1 { print(row(done, tally, inventory)) }
            if let left = inventory.left(since: first) {
                print("launch with seed \(seed &+ UInt64(number)): \(left)")
                return false
            }
        }
        return true
    }

    /// The inventory once the kernel has delivered every end.
    private func inventory() async throws -> Inventory {
        for _ in 0..<200 where Inventory(folder: folder).children > 0 {
            try await Task.sleep(for: .milliseconds(10))
        }
        return Inventory(folder: folder)
    }

    private func row(_ done: Int, _ tally: Tally, _ inventory: Inventory) -> String {
        let numbers = [
            (done, 8), (tally.ready, 5), (tally.failed, 6), (inventory.descriptors, 11),
            (inventory.children, 8), (inventory.files, 5), (inventory.threads, 7),
            (inventory.resident, 12),
        ]
        return numbers.map { number, width in
            String(repeating: " ", count: max(0, width - "\(number)".count)) + "\(number)"
        }.joined(separator: "  ")
    }

    private func launch(_ random: inout SeededRandom, _ tally: inout Tally) async throws {
        let text = RandomConfiguration(folder: folder).text(&random)
        // One launch in three writes to a journal, which changes while it runs.
        let log = random.chance(33) ? journalLog : nowhere
        let moods = FakeJournal.Mood.allCases
        let (first, second) = (moods[Int(random.below(3))], moods[Int(random.below(3))])
        try await journal.become(first)
        let notifyFolder = NotifyFolder(in: "\(folder)/notify")
        let programs = Programs(log: log, folder: notifyFolder)
        let runner = BodyRunner(
            environment: ["PATH": "/usr/bin:/bin"],
            log: log,
            programs: programs
        )
        let configured = try ConfiguredGraph(
            parsing: ConfigurationFile(name: "faults.yaml", bytes: Array(text.utf8)),
            runner: Bodies(runner: runner)
        )
        let launch = Launch(configured.graph)
        // The launch holds the programs.
        await programs.observe { [weak launch] status in
            launch?.note(status)
        } end: { [weak launch] conclusion in
            guard case .failure(let failure) = conclusion.end else { return }
            launch?.fail(failure, of: conclusion.name)
        }
        let limit = random.chance(15) ? DescriptorShortage(spare: Int(random.below(12))) : nil
        let pause = Duration.milliseconds(Int64(random.below(60)))
        async let ended: Void? = try? launch.run()
        _ = await launch.waitUntilReady()
        if case .ready = launch.report.phase { tally.ready += 1 } else { tally.failed += 1 }
        // Without descriptors it stays as it is.
        try? await journal.become(second)
        try? await Task.sleep(for: pause)
        launch.stop()
        _ = await ended
        limit?.end()
        await runner.shutdown()
        await Self.endLeftBehind()
        await notifyFolder.remove()
        try await journal.become(.reads)
    }

    /// Processes that steps left behind live as long as the daemon.
    @Loop
    private static func endLeftBehind() async {
        await withCheckedContinuation { continuation in
            Orphans.endAll(grace: .milliseconds(100)) { _ in continuation.resume() }
        }
    }
}

/// The number of launches by their end.
struct Tally {
    var ready = 0
    var failed = 0
}

/// Leaves the process only a few descriptors more than it has.
struct DescriptorShortage {
    private let before: rlimit

    init(spare: Int) {
        var limit = rlimit()
        getrlimit(Self.resource, &limit)
        before = limit
        limit.rlim_cur = rlim_t(Inventory.descriptors + spare)
        setrlimit(Self.resource, &limit)
    }

    func end() {
        var limit = before
        setrlimit(Self.resource, &limit)
    }

    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
}

/// Runs bodies as the daemon does.
private struct Bodies: BodyRunning {
    let runner: BodyRunner

    func run(
        _ body: BodySpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        _ grace: Duration
    ) async throws -> JSON {
        try await runner.run(body, of: owner, values: values, grace: grace)
    }

    func undo(
        _ stop: ExecSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        within limit: Duration
    ) async throws {
        try await runner.undo(stop, name: owner.name, values: values, within: limit)
    }

    func start(_ program: ProgramStart) async throws {
        try await runner.start(program)
    }

    func stop(program: String) async throws {
        try await runner.stop(program: program)
    }

    func exists(_ path: String) async -> Bool { await runner.exists(path) }
}
