public import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwaySystem
internal import SlipwaySystemd

/// Runs a graph as a service: with a control socket, durable launch actions, systemd and the
/// journal.
///
/// ```swift
/// // The whole of a synchronous `main`.
/// LaunchHost.main {
///     var plan = Plan("storefront")
///     let user = plan.add("user-data") { try await fetchUser() }
///     plan.action("open-url", reading: user) { (url: OpenURL, user) in
///         try open(url, for: user)
///     }
///     return try Graph(plan)
/// }
/// ```
///
/// ``main(options:reportingTo:_:)`` ends the process; ``runOnMainThread(reportingTo:)`` and
/// ``run(reportingTo:)`` return, for a program that does something else beside or afterwards. Such
/// a program handles their errors: one that a Swift `main` throws ends the process with a signal.
///
/// `slipway status`, `send`, `explain` and `time` work with it as with a service that `slipwayd`
/// runs. A sender's payload, a JSON object, becomes the payload of the handler by its
/// `init(from:)`, so it must be `Decodable`; `Void` takes an empty object. That initializer runs
/// when the action is sent, and again before each attempt, on threads that serve all actions: it
/// should be quick and change nothing.
///
/// A plan without a deadline gets one of 90 s. A host with a state directory is the `ValueStore` of
/// its launches: values of at most 1 MiB as JSON.
public struct LaunchHost: LaunchHosting {
    let hosted: HostedLaunch
    private let store: HostStore
    private let sockets: HostSockets
    private let activation: Activation
    private let authority: Authority
    private let options: HostOptions
    private let probes: ListenAddress?

    /// Prepares a service; nothing runs yet, but the sockets that systemd passed are taken over.
    ///
    /// Create it before other threads read the environment.
    ///
    /// - Parameters:
    ///   - graph: What to launch.
    ///   - options: Where the service listens and stores actions, and who may do what.
    /// - Throws: ``HostError``: a kind takes a payload that is not `Decodable`,
    ///   ``HostOptions/allow`` names a kind that is not declared, the plan's name is no name for a
    ///   folder (empty, `..`, with a `/`), ``HostOptions/probes`` is no place, or the sockets that
    ///   systemd passed cannot be used.
    public init(_ graph: Graph, options: HostOptions = HostOptions()) throws(HostError) {
        Launch.prepareMainThread()
        let environment = ProcessEnvironment.variables
        activation = Activation()
        let kinds: GraphKinds
        do throws(HostError) {
            if let fault = ServiceName.fault(of: graph.plan.name) {
                let name = graph.plan.name.printable
                throw HostError(
                    "'\(name)' cannot be the name of a service: \(fault); name the plan otherwise",
                    isFaultOfProgram: true
                )
            }
            kinds = try GraphKinds(graph)
            try kinds.check(allowed: options.allow.keys.sorted())
            probes = try options.probeAddress
        } catch {
            activation.refuseSenders("\(error)")
            throw error
        }
        do throws(ServingFailure) {
            sockets = try HostSockets.choose(
                options.socket,
                graph.plan.name,
                environment,
                activation
            )
        } catch {
            activation.refuseSenders("\(error)")
            throw HostError(error)
        }
        let log = HostLog().of(service: graph.plan.name)
        store = HostStore(in: options.stateDirectory, environment)
        authority = Authority(options)
        hosted = HostedLaunch(
            graph.withDeadline(.seconds(90)),
            kinds,
            authority,
            store,
            nil,
            log,
            identity: .embedded(in: graph.plan.name, version: options.version)
        )
        self.options = options
    }

    /// Runs the service on the process's first thread, which becomes the main queue, and blocks it
    /// until the service has ended, as `Launch.runOnMainThread(reportingTo:until:)` does.
    ///
    /// - Parameter reporters: Observe the launch beside systemd, the sockets and the journal.
    /// - Throws: ``HostError`` if the service cannot be served; `LaunchError` if the launch failed,
    ///   which systemd and the journal have been told by then.
    public func runOnMainThread(reportingTo reporters: [any LaunchReporter] = []) throws {
        guard Thread.isFirst else { throw LaunchError.notOnMainThread }
        // Held before there is a socket: a process that finds the socket may stop the service at
        // once.
        let signals = Signals()
        let held = signals.hold()
        let server: ControlServer
        do {
            server = try open()
        } catch {
            held.release()
            throw error
        }
        let result = Result { () throws(LaunchError) in
            try hosted.launch.runOnMainThread(
                reportingTo: hostReporters + reporters,
                catching: signals
            )
        }
        held.release()
        close(server, result)
        try result.get()
    }

    /// Runs the service inside a program that has its own main, as `Launch.run(reportingTo:until:)`
    /// does; cancelling the calling task stops it.
    ///
    /// - Parameter reporters: Observe the launch beside systemd, the sockets and the journal.
    /// - Throws: ``HostError`` if the service cannot be served; `LaunchError` if the launch failed,
    ///   which systemd and the journal have been told by then.
    public func run(reportingTo reporters: [any LaunchReporter] = []) async throws {
        let server = try open()
        let result: Result<Void, LaunchError>
        do throws(LaunchError) {
            try await launch.run(reportingTo: hostReporters + reporters)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        close(server, result)
        try result.get()
    }

    /// The launch of this moment: to submit actions that need not be stored, to pause queues, to
    /// wait until it is ready.
    ///
    /// The host runs this launch: the caller is not to run it.
    public var launch: Launch { hosted.launch }

    /// The launch as far as it has come: `Launch.report`.
    public var report: Report { launch.report }

    /// The events of the launch from now on: `Launch.events()`.
    public func events() -> LaunchEvents { launch.events() }

    /// An operator has asked for a restart (`slipway restart --full`): the process is to end with
    /// ``restartStatus``, for which the unit has `RestartForceExitStatus=75`;
    /// ``main(options:reportingTo:_:)`` does that.
    public var isToRestart: Bool { hosted.restarting.isAsked }

    /// The status with which a process ends that is to be started anew: 75.
    public static let restartStatus = RestartingPlace.exitStatus

    /// Asks the service to stop; returns at once.
    ///
    /// - Parameter reason: Why, for the journal.
    public func stop(reason: String = "asked to") { hosted.launch.stop(reason: reason) }

    private var hostReporters: [any LaunchReporter] {
        hosted.reporters(afterwards: .zero, isProbed: probes != nil)
    }

    private func open() throws(HostError) -> ControlServer {
        do throws(ServingFailure) {
            let server = try hosted.open(
                on: sockets,
                state: store.folder,
                storage: options.storage,
                upTo: options.storageMaximum.map { UInt64(clamping: $0) },
                probes: probes
            )
            authority.lookUp(options, hosted.log)
            return server
        } catch {
            activation.refuseSenders("\(error)")
            throw HostError(error)
        }
    }

    private func close(_ server: ControlServer, _ result: Result<Void, LaunchError>) {
        switch result {
        case .success: hosted.close(server, failed: nil)
        case .failure(let error): hosted.close(server, failed: "\(error)")
        }
    }
}

extension HostOptions {
    /// The address at which probes are answered; `nil` for none.
    fileprivate var probeAddress: ListenAddress? {
        get throws(HostError) {
            guard let probes else { return nil }
            do throws(ListenAddressFault) {
                return try ListenAddress(parsing: probes)
            } catch {
                throw HostError(
                    "HostOptions.probes: '\(probes.printable)' \(error)",
                    isFaultOfProgram: true
                )
            }
        }
    }
}
