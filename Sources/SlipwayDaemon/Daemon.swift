internal import Glibc
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayLoop
internal import SlipwayProcess
internal import SlipwayRecords
internal import SlipwayStore
internal import SlipwaySystem
internal import SlipwaySystemd

/// Connects configuration, launch, control socket and systemd to a running daemon.
struct Daemon {
    private let configured: ConfiguredGraph
    private let environment: [String: String]
    private let authority: Authority
    private let launch: Launch
    private let log: DaemonLog
    private let programs: Programs
    private let store: any ActionStore
    private let memory = FreedMemory()
    private let watchers: LaunchWatchers
    private let senders: WaitingSenders

    init(
        _ configured: ConfiguredGraph,
        _ store: any ActionStore,
        _ environment: [String: String],
        _ log: DaemonLog,
        _ programs: Programs
    ) {
        self.log = log.of(service: configured.configuration.name)
        self.programs = programs
        self.configured = configured
        self.environment = environment
        authority = Authority(configured.configuration)
        self.store = store
        launch = Launch(configured.graph, deadlineFrom: .processStart)
        watchers = LaunchWatchers(launch, memory: memory)
        senders = WaitingSenders(launch, store)
    }

    /// Runs the launch on the calling thread; the socket answers before the first operation runs,
    /// and until the last process has ended.
    ///
    /// - Returns: The status to exit with: 0 after an ordinary end, 1 when the launch failed.
    func run(on sockets: DaemonSockets) throws(DaemonError) -> Int32 {
        let server = try serve(on: sockets)
        lookAround()
        var status: Int32 = 0
        var shortage: DaemonError?
        do throws(LaunchError) {
            try launch.runOnMainThreadWithoutSignals(reportingTo: [
                SystemdReporter(afterwards: afterwards), news, JournalReporter(log.journal),
            ])
        } catch {
            // The reporters have told systemd, the log and the watchers what failed.
            if case .cannotBegin(let reason) = error { shortage = .launch(reason: reason) }
            status = 1
        }
        endProcesses()
        Loop.run { [programs] in programs.removeFolder() }
        // A pending connection would start the failed service again at once.
        let refusal = status == 0 ? LaunchRefusal.shuttingDown : refusal(shortage)
        server.shutdown(
            within: Self.farewell,
            refusing: refusal.varlinkError,
            refusesPending: status != 0
        )
        if let shortage { throw shortage }
        return status
    }

    /// Looks up the users and programs that the configuration names, beside the launch: a user
    /// server or a file system may be silent for long.
    private func lookAround() {
        let configuration = configured.configuration
        @Sendable func lookUp() {
            authority.lookUp(configuration) { [log] in log.say(.warning, $0) }
        }
        do throws(ErrorNumber) {
            try PlainThread.run { [log, environment] in
                lookUp()
                // An action may arrive hours later, and would fail only then.
                for warning in configuration.missingPrograms(in: environment) {
                    log.say(.warning, warning.description)
                }
            }
        } catch {
            lookUp()
        }
    }

    /// The refusal for senders that come too late.
    private func refusal(_ shortage: DaemonError?) -> LaunchRefusal {
        let cause = launch.report.rootCauses.first
        let message = cause?.failure.message ?? shortage.map { "\($0)" } ?? "it ended"
        return .launchFailed(
            operation: cause?.operation,
            message: message.cut(to: TextLimit.message)
        )
    }

    private var news: LaunchNews {
        LaunchNews(
            launch: launch,
            store: store,
            senders: senders,
            watchers: watchers,
            memory: memory
        )
    }

    /// Sets the loop up on this thread, and starts its own thread once everything is ready.
    private func serve(on sockets: DaemonSockets) throws(DaemonError) -> ControlServer {
        do throws(LoopError) {
            try Loop.prepare()
            try Loop.run { [self] () throws(LoopError) in
                try Orphans.adopt()
                try takeSignals()
                followPrograms()
            }
        } catch {
            throw .loop(error)
        }
        let server = try server(on: sockets)
        do throws(LoopError) {
            try Loop.start()
        } catch {
            server.shutdown(within: .zero)
            throw .loop(error)
        }
        return server
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

    private func server(on sockets: DaemonSockets) throws(DaemonError) -> ControlServer {
        let calls = CallLog(log)
        let service = LaunchService(
            launch: launch,
            kinds: ActionKinds(configured.configuration, configured.actions),
            authority: authority,
            calls: calls,
            store: store,
            senders: senders,
            watchers: watchers,
            programs: programs
        )
        do throws(ControlServerError) {
            return try ControlServer(
                sockets.doors([service, log.service(authority, calls)], authority),
                identity: .slipway,
                onTrouble: { [log] in log.say(.warning, $0.description) }
            )
        } catch {
            throw .socket(error)
        }
    }

    /// How long ending left-behind processes and sending the last replies may take.
    private var afterwards: Duration {
        configured.configuration.grace + Orphans.patience + Self.farewell
    }

    /// Ends the processes that steps left behind: they live as long as the daemon.
    private func endProcesses() {
        let grace = configured.configuration.grace
        let end = Orphans.endAllAndWait(grace: grace) { [log] in
            log.say(.notice, "ending processes that steps left behind")
        }
        switch end {
        case .gone: break
        case .stuck([]): log.say(.warning, "cannot find out whether all processes have ended")
        case .stuck(let numbers):
            log.say(.warning, "cannot end all processes: \(numbers.listed)")
        }
    }

    /// How long peers may take to read their last replies.
    private static let farewell = Duration.seconds(2)
}
