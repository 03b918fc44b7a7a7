internal import Glibc
internal import Slipway
internal import SlipwayClient
internal import SlipwayConfiguration
internal import SlipwayOperations
internal import SlipwaySystem

/// The time that systemd waits for a unit, and what its processes may do.
struct UnitLimits: Hashable {
    /// The time until the unit has to be ready; `nil` for no limit.
    var start: Duration?
    /// The time until the unit has to have ended; `nil` for no limit.
    var stop: Duration?
    /// The unit runs as root.
    var isRoot: Bool
    /// The rights of root that the unit has.
    var privileges: Set<Privilege>
    /// The limits that the unit's processes cannot raise without the right to.
    var hardLimits: HardLimits
    /// The right of the unit's processes to make control groups.
    var groups: GroupRights
    /// The user that the unit runs as; `nil` if the rights of that user to files cannot be told, or
    /// are those of root.
    var user: UnitUser?
    /// The variables that the unit's processes have; `nil` if they are not told.
    var environment: UnitEnvironment?
    /// The credentials that the unit's processes have; `nil` if the files of the unit are not told.
    var credentials: UnitCredentials?
    /// The folders in which the unit's processes can write; `nil` if that is not known.
    var places: UnitPlaces?
    /// The owner of the manager that told the limits.
    var owner: ServiceOwner

    /// The properties that are read.
    private static let properties =
        [
            "LoadState", "TimeoutStartUSec", "TimeoutStopUSec", "CapabilityBoundingSet",
            "AmbientCapabilities", "Delegate", "DelegateControllers",
            "ProtectControlGroups",
        ] + UnitUser.properties + UnitEnvironment.properties + UnitPlaces.properties
        + LimitsSpecification.Resource.allCases.map(property(of:))

    /// The property with the hard limit.
    private static func property(of resource: LimitsSpecification.Resource) -> String {
        "Limit\(resource.rawValue.uppercased())"
    }

    /// Reads the properties of a unit as `systemctl show` prints them.
    ///
    /// - Parameters:
    ///   - unit: The name of the unit.
    ///   - text: Lines such as `TimeoutStartUSec=1min 30s`.
    ///   - owner: The owner of the manager that told the properties.
    ///   - surroundings: What is told beside the properties.
    /// - Throws: ``CommandFailure``: there is no such unit, or a property is missing.
    init(
        _ unit: String,
        properties text: String,
        of owner: ServiceOwner = .system,
        in surroundings: Surroundings = Surroundings()
    ) throws {
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
        isRoot =
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
        var controllers = Set(
            (properties["DelegateControllers"] ?? "").split(separator: " ").map(String.init)
        )
        // systemd delegates by name, even controllers that the kernel does not have here.
        if let kernels = surroundings.controllers { controllers.formIntersection(kernels) }
        groups =
            lacks.isEmpty
            ? .there(controllers: controllers)
            : .absent(
                "unit '\(unit.printable)' lacks \(lacks.map { "\($0)=\($1)" }.joined(separator: " and ")), as "
                    + "the drop-in control-groups.conf of the examples has it"
            )
        environment = UnitEnvironment(properties, manager: surroundings.variables)
        credentials = surroundings.files.map { UnitCredentials(UnitFile([$0]), UnitName(unit)) }
        if credentials?.isEmpty == false { environment?.addCredentials() }
        places = owner == .system ? UnitPlaces(properties) : nil
    }

    /// The facts that are told of a unit beside its properties.
    struct Surroundings {
        /// The variables that the manager gives every unit, a line each.
        var variables = ""
        /// The text of the unit's files, with its drop-ins; `nil` if it is not told.
        var files: String?
        /// The kernel's controllers that the manager can delegate; `nil` if they are not known.
        var controllers: Set<String>?
    }

    /// The obstacles to a start of the unit, whatever the configuration is, each as a sentence.
    var obstacles: [String] {
        (environment?.obstacles ?? []) + (credentials?.obstacles ?? []) + (places?.obstacles ?? [])
    }

    /// Asks systemctl(1); blocks.
    static func ask(_ unit: String, of manager: UnitManager) throws -> UnitLimits {
        let systemctl = manager.owner.systemctl
        func said(_ words: String...) -> String? {
            try? CommandOutput.read(systemctl + words, isQuiet: true)
        }
        return try UnitLimits(
            unit,
            properties: try CommandOutput.read(manager.show(properties) + [unit]),
            of: manager.owner,
            in: Surroundings(
                variables: said("show-environment") ?? "",
                files: said("cat", "--", unit),
                controllers: manager.controllers
            )
        )
    }
}
