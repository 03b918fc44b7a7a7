internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayReport

/// The services of a machine: their own answers, completed by what their managers say of their
/// units.
struct ServiceList: Hashable {
    /// The services, sorted by name.
    var services: [ListedService] = []
    /// The owners of the managers that were asked and did not answer.
    var silentManagers: [ServiceOwner] = []

    /// Adds a service that was asked, unless it is there: a process may have more than one socket.
    mutating func add(_ service: ListedService) {
        let isThere = services.contains { service.pid != nil && $0.pid == service.pid }
        if !isThere { services.append(service) }
    }

    /// Adds what a manager says.
    ///
    /// - Parameters:
    ///   - text: What `systemctl show` printed.
    ///   - owner: The owner of the manager.
    ///   - configured: The instances that have a configuration: systemd takes every name for an instance.
    ///   - now: The moment.
    mutating func add(
        unitsIn text: String,
        of owner: ServiceOwner,
        configured: Set<String>,
        at now: Instant
    ) {
        let (units, listening) = UnitFacts.read(text)
        for unit in units {
            var fresh = ListedService(unit, at: now)
            fresh.owner = owner
            if fresh.state == .stopped, listening.contains(unit.app) { fresh.state = .waiting }
            if let known = services.firstIndex(where: { $0.isService(of: fresh) }) {
                services[known].complete(with: fresh)
            } else if fresh.state != .stopped || configured.contains(unit.app) {
                services.append(fresh)
            }
        }
    }

    /// Sorts the services by name.
    mutating func sort() {
        services.sort {
            ($0.name, $0.unit ?? "", $0.socket ?? "") < ($1.name, $1.unit ?? "", $1.socket ?? "")
        }
    }

    /// A table, without a newline after the last line.
    func text(_ style: Style) -> String {
        let remarks = silentManagers.map {
            style.bad(
                "systemd (\($0.rawValue)) did not answer: what it knows of its units is not here"
            )
        }
        guard !services.isEmpty else {
            return (["no service is known here"] + remarks).joined(separator: "\n")
        }
        var table = TextTable([
            .left("SERVICE"), .left("STATE"), .right("SINCE"), .right("PID"),
            .left("UNIT OR SOCKET"),
            .left("DETAIL"),
        ])
        table.rows = services.map { service in
            [
                service.name, service.state.rawValue, service.since?.coarseTimespan ?? "-",
                service.pid.map { "\($0)" } ?? "-",
                service.unit.map { service.owner == .user ? "\($0) (user)" : $0 } ?? service.socket
                    ?? "-",
                service.remarks,
            ]
        }
        let lines = style.table(table.lines, services) { service in
            switch service.state {
            case .running: .good
            case .starting, .stopping, .restarting: .busy
            case .degraded, .failed, .unknown: .bad
            case .waiting, .stopped: nil
            }
        }
        return (lines + remarks).joined(separator: "\n")
    }

    /// The list for machines: `{"services": [{"name", "state", "forUSec", "pid", "unit",
    /// "userUnit", "socket", "version", "detail"}], "silentManagers": ["system", "user"]}`.
    ///
    /// Unknown and empty members are absent.
    var json: JSON {
        var object: JSONObject = ["services": .array(services.map(\.json))]
        if !silentManagers.isEmpty {
            object["silentManagers"] = .array(silentManagers.map { .string($0.rawValue) })
        }
        return .object(object)
    }
}

extension ListedService {
    /// Tells whether a unit runs this service.
    ///
    /// A service that answered may have another name than the unit. Its own statement about its
    /// unit does not count, as any process may say so: it has to be the main process of the unit.
    fileprivate func isService(of unit: ListedService) -> Bool {
        guard state == .unknown else { return pid != nil && pid == unit.pid }
        return owner == unit.owner && name == unit.name
    }

    /// Takes over what only the manager knows.
    fileprivate mutating func complete(with other: ListedService) {
        (unit, owner) = (other.unit, other.owner)
        pid = pid ?? other.pid
        guard state == .unknown else { return }
        (state, since) = (other.state, other.since)
        if detail.isEmpty { detail = other.detail }
    }

    /// The detail, and the version if it is another one than this command's.
    fileprivate var remarks: String {
        let version = version.flatMap { $0.isOurs ? nil : "runs \($0.words)" }
        return [detail, version ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    fileprivate var json: JSON {
        var object: JSONObject = ["name": .string(name), "state": .string(state.rawValue)]
        object["forUSec"] = since.map { JSON(microsecondsOf: $0) }
        object["pid"] = pid.map { .integer(Int64($0)) }
        object["unit"] = unit.map { .string($0) }
        if unit != nil { object["userUnit"] = .bool(owner == .user) }
        object["socket"] = socket.map { .string($0) }
        object["version"] = version.map { .string($0.version) }
        if !detail.isEmpty { object["detail"] = .string(detail) }
        return .object(object)
    }
}
