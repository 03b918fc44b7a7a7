internal import CSlipway
internal import Glibc
internal import Slipway
internal import SlipwayBodies
internal import SlipwayConfiguration
internal import SlipwayControl
internal import SlipwayStore
internal import SlipwaySystemd

/// Wires everything into a running daemon: configuration, launch, control socket, systemd.
package struct Daemon {
    private let configuration: Configuration
    private let launch: Launch
    private let runner: BodyRunner
    private let watchers: LaunchWatchers
    private let service: LaunchService
    private let log: LogLevel

    /// The version of this build.
    package static var version: String { Version.current }

    /// Runs the daemon on the calling thread, which must be the process's first, until it is asked
    /// to end or its launch fails.
    ///
    /// - Returns: The status to exit with: 0 after an ordinary end, 1 when the launch failed or
    ///   could not begin, 2 when what a check found could not be written, 78 when the configuration
    ///   is wrong.
    package static func run(_ options: DaemonOptions) -> Int32 {
        slipway_open_standard_descriptors()
        // For the few threads there are: each further heap costs start-up time and memory.
        slipway_use_one_heap()
        let configuration: Configuration
        do throws(ConfigurationFaults) {
            configuration = try Configuration.load(path: options.configuration)
        } catch {
            return reject(error)
        }
        if options.isCheck {
            return StandardOutput.print("\(options.configuration): \(configuration.summary)")
        }
        do throws(DaemonError) {
            return try Daemon(configuration).run(on: try endpoint(options, configuration))
        } catch {
            return refuse(error)
        }
    }

    private init(_ configuration: Configuration) throws(DaemonError) {
        self.configuration = configuration
        let environment = ProcessEnvironment.variables
        let runner = BodyRunner(environment: environment)
        let configured = configuration.plan(environment: environment) { body, values, name in
            try await runner.run(body, name: name, values: values)
        }
        do throws(GraphFaults) {
            launch = Launch(try Graph(configured.plan))
        } catch {
            throw .graph(error)
        }
        self.runner = runner
        log = LogLevel()
        let store = MemoryStore()
        watchers = LaunchWatchers(launch, store: store)
        service = LaunchService(
            launch: launch,
            kinds: ActionKinds(configuration, configured.actions),
            store: store,
            watchers: watchers
        )
    }

    /// The socket answers before the first operation runs, and until the last has been torn down.
    private func run(on endpoint: ControlEndpoint) throws(DaemonError) -> Int32 {
        let server: ControlServer
        do throws(ControlServerError) {
            server = try ControlServer(
                on: endpoint,
                services: [service, log.service],
                identity: .slipway,
                onFailure: { error in Journal().log(LogEntry(.error, "\(error)")) }
            )
        } catch {
            throw .socket(error)
        }
        defer { server.shutdown() }
        do throws(LaunchError) {
            try launch.runOnMainThread(reportingTo: [
                SystemdReporter(), watchers, JournalReporter(Journal(threshold: log.threshold)),
            ])
        } catch {
            // The reporters have said what failed: to systemd, to the log, and to who watches.
            runner.shutdownAndWait()
            return 1
        }
        runner.shutdownAndWait()
        return 0
    }

    private static func endpoint(
        _ options: DaemonOptions,
        _ configuration: Configuration
    ) throws(DaemonError) -> ControlEndpoint {
        do throws(ActivationError) {
            let inherited = try ActivationSockets.inherit()
            if let path = options.socket { return .path(path) }
            if let descriptor = try inherited.listener(named: "varlink", acceptingOnlySocket: true)
            {
                return .inherited(descriptor)
            }
        } catch {
            throw .activation(error)
        }
        return .path("/run/slipway/\(configuration.name)/org.slipway.Launch")
    }
}

// MARK: Not even beginning

extension Daemon {
    private static func reject(_ error: ConfigurationFaults) -> Int32 {
        let fault = StartFault.configuration(error)
        fault.report()
        return fault.exitStatus
    }

    private static func refuse(_ error: DaemonError) -> Int32 {
        let fault = StartFault.cannotStart("\(error)", errorNumber: error.errorNumber)
        fault.report()
        return fault.exitStatus
    }
}

extension StartFault {
    /// A configuration that is wrong; one with a cycle is named so.
    fileprivate static func configuration(_ error: ConfigurationFaults) -> StartFault {
        let faults = error.faults.map(\.description)
        return error.faults.contains(where: \.isCycle)
            ? .dependencyCycle(faults) : .configurationRejected(faults)
    }
}

extension Configuration {
    /// What the file declares, in a few words.
    fileprivate var summary: String {
        func count(_ number: Int, _ word: String) -> String {
            number == 1 ? "1 \(word)" : "\(number) \(word)s"
        }
        return "'\(name)': \(count(operations.count, "operation")), "
            + "\(count(actions.count, "launch action")); no faults"
    }
}
