internal import ArgumentParser
internal import Glibc
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwaySystem

/// The choice of the daemon that a command talks to.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The service, if there are several.", valueName: "name"),
        completion: .service(.apps)
    )
    var app: String?

    @Option(
        help: ArgumentHelp(
            "A socket of the daemon (default: $SLIPWAY_SOCKET, else by name).",
            valueName: "path"
        ),
        completion: .file()
    )
    var socket: String?

    @Flag(help: "The service of the machine, where this user has one of that name too.")
    var system = false

    @Flag(help: "The service of this user, where the machine has one of that name too.")
    var user = false

    /// The names of the options that take a value.
    static let optionsWithValue = ["--app", "--socket"]
    /// The names of the options without a value.
    static let flags = ["--system", "--user"]

    /// A service is named, or its owner is.
    var isGiven: Bool { app != nil || socket != nil || system || user }

    func validate() throws {
        if system, user { throw ValidationError("'--system' and '--user' exclude each other.") }
        if let app, let reason = SocketSearch.fault(ofName: app) {
            throw ValidationError("'--app \(app)': \(reason).")
        }
        if socket != nil, system || user {
            throw ValidationError(
                "'--socket' is the one place to ask; '\(user ? "--user" : "--system")' goes with '--app'."
            )
        }
        try Validation.checkFilled("--socket", socket, "give a path")
    }

    /// Connects to the control socket; if systemd holds it, connecting starts the service.
    ///
    /// Blocks for a moment.
    func startingControl() throws -> ControlClient { try connect(to: find(.control)) }

    /// Connects to the control socket of a service that runs, and starts none; blocks for a moment.
    ///
    /// - Throws: What systemd says of the service if it does not run; the reason if there is no
    ///   service.
    func control() throws -> ControlClient {
        let path = try controlPath()
        // Units of Slipway have their sockets in the usual places only.
        if let service = search.serviceThatMayBeStopped(behind: path) {
            let unit = unit()
            // A unit of another name may run the service.
            guard let unit, unit.runs || !unit.isKnown else { throw stopped(service, unit) }
        }
        return try AskedService.connect(to: path)
    }

    /// The path of the control socket, which may have no daemon; blocks for a moment.
    ///
    /// - Throws: ``NoSocket``; ``CommandFailure`` if there are several services.
    func controlPath() throws -> String { try path(find(.control)) }

    /// Connects to the observing socket, which starts nothing; blocks for a moment.
    ///
    /// - Throws: What systemd says of the service if the socket was left behind; the reason if
    ///   there is no service.
    func observing() throws -> ControlClient {
        do {
            return try connect(to: observingPlace())
        } catch ControlClientError.cannotConnect(let path, let reason)
            where [ENOENT, ECONNREFUSED].contains(reason.rawValue)
        {
            guard let unit = unit(), !unit.runs else {
                throw ControlClientError.cannotConnect(path: path, reason)
            }
            throw CommandFailure.cannot(unit.advice)
        }
    }

    /// Connects to the observing socket, which starts nothing; blocks while its backlog is full.
    ///
    /// - Parameter patience: How long to wait for room in its backlog, 5 s at most.
    /// - Returns: `nil` if no daemon takes the connection now.
    /// - Throws: ``CommandFailure`` if there are several sockets; ``ControlClientError`` for a
    ///   reason that does not pass by itself.
    func observingIfThere(patience: Duration = .seconds(5)) throws -> ControlClient? {
        guard case .path(let path) = try observingPlace() else { return nil }
        do throws(ControlClientError) {
            return try AskedService.connect(to: path, patience: patience)
        } catch {
            guard case .cannotConnect(_, let reason) = error,
                [ENOENT, ECONNREFUSED, ECONNRESET, EAGAIN].contains(reason.rawValue)
            else { throw error }
            return nil
        }
    }

    /// The state of the service's unit in systemd, with why its last launch failed; blocks for `patience` at most.
    ///
    /// - Returns: `nil` if the state is not known.
    func unit(within patience: Duration = UnitState.patience) -> UnitState? {
        guard var unit = askedUnit(within: patience) else { return nil }
        let folders = states.folders(of: unit.app, unit.owner)
        unit.lastWords?.complete(from: folders)
        return unit
    }

    private func askedUnit(within patience: Duration) -> UnitState? {
        // The attempt to connect tells if there are several services.
        guard let finding = try? find(.observing) else { return nil }
        let service: FoundService?
        switch finding {
        case .path(let path): service = search.service(at: path)
        case .stopped(let stopped): service = stopped
        case .none: return app.flatMap { UnitState.ask($0, of: owner, within: patience) }
        }
        guard let service,
            let unit = UnitState.ask(service.app, of: service.owner, within: patience)
        else { return nil }
        // The socket is there, so that a unit with another name runs the service.
        if case .unknown("not-found") = unit.state { return nil }
        return unit
    }

    /// The place where a daemon is waited for, or the places.
    func places() throws -> String {
        switch try find(.observing) {
        case .path(let path): path
        case .stopped(let service):
            search.places(.observing, service.app, of: service.owner).joined(separator: " or ")
        case .none(let places): places.joined(separator: " or ")
        }
    }

    /// The folders in which the service may store its state, those that are likely first.
    ///
    /// - Throws: ``CommandFailure`` if there are several services.
    func stateDirectories() throws -> [String] {
        // The folder of a daemon with `--directory`.
        if let socket, let mark = socket.lastIndex(of: "/") { return ["\(socket[..<mark])/state"] }
        let service: FoundService?
        switch try find(.observing) {
        case .stopped(let stopped): service = stopped
        case .path(let path): service = search.service(at: path)
        case .none: service = nil
        }
        return states.folders(of: service?.app ?? app, service?.owner ?? owner)
    }

    /// Throws ``NoSocket`` if a service was named of which nothing is known here; blocks as ``KnownServices`` does.
    func checkKnown() throws {
        guard let app, case .none(let places) = try find(.observing) else { return }
        let known = KnownServices.here(app, of: owner)
        guard known.unit == nil, !known.all.contains(app) else { return }
        throw noSocket(places)
    }

    /// The name under which a service is known here: that of its folder, or the path of its socket;
    /// empty if there is no service.
    ///
    /// - Throws: ``CommandFailure`` if there are several services.
    func name() throws -> String {
        if let app { return app }
        switch try find(.observing) {
        case .path(let path): return search.service(at: path)?.app ?? path
        case .stopped(let service): return service.app
        case .none: return ""
        }
    }

    private var states: StateSearch {
        StateSearch(UserFolders(environment: ProcessEnvironment.variable))
    }

    private var search: SocketSearch {
        SocketSearch(environment: ProcessEnvironment.variable)
    }

    /// The owner of the service that is meant; `nil` for either.
    private var owner: ServiceOwner? { system ? .system : user ? .user : nil }

    private func find(_ purpose: SocketSearch.Purpose) throws -> SocketSearch.Finding {
        do throws(SeveralServices) {
            return try search.find(purpose, socket: socket, app: app, of: owner)
        } catch {
            let alone = error.ownersOfOne.map { "--\($0.rawValue)" }
            let options = (error.haveOneName ? [] : ["--app"]) + alone
            throw CommandFailure.cannot("\(error); use \(options.joined(separator: " or "))")
        }
    }

    /// The observing socket; or the control socket if that was named, and its service runs without
    /// an observing one.
    private func observingPlace() throws -> SocketSearch.Finding {
        let finding = try find(.observing)
        guard case .stopped = finding, app == nil, unit()?.runs == true else { return finding }
        return try find(.control)
    }

    private func connect(to finding: SocketSearch.Finding) throws -> ControlClient {
        try AskedService.connect(to: path(finding))
    }

    private func path(_ finding: SocketSearch.Finding) throws -> String {
        switch finding {
        case .path(let path): return path
        case .stopped(let service): throw stopped(service, unit())
        case .none(let places):
            throw noSocket(places)
        }
    }

    private func stopped(_ service: FoundService, _ unit: UnitState?) -> CommandFailure {
        .cannot(unit?.advice ?? "'\(service.app)' is stopped; \(KnownServices.again)")
    }

    private func noSocket(_ places: [String]) -> NoSocket {
        NoSocket(
            app: app,
            owner: owner,
            places: places,
            asideReason: system ? nil : search.asideReason
        )
    }
}
