internal import Glibc
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwaySystem

/// Finds the services of this machine; starts none of them.
struct ServiceCensus {
    /// The time that all services together have to answer.
    private static let patience = Duration.seconds(2)
    /// The longest wait for room in the backlog of a service.
    private static let patienceToConnect = Duration.milliseconds(50)

    private let search: SocketSearch

    init() {
        search = SocketSearch(environment: ProcessEnvironment.variable)
    }

    /// Asks the managers and the services; blocks for some seconds at most.
    func take() -> ServiceList {
        var list = ServiceList()
        let folders = search.services
        // The managers are asked first: services that hang take none of their time.
        let units = UnitManager.all.map { manager in
            let configured = manager.configured
            let known = folders.filter { $0.owner == manager.owner }.map(\.app)
            let text = Self.units(of: manager, configured.union(known))
            return (text: text, owner: manager.owner, configured: configured)
        }
        let found =
            folders.map { Found(name: $0.app, path: $0.observing, owner: $0.owner) } + others
        for service in ask(found) { list.add(service) }
        for (text, owner, configured) in units {
            guard let text else {
                list.silentManagers.append(owner)
                continue
            }
            list.add(
                unitsIn: text,
                of: owner,
                configured: configured,
                at: .now
            )
        }
        // A folder whose service neither answers nor is known to its manager: the service runs in a
        // container, or has left the folder behind.
        list.services.removeAll { $0.state == .unknown && $0.socket == nil }
        list.sort()
        return list
    }

    // MARK: The services

    private struct Found {
        let name: String
        /// The path of the socket to ask at; `nil` if there is none that may be asked.
        let path: String?
        let owner: ServiceOwner
    }

    /// Sockets that daemons bound elsewhere: beside each is a lock file, so that connecting starts nothing.
    private var others: [Found] {
        // The services in the usual places are all that can be found if /proc cannot be read.
        let table = try? SmallFile.bytes(of: "/proc/self/net/unix", limit: Self.longestTable)
        return ListeningSockets.paths(in: table.map { String(decoding: $0, as: UTF8.self) } ?? "")
            .filter { !search.isPlace($0) && access("\($0).lock", F_OK) == 0 }
            .map { path in
                let folder = path.split(separator: "/").dropLast().last.map(String.init) ?? path
                return Found(name: folder, path: path, owner: .system)
            }
    }

    private static let longestTable = 64 << 20

    /// Asks all services at once, so that a silent one holds up none of the others.
    private func ask(_ found: [Found]) -> [ListedService] {
        let asked = found.map { ($0, $0.path.map { path in Self.begin(path) }) }
        let end = Instant.now.advanced(by: Self.patience)
        return asked.map { found, question in
            var service = ListedService(name: found.name, state: .unknown)
            service.owner = found.owner
            guard let question else { return service }
            service.socket = found.path
            do {
                let client = try question.get()
                let left = max(Instant.now.duration(to: end), .milliseconds(1))
                let status = try client.reply(to: Method.GetStatus.self, timeout: left).status
                service = ListedService(status, at: .now)
                service.socket = found.path
                service.pid = client.peer
                // The question for the version went with the one for the status. A service that
                // does not say it is listed without a version.
                let rest = max(Instant.now.duration(to: end), .milliseconds(1))
                service.version = (try? client.reply(to: ServiceVersion.method, timeout: rest))
                    .flatMap { ServiceVersion($0) }
            } catch {
                service.detail = words(error, found, peer: (try? question.get())?.peer)
            }
            return service
        }
    }

    private static func begin(_ path: String) -> Result<ControlClient, any Error> {
        Result {
            let client = try ControlClient(path: path, patience: patienceToConnect)
            try client.begin(Method.GetStatus(), timeout: patienceToConnect)
            try client.begin(ServiceVersion.method, timeout: patienceToConnect)
            return client
        }
    }

    private func words(_ error: any Error, _ found: Found, peer: Int32?) -> String {
        switch error as? ControlClientError {
        case .timedOut, .cannotConnect(_, ErrorNumber(EAGAIN)):
            let held = found.path.flatMap { ControlClient.held(at: $0, peer: peer) }
            return "does not answer" + (held.map { ": \($0)" } ?? "")
        case .cannotConnect(_, ErrorNumber(ENOENT)), .cannotConnect(_, ErrorNumber(ECONNREFUSED)):
            return "is gone"
        case .cannotConnect(_, ErrorNumber(EACCES)), .refused:
            let group = search.controlSocket(of: FoundService(found.name, of: found.owner))
                .flatMap { SocketGroup(of: $0) }
            let members = group.map { "members of group '\($0.name)'" }
            return "does not answer this user; \(members ?? "the group of its socket") may ask"
        case let other: return other.map { "\($0)" } ?? "\(error)"
        }
    }

    // MARK: Their managers

    /// A manager's answer about the instances that there are, and about those with these names;
    /// `nil` if the manager says nothing in time.
    private static func units(of manager: UnitManager, _ names: Set<String>) -> String? {
        let words =
            manager.show(UnitFacts.properties)
            + ["slipway@*.service", "slipway@*.socket"]
            + names.sorted().flatMap { ["slipway@\($0).service", "slipway@\($0).socket"] }
        // Whatever went wrong, the manager is listed as one that did not answer.
        return try? CommandOutput.read(words, isQuiet: true, within: UnitState.patience)
    }
}
