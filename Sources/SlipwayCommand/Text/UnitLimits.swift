internal import Glibc
internal import Slipway
internal import SlipwayClient
internal import SlipwayConfiguration
internal import SlipwaySystem

/// The time that systemd waits for a unit, and what its processes may do.
struct UnitLimits: Hashable {
    /// Until it is ready; `nil` for ever.
    var start: Duration?
    /// Until it has ended; `nil` for ever.
    var stop: Duration?
    /// The rights of root that it has.
    var privileges: Set<Privilege>
    /// The limits that its processes cannot raise without the right to.
    var hardLimits: HardLimits
    /// Whether its processes may make control groups.
    var groups: GroupRights
    /// It is a unit of a user's manager.
    var isUserUnit: Bool

    /// Reads the properties of a unit as `systemctl show` prints them.
    ///
    /// - Parameters:
    ///   - unit: Its name.
    ///   - text: Lines such as `TimeoutStartUSec=1min 30s`.
    ///   - isUserUnit: Whether it is one of a user's manager.
    /// - Throws: ``CommandFailure``: there is no such unit, or a property is missing.
    init(_ unit: String, properties text: String, isUserUnit: Bool = false) throws {
        self.isUserUnit = isUserUnit
        var properties: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            guard let mark = line.firstIndex(of: "=") else { continue }
            properties[line[..<mark]] = line[line.index(after: mark)...]
        }
        guard properties["LoadState"] == "loaded" else {
            let state = properties["LoadState"] ?? "unknown"
            throw CommandFailure.cannot("cannot read unit '\(unit.printable)': it is \(state)")
        }
        func limit(_ name: String) throws -> Duration? {
            let value = properties["\(name)"[...]] ?? ""
            guard value != "infinity" else { return nil }
            guard let limit = SystemdTime.span(value) else {
                throw CommandFailure.cannot(
                    "cannot read \(name) of unit '\(unit.printable)': '\(value)'"
                )
            }
            return limit
        }
        start = try limit("TimeoutStartUSec")
        stop = try limit("TimeoutStopUSec")
        let user = properties["User"] ?? ""
        let isRoot =
            !isUserUnit && ["", "root", "0"].contains(user) && properties["DynamicUser"] != "yes"
        let set = properties[isRoot ? "CapabilityBoundingSet" : "AmbientCapabilities"] ?? ""
        privileges = Privilege.all(with: Set(set.split(separator: " ").map(String.init)))
        hardLimits = HardLimits(
            limits: LimitsSpecification.Resource.allCases.reduce(into: [:]) { limits, resource in
                let text = properties["Limit\(resource.rawValue.uppercased())"[...]] ?? ""
                limits[resource] = text == "infinity" ? .max : UInt64(text)
            }
        )
        let lacks = [("Delegate", "yes"), ("ProtectControlGroups", "no")].filter { name, wanted in
            properties[name[...]] != wanted[...]
        }
        let controllers = (properties["DelegateControllers"] ?? "").split(separator: " ")
        groups =
            lacks.isEmpty
            ? .there(controllers: Set(controllers.map(String.init)))
            : .absent(
                "unit '\(unit.printable)' lacks \(lacks.map { "\($0)=\($1)" }.joined(separator: " and ")), as "
                    + "the drop-in control-groups.conf of the examples has it"
            )
    }

    /// Asks systemctl(1); blocks.
    static func ask(_ unit: String, of manager: UnitManager) throws -> UnitLimits {
        let properties =
            "LoadState,TimeoutStartUSec,TimeoutStopUSec,User,DynamicUser,CapabilityBoundingSet,"
            + "AmbientCapabilities,Delegate,DelegateControllers,ProtectControlGroups,"
            + LimitsSpecification.Resource.allCases.map { "Limit\($0.rawValue.uppercased())" }
            .joined(separator: ",")
        let words = manager.systemctl + ["show", "--property=\(properties)", "--", unit]
        return try UnitLimits(
            unit,
            properties: try CommandOutput.read(words),
            isUserUnit: manager.owner == .user
        )
    }
}
