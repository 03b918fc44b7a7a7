package import Slipway
package import SlipwayControlServer
package import SlipwayInterface
package import SlipwayLoop
internal import SlipwayStore
package import SlipwaySystem
internal import SlipwaySystemd
internal import SlipwayVarlink

/// A launch as a service: what answers at its sockets, stores its actions, and tells of it.
///
/// To be opened, run (``launch`` with ``reporters(afterwards:isProbed:)``), and closed, in this
/// order. Meanwhile further generations may replace the launch.
package struct HostedLaunch: Sendable {
    /// The launch of this moment.
    package let current: CurrentLaunch
    /// The journal, or standard error.
    package let log: HostLog

    private let authority: Authority
    private let programs: (any ProgramOperating)?
    let store: ActionStore
    let history: LaunchHistory
    let digest: @Sendable () -> String
    let values: (any ValueStore)?
    private let deadline: Duration?
    private let identity: ServiceIdentity
    /// The part that reloads the service.
    package let reloading = ReloadingPlace()
    /// The part that ends the service so that it is started anew.
    package let restarting = RestartingPlace()
    /// The place at which probes are answered.
    package let probes: ProbePlace
    let memory = FreedMemory()
    let watchers: LaunchWatchers
    let senders: WaitingSenders

    /// Prepares a launch of a graph; nothing runs yet.
    ///
    /// - Parameters:
    ///   - graph: What to launch.
    ///   - kinds: Its kinds of launch action.
    ///   - authority: Who may do what.
    ///   - store: Stores its actions.
    ///   - programs: Its programs, for operators; `nil` for the parts of the graph.
    ///   - log: Where to say what happens.
    ///   - thread: The thread of the main queue; `nil` for one of the launch's own.
    ///   - identity: What the service says of itself.
    ///   - digest: The digest of its configuration; called beside the launch.
    package init(
        _ graph: Graph,
        _ kinds: any ActionKinds,
        _ authority: Authority,
        _ store: HostStore,
        _ programs: (any ProgramOperating)?,
        _ log: HostLog,
        on thread: MainThread? = nil,
        identity: ServiceIdentity = .slipway,
        digest: @escaping @Sendable () -> String = { "" }
    ) {
        self.identity = identity
        self.authority = authority
        self.programs = programs
        self.log = log
        self.store = store.actions
        history = store.history
        self.digest = digest
        deadline = graph.plan.deadline
        values = store.folder == nil ? nil : store.actions
        let launch = Launch(
            graph,
            deadlineFrom: .processStart,
            keeper: store.actions,
            values: values,
            on: thread
        )
        current = CurrentLaunch(launch, kinds)
        probes = ProbePlace(current, log)
        store.actions.serve(launch, kinds)
        if let safeMode = store.history.safeMode {
            launch.leaveOutOptional(reason: safeMode.words)
        }
        watchers = LaunchWatchers(launch, memory: memory)
        senders = WaitingSenders(current, store.actions)
        restarting.use { [current] in current.launch.stop(reason: $0) }
    }

    /// The launch in service, which a reload changes.
    package var launch: Launch { current.launch }

    /// Answers at the sockets from now on, and opens the store beside the launch.
    ///
    /// - Parameters:
    ///   - sockets: The sockets.
    ///   - state: The folder in which actions are stored; `nil` for none.
    ///   - storage: Whether the launch may be without that folder.
    ///   - maximum: The most bytes that the store may take; `nil` for the usual number.
    ///   - address: Where probes are answered; `nil` for nowhere.
    ///   - actions: What is submitted before everything else, as the service's own user.
    ///   - prepare: Called on the loop before anything is served, and before the loop has a thread
    ///     of its own; `nil` where the process may have had a loop before.
    /// - Returns: The server, for ``close(_:failed:)``.
    /// - Throws: The loop cannot start, or a socket cannot be served.
    package func open(
        on sockets: HostSockets,
        state: String?,
        storage: HostOptions.Storage,
        upTo maximum: UInt64? = nil,
        probes address: ListenAddress? = nil,
        actions: [Method.Submit] = [],
        prepare: (@Loop @Sendable () throws(LoopError) -> Void)? = nil
    ) throws(ServingFailure) -> ControlServer {
        do throws(LoopError) {
            if let prepare {
                try Loop.prepare()
                try Loop.run(prepare)
            } else {
                try Loop.start()
            }
        } catch {
            throw .loop(error)
        }
        let service = service
        let server = try serve(service, on: sockets)
        probes.avoid(sockets.names)
        do throws(ProbeSocketError) {
            try probes.open(address)
            Loop.run { [probes] in probes.settle(on: address) }
        } catch {
            server.shutdown(within: .zero)
            throw .probes(error)
        }
        // No sender is served before the loop runs.
        for action in actions { submit(action, to: service) }
        do throws(LoopError) {
            try Loop.start()
        } catch {
            Loop.run { [probes] in probes.close() }
            server.shutdown(within: .zero)
            throw .loop(error)
        }
        if state != nil, BootIdentity.current.isEmpty { log.say(.warning, BootIdentity.lack) }
        keep(in: state, storage, upTo: maximum)
        return server
    }

    private func keep(
        in state: String?,
        _ storage: HostOptions.Storage,
        upTo maximum: UInt64?
    ) {
        guard let state else {
            // The thread is made early, as there may be none later; if it fails, the first action
            // tells that.
            if !current.generation.kinds.names.isEmpty { try? store.prepare() }
            guard storage == .required else { return holdInMemory() }
            return launch.fail(
                Failure(
                    "storage is required, and there is no state directory; set StateDirectory= in the "
                        + "unit, or name one"
                )
            )
        }
        let isRequired = storage == .required
        let deadline = deadline.map { deadline in
            // If the file is required, the deadline of the launch is to pass first, and to be told.
            launch.processStart.advanced(by: isRequired ? deadline + .seconds(1) : deadline)
        }
        store.open(
            in: state,
            terms: StorageTerms(
                isRequired: isRequired,
                patience: deadline ?? .now.advanced(by: Self.patience),
                maximum: maximum
            ),
            first: { [history, launch, digest] in history.begin(launch, digest: digest) },
            onTrouble: log.repeatedly(.error)
        )
    }

    /// Says that no action survives the service, if a kind has actions that should.
    private func holdInMemory() {
        let kinds = current.generation.kinds
        guard kinds.names.contains(where: { kinds.policy(of: $0)?.durability == .disk }) else {
            return
        }
        let trouble = StorageTrouble(.absent, "there is no state directory", since: .now)
        log.say(.notice, trouble.words)
        launch.note(trouble)
    }

    /// The time for which another process may have the stored actions where there is no deadline.
    private static let patience = Duration.seconds(90)

    var service: LaunchService {
        LaunchService(
            current: current,
            authority: authority,
            calls: CallLog(log),
            store: store,
            history: history,
            senders: senders,
            watchers: watchers,
            logPlace: LogPlace(of: log.journal),
            programs: programs ?? OperatedParts(current: current),
            reloading: reloading,
            restarting: restarting
        )
    }

    private func serve(
        _ service: LaunchService,
        on sockets: HostSockets
    ) throws(ServingFailure) -> ControlServer {
        do throws(ControlServerError) {
            return try ControlServer(
                sockets.doors([service, log.service(authority, service.calls)], authority),
                identity: identity,
                onTrouble: { [log] in log.say(.warning, $0.description) }
            )
        } catch {
            throw .socket(error)
        }
    }

    /// Lets go of the store, answers senders that come too late, and closes the sockets, that of
    /// probes last; call it when nothing of the service runs any more.
    ///
    /// - Parameters:
    ///   - server: What ``open(on:state:storage:upTo:probes:actions:prepare:)`` returned.
    ///   - failed: Why the launch failed, unless its report says so; `nil` after an ordinary end.
    package func close(_ server: ControlServer, failed: String?) {
        if let failed { history.ended(launch, reason: failed) }
        let isStored = store.end(within: Self.farewell)
        // Now it is known how the last actions ended.
        senders.end()
        // A pending connection would start a failed service again at once.
        let refusal = failed.map { self.refusal($0) } ?? .shuttingDown
        server.shutdown(
            within: Self.farewell,
            // A slow disk may still store an action: its sender is not told that it was refused.
            refusing: isStored ? refusal.varlinkError : nil,
            refusesPending: failed != nil
        )
        Loop.run { [probes] in probes.close() }
    }

    /// The longest time that peers may take to read their last replies, and the disk for the last
    /// changes.
    package static let farewell = Duration.seconds(2)
}
