internal import Slipway
internal import SlipwayBodies
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayOperations
internal import SlipwayProcess
internal import SlipwaySystem
internal import SlipwaySystemd
internal import SlipwayVarlink

/// The parts of a configured service that all of its generations share.
struct ConfiguredService: Sendable {
    /// The configuration file.
    let path: String
    let environment: [String: String]
    let hosted: HostedLaunch
    let store: HostStore
    let authority: Authority
    /// Runs the bodies of the first generation; others have a runner with programs of their own.
    let runner: BodyRunner
    let output: OutputLog
    let folder: NotifyFolder
    /// The names of the sockets that were passed.
    let sockets: Set<String>
    let thread: MainThread

    var log: HostLog { hosted.log }

    /// Reads the configuration anew, on a thread of its own, and compares it with the one in service.
    func load(after old: Generation) async -> Result<LoadedGeneration, LoadFault> {
        await withCheckedContinuation { continuation in
            do throws(Thread.Refusal) {
                try Thread("slipway-reload", blocking: .full) {
                    continuation.resume(
                        returning: Result { () throws(LoadFault) in try read(after: old) }
                    )
                }
            } catch {
                continuation.resume(returning: .failure(.cannot("\(error)")))
            }
        }
    }

    /// The longest time that an operator waits for a look at the files.
    private static let patience = Duration.seconds(2)

    /// Reads the files as a configuration, on a thread of its own, and tells what is wrong with them.
    ///
    /// - Returns: The refusal; `nil` if nothing is wrong, or they could not be read in time.
    @Loop func findFaults() async -> LaunchRefusal? {
        let answer = Promise<LaunchRefusal?>()
        Timer(after: Self.patience) { answer.resolve(nil) }
        do throws(Thread.Refusal) {
            try Thread("slipway-faults", blocking: .full) { [path] in
                var refusal: LaunchRefusal?
                do throws(ConfigurationFaults) {
                    _ = try ConfiguredGraph.load(path: path)
                } catch {
                    // A shortage passes.
                    if error.failureOfMachine == nil { refusal = LoadFault.faults(error).refusal }
                }
                answer.resolve(refusal)
            }
        } catch {
            return nil
        }
        return await answer.value()
    }

    private func read(after old: Generation) throws(LoadFault) -> LoadedGeneration {
        let programs = Programs(log: output, folder: folder)
        let runner = runner.supervising(programs)
        var found: (source: GenerationSource, predecessor: Predecessor)?
        let configured: ConfiguredGraph
        do throws(ConfigurationFaults) {
            configured = try ConfiguredGraph.load(
                path: path,
                environment: environment,
                isEnvironmentKnown: true,
                credentials: CredentialFolder(in: environment),
                runner: DaemonBodies(runner, store, log)
            ) { configuration, credentials in
                let source = GenerationSource(configuration, credentials, in: environment)
                let predecessor = Predecessor(old, old.plan(to: source))
                found = (source, predecessor)
                return predecessor
            }
            try configured.configuration.checkSockets(sockets)
            try configured.configuration.checkPrivileges()
            try configured.configuration.checkWatchedFiles(in: environment)
            if let plan = found?.predecessor.plan {
                // Checked before anything is undone for an operation that cannot start.
                try configured.configuration.checkStarts(
                    of: plan.startsToLookAt(in: configured.configuration),
                    in: environment
                )
            }
        } catch {
            throw .faults(error)
        }
        let name = configured.configuration.name
        guard name == old.configuration.name else {
            throw .cannot(
                "the service is named '\(old.configuration.name)', and the new configuration '\(name)'; "
                    + "a name changes with a restart"
            )
        }
        guard let found else { throw .cannot("nothing was read") }
        if let refusal = found.predecessor.plan.refusal { throw .cannot(refusal) }
        runner.prepare(for: configured.configuration)
        return LoadedGeneration(
            configured: configured,
            source: found.source,
            predecessor: found.predecessor,
            programs: programs
        )
    }

