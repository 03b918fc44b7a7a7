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
    /// The right of its processes to make control groups.
    var groups: GroupRights
    /// The user that it runs as; `nil` for one whose rights to files cannot be told, or are those of root.
    var user: UnitUser?
    /// The owner of the manager that told them.
    var owner: ServiceOwner

    /// The properties that are read.
    private static let properties =
        [
            "LoadState", "TimeoutStartUSec", "TimeoutStopUSec", "CapabilityBoundingSet",
            "AmbientCapabilities", "Delegate", "DelegateControllers",
            "ProtectControlGroups",
        ] + UnitUser.properties + LimitsSpecification.Resource.allCases.map(property(of:))

    /// The property with the hard limit.
    private static func property(of resource: LimitsSpecification.Resource) -> String {
        "Limit\(resource.rawValue.uppercased())"
    }

    /// Reads the properties of a unit as `systemctl show` prints them.
    ///
    /// - Parameters:
    ///   - unit: Its name.
    ///   - text: Lines such as `TimeoutStartUSec=1min 30s`.
    ///   - owner: The owner of the manager that told them.
    /// - Throws: ``CommandFailure``: there is no such unit, or a property is missing.
    init(_ unit: String, properties text: String, of owner: ServiceOwner = .system) throws {
        self.owner = owner
        let properties = UnitProperties.all(in: text).first
        guard let properties, properties["LoadState"] == "loaded" else {
            let state = properties?["LoadState"] ?? "unknown"
            throw CommandFailure.cannot("cannot read unit '\(unit.printable)': it is \(state)")
        }
        func limit(_ name: String) throws -> Duration? {
            let value = properties[name] ?? ""
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
            owner == .system && ["", "root", "0"].contains(user)
            && properties["DynamicUser"] != "yes"
        let set = properties[isRoot ? "CapabilityBoundingSet" : "AmbientCapabilities"] ?? ""
        privileges = Privilege.all(with: Set(set.split(separator: " ").map(String.init)))
        hardLimits = HardLimits(
            limits: LimitsSpecification.Resource.allCases.reduce(into: [:]) { limits, resource in
                let text = properties[Self.property(of: resource)] ?? ""
                limits[resource] = text == "infinity" ? .max : UInt64(text)
            }
        )
        // The manager of a user runs as that user, who writes the configuration.
        self.user = owner == .system ? UnitUser(properties) : nil
        let lacks = [("Delegate", "yes"), ("ProtectControlGroups", "no")].filter { name, wanted in
            properties[name] != wanted[...]
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
        try UnitLimits(
            unit,
            properties: try CommandOutput.read(manager.show(properties) + [unit]),
            of: manager.owner
        )
    }
}
