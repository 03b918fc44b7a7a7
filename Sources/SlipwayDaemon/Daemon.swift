internal import Glibc
internal import Slipway
internal import SlipwayBodies
internal import SlipwayConfiguration
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayLoop
internal import SlipwayProcess
internal import SlipwayStore
internal import SlipwaySystemd

/// Wires everything into a running daemon: configuration, launch, control socket, systemd.
struct Daemon {
    private let configured: ConfiguredGraph
    private let launch: Launch
    private let runner: BodyRunner
    private let log = DaemonLog()
    private let store = MemoryStore()
    private let memory = FreedMemory()
    private let watchers: LaunchWatchers
    private let senders: WaitingSenders

    init(_ configured: ConfiguredGraph, _ runner: BodyRunner) {
        self.configured = configured
        self.runner = runner
        launch = Launch(configured.graph)
        watchers = LaunchWatchers(launch, memory: memory)
        senders = WaitingSenders(launch)
    }

    /// Runs the launch on the calling thread; the socket answers before the first operation runs,
    /// and until the last process has ended.
    ///
    /// - Returns: The status to exit with: 0 after an ordinary end, 1 when the launch failed.
    func run(on endpoint: ControlEndpoint) throws(DaemonError) -> Int32 {
        let signals = takeSignals()
        let server = try serve(on: endpoint)
        defer { server.shutdown() }
        do throws(LoopError) { try signals.result() } catch { throw .loop(error) }
        var status: Int32 = 0
        var shortage: DaemonError?
        do throws(LaunchError) {
            try launch.runOnMainThreadWithoutSignals(reportingTo: [
                SystemdReporter(), news, JournalReporter(log.journal),
            ])
        } catch {
            // The reporters have said what failed: to systemd, to the log, and to who watches.
            if case .cannotBegin(let reason) = error { shortage = .launch(reason: reason) }
            status = 1
        }
        endProcesses()
        if let shortage { throw shortage }
        return status
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

    private func takeSignals() -> LoopWork<Void, LoopError> {
        Loop.begin { [launch, log] () throws(LoopError) in
            try OperatorSignals.watch(
                stop: { launch.stop(reason: $0) },
                endGrace: {
                    launch.endGrace()
                    Orphans.endGrace()
                },
                reload: { log.say(.notice, "SIGHUP: nothing was reloaded") }
            )
        }
    }

    private func serve(on endpoint: ControlEndpoint) throws(DaemonError) -> ControlServer {
        let service = LaunchService(
            launch: launch,
            kinds: ActionKinds(configured.configuration, configured.actions),
            store: store,
            senders: senders,
            watchers: watchers
        )
        do throws(ControlServerError) {
            return try ControlServer(
                on: endpoint,
                services: [service, log.service],
                identity: .slipway,
                onTrouble: { [log] in log.say(.warning, $0.description) }
            )
        } catch {
            throw .socket(error)
        }
    }

    /// What steps left behind lives as long as the daemon.
    private func endProcesses() {
        let isGone = Orphans.endAllAndWait(grace: configured.configuration.grace)
        if !isGone { log.say(.warning, "the kernel holds processes that were killed") }
    }
}