    /// Removes the folder of the notify sockets, once every program has ended.
    @Loop func removeNotifyFolder() { folder.remove() }

    /// Makes a generation of what was read; nothing of it runs yet.
    func prepare(_ loaded: LoadedGeneration, number: Int) -> Generation {
        let configured = loaded.configured
        let hosted = hosted.prepare(
            configured.graph,
            ConfiguredKinds(configured.configuration),
            on: thread,
            number: number,
            adopting: Set(loaded.plan.adopted.keys),
            afterwards: configured.configuration.timeToEndProcesses,
            isProbed: configured.configuration.probes != nil,
            digest: { [digest = configured.digest] in digest.text }
        )
        return Generation(
            configured,
            loaded.source,
            loaded.programs,
            hosted,
            after: loaded.predecessor
        )
    }

    /// Answers probes where a configuration says, too, on a thread of its own: another process may have the
    /// place.
    ///
    /// - Returns: Why that cannot be done; `nil` once it is.
    func openProbes(of configured: ConfiguredGraph) async -> ProbeSocketError? {
        guard let address = configured.probeAddress else { return nil }
        return await withCheckedContinuation { continuation in
            @Sendable func open() {
                do throws(ProbeSocketError) {
                    try hosted.probes.open(address)
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: error)
                }
            }
            do throws(Thread.Refusal) {
                try Thread("slipway-probes", blocking: .full, open)
            } catch {
                continuation.resume(returning: .thread("\(error)"))
            }
        }
    }

    /// Makes ready for the control groups of programs, if there are any, and says which limits cannot hold.
    @Loop func prepareControlGroups(for configuration: Configuration) {
        guard configuration.asksForControlGroups else { return }
        let rights = ControlGroups.shared.prepare()
        for remark in ControlGroups.shared.takeRemarks() { log.say(.warning, remark) }
        for warning in configuration.limitsThatCannotHold(with: rights).gathered {
            log.say(.warning, warning.asWarning.description)
        }
    }

    /// Looks up the users, groups and programs that a configuration names, beside the launch: a user
    /// server or a file system may be silent for long.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - number: Its generation: one that is overtaken by a later one grants nothing.
    func lookAround(_ configuration: Configuration, of number: Int) {
        @Sendable func lookUp() {
            authority.lookUp(configuration, of: number) { [log] in log.say(.warning, $0) }
        }
        do throws(Thread.Refusal) {
            try Thread("slipway-names", blocking: .full) { [log, environment] in
                lookUp()
                // An action may arrive hours later, and would fail only then.
                let missing = configuration.missingPrograms(in: environment)
                for warning in (configuration.warnings + missing).gathered {
                    log.say(.warning, warning.asWarning.description)
                }
            }
        } catch {
            lookUp()
        }
    }
}

/// A configuration that was read to be the next generation.
struct LoadedGeneration: Sendable {
    let configured: ConfiguredGraph
    let source: GenerationSource
    let predecessor: Predecessor
    let programs: Programs

    var plan: ReloadPlan { predecessor.plan }
}

/// Why there is no next generation.
enum LoadFault: Error {
    case faults(ConfigurationFaults)
    case cannot(String)

    /// The reason in one line.
    var summary: String {
        switch self {
        case .faults(let faults):
            let others = faults.faults.count - 1
            let more = others > 0 ? " (and \(others) more)" : ""
            return (faults.faults.first.map { "\($0)" } ?? "the configuration is wrong")
                .split(separator: "\n").joined(separator: " ") + more
        case .cannot(let reason): return reason
        }
    }

    var refusal: LaunchRefusal {
        let faults: [String]
        switch self {
        case .faults(let found) where found.failureOfMachine == nil:
            faults = found.faults.map { "\($0)".cut(to: TextLimit.message) }
        case .faults, .cannot: faults = []
        }
        return .cannotReload(summary.cut(to: TextLimit.message), faults: Array(faults.prefix(64)))
    }
}

extension Configuration {
    /// The longest time that ending left-behind processes may take.
    var timeToEndProcesses: Duration { grace + Orphans.patience }
}
