internal import Glibc
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayOperations
internal import SlipwayProcess
internal import SlipwaySystemd
internal import Synchronization

/// Runs what a configuration describes: its generations as one service, and its processes.
struct Daemon {
    private let service: ConfiguredService
    private let first: Generation
    private let reloader: Reloader
    private let result: ServiceResult

    private var hosted: HostedLaunch { service.hosted }
    private var log: HostLog { service.log }

    /// Prepares a service; nothing runs yet.
    ///
    /// - Parameters:
    ///   - configured: What was read of the configuration.
    ///   - programs: Its programs.
    ///   - log: The log.
    ///   - store: Stores the service's actions.
    ///   - make: Makes of a host what all generations share.
    init(
        _ configured: ConfiguredGraph,
        _ programs: Programs,
        log: HostLog,
        _ store: HostStore,
        _ make: (HostedLaunch, Authority, MainThread) -> ConfiguredService
    ) {
        let configuration = configured.configuration
        let thread = MainThread()
        let current = CurrentPrograms(programs)
        let authority = Authority(configuration)
        let hosted = HostedLaunch(
            configured.graph,
            ConfiguredKinds(configuration),
            authority,
            store,
            OperatedPrograms(current: current),
            log.of(service: configuration.name),
            on: thread,
            digest: { [digest = configured.digest] in digest.text }
        )
        let service = make(hosted, authority, thread)
        self.service = service
        first = Generation(
            configured,
            GenerationSource(configuration, configured.credentials, in: service.environment),
            programs,
            hosted.first(
                afterwards: configuration.timeToEndProcesses,
                isProbed: configuration.probes != nil
            )
        )
        let result = ServiceResult()
        self.result = result
        reloader = Reloader(service, first, current) { status in
            result.exitStatus = status
        } onEnd: { outcome in
            result.outcome = outcome
            thread.end()
        }
        hosted.reloading.reloading = Reloads(reloader: reloader)
        hosted.restarting.use { [reloader] reason in
            Loop.post { reloader.stop(reason: reason) }
        }
    }

    /// Runs the service on the calling thread; the socket answers before the first operation runs,
    /// and until the last process has ended.
    ///
    /// - Parameters:
    ///   - sockets: The sockets to answer at.
    ///   - actions: What is submitted before the launch begins, with correct payloads.
    /// - Returns: The status to exit with: 0 after an ordinary end, 1 when the launch failed, 75 when an
    ///   operator asked for a restart; or that of the program because of which the service ended.
    /// - Throws: The service cannot start.
    func run(
        on sockets: HostSockets,
        _ actions: [Method.Submit]
    ) throws(ServingFailure) -> Int32 {
        do throws(LoopError) { try TaskThread.start() } catch { throw .loop(error) }
        let server = try hosted.open(
            on: sockets,
            state: service.store.folder,
            storage: HostOptions.Storage(first.configuration.storage.use),
            upTo: first.configuration.storage.maximum,
            probes: first.configured.probeAddress,
            actions: actions
        ) { [self] () throws(LoopError) in
            try Orphans.adopt()
            service.prepareControlGroups(for: first.configuration)
            try takeSignals()
            first.followPrograms { [result] status in result.exitStatus = status }
        }
        service.lookAround(first.configuration, of: first.number)
        var failed: String?
        var shortage: ServingFailure?
        do throws(LaunchError) {
            try first.launch.start(reportingTo: first.hosted.reporters) { [reloader, first] in
                let result = $0
                Loop.post { reloader.ended(first, result) }
            }
            Loop.post { [reloader] in reloader.followStart() }
            try service.thread.run()
            try result.outcome?.get()
        } catch {
            // The reporters have told systemd, the log and the watchers what failed.
            failed = "it ended"
            if case .cannotBegin(let reason) = error {
                shortage = .launch(reason: reason)
                failed = shortage.map { "\($0)" }
            }
        }
        endProcesses()
        Loop.run { [service] in service.removeNotifyFolder() }
        hosted.close(server, failed: failed)
        if let shortage { throw shortage }
        // A failure is never told as a success.
        guard failed == nil else { return result.exitStatus.flatMap { $0 == 0 ? nil : $0 } ?? 1 }
        if hosted.restarting.isAsked { return RestartingPlace.exitStatus }
        return result.exitStatus ?? 0
    }

    @Loop
    private func takeSignals() throws(LoopError) {
        try OperatorSignals.watch(
            stop: { [reloader, log] reason in
                reloader.stop(reason: reason)
                if reason == "SIGINT", isatty(STDERR_FILENO) == 1 {
                    log.say(.notice, "one more Ctrl-C ends what is left at once")
                }
            },
            endGrace: { [reloader] in
                reloader.endGrace()
                Orphans.endGrace()
            },
            // The outcome is in the log.
            reload: { [reloader, log] in
                log.say(.notice, "SIGHUP asks for a reload")
                reloader.run { _ = try? await $0.reload(isDryRun: false) }
            }
        )
    }

    /// Ends the processes that steps left behind: they live as long as the daemon.
    private func endProcesses() {
        let grace = reloader.grace
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
    fileprivate init(_ specification: StorageSpecification.Use) {
        switch specification {
        case .optional: self = .optional
        case .required: self = .required
        }
    }
}

/// The end of a service.
private final class ServiceResult: Sendable {
    private let result = Mutex<Result<Void, LaunchError>?>(nil)
    private let status = Mutex<Int32?>(nil)

    /// The outcome; `nil` before the end.
    var outcome: Result<Void, LaunchError>? {
        get { result.withLock { $0 } }
        set { result.withLock { $0 = newValue } }
    }

    /// The status of the program because of which the service ended; `nil` for the usual one.
    var exitStatus: Int32? {
        get { status.withLock { $0 } }
        set { status.withLock { $0 = newValue } }
    }
}

/// Passes calls on to a reloader.
private struct Reloads: Reloading {
    let reloader: Reloader

    @Loop func reload(
        isDryRun: Bool,
        onProgress: (@Sendable (ReloadReply) -> Void)?
    ) async throws(LaunchRefusal) -> ReloadReply {
        try await reloader.reload(isDryRun: isDryRun, onProgress: onProgress)
    }

    @Loop func findFaults() async -> LaunchRefusal? { await reloader.service.findFaults() }

    @Loop func findChanges() async -> [String] { await reloader.look.changes() }

    func cancelEarlierRun(of operation: String, reason: String) {
        Loop.run { [reloader] in
            reloader.current.predecessor?.cancel(operation, reason: reason)
        }
    }
}
