internal import CSlipway
internal import Glibc
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

/// `slipwayd` without its command line.
package enum DaemonProcess {
    /// The version of this build.
    package static var version: String { Version.current }

    /// Tells senders at the activation socket that the command line is wrong; call it in place of
    /// ``run(_:)``.
    package static func refuseSenders(commandLine fault: String) {
        Activation().refuseSenders(wrongCommandLine + fault)
    }

    private static let wrongCommandLine = "the daemon's command line is wrong: "

    /// Runs the daemon until it is asked to stop or its launch fails.
    ///
    /// Call it on the process's first and only thread.
    ///
    /// - Returns: The exit status: one of `DaemonUsage.exitStatuses`, or that of a program with
    ///   `exitStatus: own`.
    package static func run(_ options: DaemonOptions) -> Int32 {
        if options.isCheck {
            StandardDescriptors.hold()
        } else {
            slipway_open_standard_descriptors()
        }
        // Before there are reapers: none of these signals may end the daemon as it begins.
        OperatorSignals.reserve()
        let unreaped = options.isCheck ? nil : Reaping.begin()
        // Few threads need no further heaps, which cost start-up time and memory.
        slipway_use_one_heap()
        DescriptorLimit.raise()
        let activation = Activation()
        do throws(ConfigurationFaults) {
            return options.isCheck ? try check(options) : try launch(options, activation, unreaped)
        } catch {
            if !options.isCheck { activation.refuseSenders(error.summary) }
            return end(with: .configuration(error))
        }
    }

    private static func check(_ options: DaemonOptions) throws(ConfigurationFaults) -> Int32 {
        let environment = environment(folder(options))
        let configured = try ConfiguredGraph.load(
            path: options.configuration,
            environment: environment,
            isEnvironmentKnown: true,
            credentials: CredentialFolder(in: environment)
        )
        let configuration = configured.configuration
        do throws(StartActionFault) {
            _ = try requests(options, configured)
        } catch {
            return refuse(error)
        }
        let warnings =
            configuration.warnings + configuration.missingPrograms(in: environment)
            + configuration.unknownPrincipals
        let lines =
            warnings.gathered.map(\.asWarning.description)
            + ["\(options.configuration): \(configuration.summary)"]
        return StandardOutput.print(lines.joined(separator: "\n"))
    }

    /// The variables of the daemon; those that a unit sets count more than those of a folder.
    private static func environment(_ folder: ServiceFolder?) -> [String: String] {
        (folder?.variables ?? [:]).merging(ProcessEnvironment.variables) { $1 }
    }

    /// The folders of a daemon without a unit; in a terminal it has some without asking for them.
    private static func folder(_ options: DaemonOptions) -> ServiceFolder? {
        if let directory = options.directory { return ServiceFolder(directory) }
        guard options.socket == nil, options.stateDirectory == nil, isatty(STDERR_FILENO) == 1
        else {
            return nil
        }
        return ServiceFolder(ofUserFor: options.configuration, ProcessEnvironment.variables)
    }

    private static func launch(
        _ options: DaemonOptions,
        _ activation: Activation,
        _ unreaped: ErrorNumber?
    ) throws(ConfigurationFaults) -> Int32 {
        Launch.prepareMainThread()
        let (folder, words): (ServiceFolder?, String?)
        do throws(ServiceFolderFault) {
            (folder, words) = try prepareFolder(options)
        } catch {
            activation.refuseSenders("\(error)")
            return end(with: .cannotStart("\(error)", errorNumber: error.errorNumber))
        }
        let parts = DaemonParts(options, activation, environment: environment(folder))
        if let unreaped { parts.log.say(.warning, Reaping.warning(unreaped)) }
        let configured = try loadGraph(options, parts)
        if let words { parts.log.say(.info, words) }
        let actions: [Method.Submit]
        do throws(StartActionFault) {
            actions = try requests(options, configured)
        } catch {
            activation.refuseSenders("\(wrongCommandLine)\(error)")
            return refuse(error)
        }
        return serve(configured, options, parts, socketIn: folder, actions)
    }

    /// Makes the folders of a daemon without a unit, if it has some.
    ///
    /// - Returns: The folders, and a line about them that is not known otherwise.
    /// - Throws: They cannot be made, and an option asks for them.
    private static func prepareFolder(
        _ options: DaemonOptions
    ) throws(ServiceFolderFault) -> (ServiceFolder?, words: String?) {
        guard let folder = folder(options) else { return (nil, nil) }
        do throws(ServiceFolderFault) {
            try folder.make()
            return (folder, options.directory == nil ? folder.words : nil)
        } catch  where options.directory == nil {
            // No option has asked for folders.
            let words =
                "runs without folders of its own: \(error); choose folders with '--directory', or "
                + "the folder of the sockets with XDG_RUNTIME_DIR"
            return (nil, words)
        }
    }

    /// Reads and checks the configuration, and makes what it needs ready.
    private static func loadGraph(
        _ options: DaemonOptions,
        _ parts: DaemonParts
    ) throws(ConfigurationFaults) -> ConfiguredGraph {
        let configured = try ConfiguredGraph.load(
            path: options.configuration,
            environment: parts.environment,
            isEnvironmentKnown: true,
            credentials: CredentialFolder(in: parts.environment),
            runner: DaemonBodies(parts.runner, parts.store, parts.log)
        )
        try configured.configuration.checkSockets(parts.socketNames)
        try configured.configuration.checkPrivileges()
        try configured.configuration.checkWatchedFiles(in: parts.environment)
        parts.runner.prepare(for: configured.configuration)
        parts.output.expect(configured.configuration.writers)
        return configured
    }

    /// Serves the launch until it has ended.
    ///
    /// - Returns: The exit status.
    private static func serve(
        _ configured: ConfiguredGraph,
        _ options: DaemonOptions,
        _ parts: DaemonParts,
        socketIn folder: ServiceFolder?,
        _ actions: [Method.Submit]
    ) -> Int32 {
        do throws(ServingFailure) {
            let sockets = try HostSockets.choose(
                options.socket ?? (parts.activation.all.isEmpty ? folder?.socket : nil),
                configured.configuration.name,
                parts.environment,
                parts.activation,
                besides: configured.configuration.socketsOfPrograms
            )
            let daemon = Daemon(configured, parts.programs, log: parts.log, parts.store) {
                hosted,
                authority,
                thread in
                ConfiguredService(
                    path: options.configuration,
                    environment: parts.environment,
                    hosted: hosted,
                    store: parts.store,
                    authority: authority,
                    runner: parts.runner,
                    output: parts.output,
                    folder: parts.notifyFolder,
                    sockets: parts.socketNames,
                    thread: thread
                )
            }
            return try daemon.run(on: sockets, actions)
        } catch {
            // If the launch could not begin, the server has refused the senders, and the socket is
            // closed.
            if !error.isOfLaunch { parts.activation.refuseSenders("\(error)") }
            // A stop during the start is an ordinary end.
            if error.isStop {
                parts.log.say(.notice, "\(error)")
                return 0
            }
            return end(with: .cannotStart("\(error)", errorNumber: error.errorNumber))
        }
    }

    /// The launch actions of the command line, checked.
    private static func requests(
        _ options: DaemonOptions,
        _ configured: ConfiguredGraph
    ) throws(StartActionFault) -> [Method.Submit] {
        let kinds = ConfiguredKinds(configured.configuration)
        return try StartAction.requests(parsing: options.actions, kinds)
    }

    private static func refuse(_ fault: StartActionFault) -> Int32 {
        let text = "slipwayd: \("\(fault)".printable)\n"
        _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
        return EX_USAGE
    }

    private static func end(with fault: StartFault) -> Int32 {
        fault.report()
        return fault.exitStatus
    }
}

extension ConfigurationFaults {
    /// The faults in a sender's refusal.
    fileprivate var summary: String {
        let words = failureOfMachine == nil ? "is wrong" : "cannot be read now"
        let first = faults.first.map { ": \($0)" } ?? ""
        return "its configuration \(words)\(first)"
    }
}

extension Configuration {
    /// The names in front of the lines of processes.
    fileprivate var writers: [String] {
        let operations = allOperations.lazy.map(\.operation).filter { operation in
            if case .exec = operation.body { true } else { false }
        }
        let kinds = actions.lazy.filter { kind in
            if case .exec = kind.body { true } else { false }
        }
        return operations.map(\.name) + kinds.map(\.name)
    }

    /// A summary of the declarations.
    fileprivate var summary: String {
        "'\(name)': \(counted(allOperations.count, "operation")), "
            + "\(counted(actions.count, "launch action")); no faults"
    }
}
