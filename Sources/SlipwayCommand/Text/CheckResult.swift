internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwayOperations
internal import SlipwaySystem

/// The result of checking one configuration.
struct CheckResult {
    /// The file, as it was given.
    let path: String
    /// Everything that is wrong; empty for a configuration that can be launched.
    let faults: [ConfigurationFault]
    /// The warnings: parts that may be wrong where the daemon runs.
    let warnings: [ConfigurationFault]
    /// The number of operations and kinds of action; `nil` if something is wrong.
    let counts: (operations: Int, actions: Int)?

    /// Reads and checks the file at `path`, or standard input; blocks.
    ///
    /// - Parameters:
    ///   - path: The configuration, `-` for standard input.
    ///   - environment: The daemon's environment; `nil` if it is unknown: then a variable that is
    ///     not set here is a warning.
    ///   - here: The environment of this process.
    ///   - unit: The unit that is to run the configuration; `nil` if that is unknown.
    init(
        path: String,
        environment: ExpectedEnvironment?,
        here: [String: String],
        unit: (name: String, limits: UnitLimits)? = nil
    ) {
        let ofUnit = environment == nil ? unit?.limits.environment : nil
        let isKnown = environment != nil || ofUnit?.unread.isEmpty == true
        // Without a known environment, the variables here and those that systemd sets stand in for
        // the unit's.
        let environment =
            environment ?? ofUnit?.expected ?? EnvironmentFile.environment(with: here)
        let argument = ConfigurationArgument(text: path)
        do throws(ConfigurationFaults) {
            let configured = try argument.load(
                environment: environment.variables,
                isEnvironmentKnown: isKnown
            )
            let configuration = configured.configuration
            let unitFaults = Self.faults(of: configuration, for: unit)
            guard unitFaults.isEmpty else {
                self.init(path: argument.name, faults: unitFaults)
                return
            }
            let unread = ofUnit?.unread ?? []
            let place =
                unread.isEmpty
                ? "here; it has to be where the daemon runs"
                : "in what is known of the unit's variables: \(unread.joined(separator: ", "))"
            var lacks = configuration.unsetVariables(in: environment.variables, place)
            lacks += configuration.missingPrograms(
                in: environment.variables,
                withoutValue: environment.unknown
            )
            lacks += configuration.lacksOfStarts(
                in: environment.variables,
                withoutValue: environment.unknown
            )
            lacks += configuration.unwatchableFiles(
                in: environment.variables,
                withoutValue: environment.unknown
            )
            if unit?.limits.credentials == nil {
                lacks += configuration.absentCredentials(in: CredentialFolder(in: here))
            }
            let warnings =
                configuration.warnings + lacks + configuration.unknownPrincipals
                + configuration.partsWithoutStore
                + Self.warnings(of: configured, argument.name, environment, for: unit)
                + Self.forbidden(in: configuration, argument.name, environment, to: unit)
            self.init(
                path: argument.name,
                warnings: warnings.sorted {
                    ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column)
                },
                counts: (configuration.allOperations.count, configuration.actions.count)
            )
        } catch {
            self.init(path: argument.name, faults: error.faults)
        }
    }

    /// A fault for each right and each credential that the unit does not give.
    private static func faults(
        of configuration: Configuration,
        for unit: (name: String, limits: UnitLimits)?
    ) -> [ConfigurationFault] {
        guard let unit else { return [] }
        let place = "unit '\(unit.name.printable)'"
        let absent = unit.limits.credentials.map { credentials in
            configuration.absentCredentials(of: place) { credentials.has($0) }
        }
        return configuration.faults(
            with: unit.limits.privileges,
            unit.limits.hardLimits,
            of: place
        ) + (absent ?? [])
    }

    /// A warning for all that the unit does not let the service do; without a unit, for what a usual one
    /// does not.
    private static func warnings(
        of configured: ConfiguredGraph,
        _ file: String,
        _ environment: ExpectedEnvironment,
        for unit: (name: String, limits: UnitLimits)?
    ) -> [ConfigurationFault] {
        let configuration = configured.configuration
        guard let unit else {
            return configuration.faults(with: [], of: "a service with its own user")
                + configuration.limitsThatCannotHold(
                    with: .absent(
                        "a unit delegates no control group unless it has Delegate=yes and "
                            + "ProtectControlGroups=no; '--unit NAME' looks whether it has"
                    )
                )
        }
        // A configuration that changes users has these warnings itself.
        let isOfRoot = unit.limits.isRoot && !configuration.changesUsers
        let place = "unit '\(unit.name.printable)'"
        var warnings = configured.shortLimits(of: unit.limits, unit.name, file)
        warnings += configuration.limitsThatCannotHold(with: unit.limits.groups)
        if isOfRoot { warnings += configuration.processesOfRoot(because: "\(place) is root") }
        if let places = unit.limits.places {
            warnings += configuration.unwritablePlaces(
                of: place,
                in: environment.variables,
                withoutValue: environment.unknown
            ) { folder in
                places.obstacle(
                    toWriteIn: folder,
                    of: unit.name.printable,
                    by: unit.limits.user?.files
                )
            }
        }
        warnings += unit.limits.obstacles.map {
            ConfigurationFault(file: file, reason: "\(place) cannot start: it has \($0)")
        }
        return warnings
    }

    /// A warning for each file that the user of the unit may not read.
    private static func forbidden(
        in configuration: Configuration,
        _ file: String,
        _ environment: ExpectedEnvironment,
        to unit: (name: String, limits: UnitLimits)?
    ) -> [ConfigurationFault] {
        guard let unit, let user = unit.limits.user else { return [] }
        let place = "unit '\(unit.name.printable)'"
        return user.forbiddenParts(of: file, place)
            + configuration.forbiddenFiles(
                to: user.files,
                of: place,
                in: environment.variables,
                withoutValue: environment.unknown
            )
    }

    init(
        path: String,
        faults: [ConfigurationFault] = [],
        warnings: [ConfigurationFault] = [],
        counts: (operations: Int, actions: Int)? = nil
    ) {
        self.path = path
        self.faults = faults
        self.warnings = warnings
        self.counts = counts
    }

    /// One line per fault, with the edges of a cycle below it.
    ///
    /// Without faults: the warnings, each said once, and `ok`.
    var lines: [String] {
        guard let counts else { return faults.flatMap(\.lines) }
        let operations = counted(counts.operations, "operation")
        let actions = counted(counts.actions, "action")
        return warnings.gathered.flatMap(\.asWarning.lines)
            + ["\(path.printable): ok, \(operations), \(actions)"]
    }

    /// `{"file", "ok", "faults": [{"file", "line", "column", "key", "message", "details"}]}`;
    /// `line` and `column` are absent for faults of a file as a whole; `warnings` are like faults.
    var json: JSON {
        [
            "file": .string(path),
            "ok": .bool(counts != nil),
            "faults": .array(faults.map(\.json)),
            "warnings": .array(warnings.map(\.json)),
        ]
    }

    /// 78 if a configuration has faults, 2 if there is nothing wrong but files that cannot be read,
    /// otherwise 0.
    static func exitCode(of results: [CheckResult]) -> Int32 {
        let faults = results.flatMap(\.faults)
        guard !faults.isEmpty else { return CommandFailure.success }
        return faults.allSatisfy { $0.errno != nil }
            ? CommandFailure.unable : CommandFailure.configuration
    }
}

extension ConfigurationFault {
    fileprivate var json: JSON {
        var object: JSONObject = ["file": .string(file)]
        if line > 0 {
            object["line"] = .integer(Int64(line))
            object["column"] = .integer(Int64(column))
        }
        object["key"] = .string(key)
        object["message"] = .string(reason)
        object["details"] = .array(details.map { .string($0) })
        return .object(object)
    }
}
