internal import Glibc
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayProcess
internal import SlipwaySystem
internal import SlipwaySystemd

/// Runs what a configuration describes: its launch as a service, and its processes.
struct Daemon {
    private let configured: ConfiguredGraph
    private let environment: [String: String]
    private let authority: Authority
    private let hosted: HostedLaunch
    private let programs: Programs
    private let store: HostStore

    private var launch: Launch { hosted.launch }
    private var log: HostLog { hosted.log }

    init(
        _ configured: ConfiguredGraph,
        _ store: HostStore,
        _ environment: [String: String],
        _ log: HostLog,
        _ programs: Programs
    ) {
        self.programs = programs
        self.configured = configured
        self.environment = environment
        self.store = store
        authority = Authority(configured.configuration)
        hosted = HostedLaunch(
            configured.graph,
            ConfiguredKinds(configured.configuration),
            authority,
            store,
            OperatedPrograms(programs: programs),
            log.of(service: configured.configuration.name)
        )
    }

    /// Runs the launch on the calling thread; the socket answers before the first operation runs,
    /// and until the last process has ended.
    ///
    /// - Parameters:
    ///   - sockets: The sockets to answer at.
    ///   - actions: What is submitted before the launch begins, with correct payloads.
    /// - Returns: The status to exit with: 0 after an ordinary end, 1 when the launch failed.
    /// - Throws: It cannot start.
    func run(
        on sockets: HostSockets,
        _ actions: [Method.Submit]
    ) throws(ServingFailure) -> Int32 {
        let server = try hosted.open(
            on: sockets,
            state: store.folder,
            storage: HostOptions.Storage(configured.configuration.storage),
            actions: actions
        ) { [self] () throws(LoopError) in
            try Orphans.adopt()
            try takeSignals()
            followPrograms()
        }
        lookAround()
        var failed: String?
        var shortage: ServingFailure?
        do throws(LaunchError) {
            try launch.runOnMainThreadWithoutSignals(
                reportingTo: hosted.reporters(afterwards: afterwards)
            )
        } catch {
            // The reporters have told systemd, the log and the watchers what failed.
            failed = "it ended"
            if case .cannotBegin(let reason) = error {
                shortage = .launch(reason: reason)
                failed = shortage.map { "\($0)" }
            }
        }
        endProcesses()
        Loop.run { [programs] in programs.removeFolder() }
        hosted.close(server, failed: failed)
        if let shortage { throw shortage }
        return failed == nil ? 0 : 1
    }

    /// Looks up the users and programs that the configuration names, beside the launch: a user
    /// server or a file system may be silent for long.
    private func lookAround() {
        let configuration = configured.configuration
        @Sendable func lookUp() {
            authority.lookUp(configuration) { [log] in log.say(.warning, $0) }
        }
        do throws(Thread.Refusal) {
            try Thread("slipway-names", blocking: .full) { [log, environment] in
                lookUp()
                // An action may arrive hours later, and would fail only then.
                let missing = configuration.missingPrograms(in: environment)
                for warning in configuration.warnings + missing {
                    log.say(.warning, warning.asWarning.description)
                }
            }
        } catch {
            lookUp()
        }
    }

    @Loop
    private func takeSignals() throws(LoopError) {
        try OperatorSignals.watch(
            stop: { [launch] in launch.stop(reason: $0) },
            endGrace: { [launch] in
                launch.endGrace()
                Orphans.endGrace()
            },
            reload: { [log] in log.say(.notice, "SIGHUP: nothing was reloaded") }
        )
    }

    @Loop
    private func followPrograms() {
        programs.observe { [launch] status in
            launch.note(status)
        } fail: { [launch] name, failure in
            launch.fail(failure, of: name)
        }
    }

    /// The longest time that ending left-behind processes may take.
    private var afterwards: Duration {
        configured.configuration.grace + Orphans.patience
    }

    /// Ends the processes that steps left behind: they live as long as the daemon.
    private func endProcesses() {
        let grace = configured.configuration.grace
        let begin = Instant.now
        let end = Orphans.endAllAndWait(grace: grace) { [log] in
            log.say(.notice, "ending processes that steps left behind")
        }
        switch end {
        case .gone([]): break
        case .gone(let killed):
            // A second signal ends the grace before its time.
            let patience = min(begin.duration(to: .now), grace).timespan
            let words = "had to be killed: they did not end within \(patience) of SIGTERM"
            log.say(.warning, "processes that steps left behind \(words): \(killed.listed)")
        case .stuck([]): log.say(.warning, "cannot find out whether all processes have ended")
        case .stuck(let numbers):
            log.say(.warning, "cannot end all processes: \(numbers.listed)")
        }
    }
}

extension HostOptions.Storage {
    fileprivate init(_ specification: StorageSpecification) {
        switch specification {
        case .optional: self = .optional
        case .required: self = .required
        }
    }
}
