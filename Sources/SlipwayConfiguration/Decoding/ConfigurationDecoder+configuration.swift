internal import Slipway

extension ConfigurationDecoder {
    /// Reads the whole file, and checks its parts against one another.
    func configuration(_ root: ConfigurationNode) -> Configuration {
        let field = Field(path: "", keyOrigin: root.origin, node: root)
        flagsOperations = root.namesOfFlags
        guard var configuration = mapping(field, Configuration.self) else {
            return Configuration(name: "")
        }
        configuration.variables = variables
        configuration.credentials = credentials
        checkTimes(configuration)
        configuration.warnings = warnings
        if configuration.changesUsers {
            configuration.warnings += configuration.processesOfRoot(
                because: "the daemon is root, for the users of others"
            )
        }
        checkValues(configuration.operations)
        checkDeliveries(configuration)
        checkChanges(configuration)
        checkNames(configuration)
        return configuration
    }

    /// Reads `defaults`, for all operations.
    func readDefaults(_ field: Field) -> OperationDefaults? {
        guard var defaults = mapping(field, OperationDefaults.self) else { return nil }
        // One fault here instead of one for each operation.
        if let budget = defaults.retry?.budget, let timeout = defaults.timeout,
            Retry.isTooShort(budget: budget, timeout),
            let field = entries(of: field).first(where: { $0.name == "retry" })
                .flatMap({ entries(of: $0).first { $0.name == "budget" } })
        {
            report(Self.shortBudget(timeout), at: field.node.origin, field.path)
            defaults.retry?.budget = nil
        }
        return defaults
    }

    /// The words for a budget that is too short for all attempts.
    static func shortBudget(_ timeout: Duration) -> String {
        "is shorter than the timeout of one attempt, \(timeout.timespan); write at least that, or a "
            + "shorter timeout"
    }
}
