internal import Slipway

/// Key `defaults`: what an operation has that does not say otherwise; groups and actions do not.
struct OperationDefaults {
    var queue: Queue?
    var timeout: Duration?
    var retry: RetrySpecification?
    var priority: Priority?
    /// Of programs; one that cannot have it, because it is optional, has its usual one.
    var ended: ProgramSpecification.End?
    /// Of programs that are restarted.
    var restart: RestartSpecification?
}

extension ConfigurationDecoder {
    /// Reads `defaults`; the queues must be known.
    mutating func operationDefaults(_ field: Field) -> OperationDefaults {
        var defaults = OperationDefaults()
        guard let section = section(field, .defaults) else { return defaults }
        defaults.queue = section["queue"].flatMap { queue($0) }
        defaults.timeout = section["timeout"].flatMap { duration($0) }
        defaults.retry = section["retry"].flatMap { retry($0) }
        defaults.priority = section["priority"].flatMap { priority($0) }
        defaults.ended = section["ended"].flatMap { choice($0, ProgramSpecification.End.self) }
        defaults.restart = section["restart"].flatMap { restart($0) }
        checkBudget(of: &defaults, section)
        return defaults
    }

    /// One fault here instead of one for each operation.
    private mutating func checkBudget(of defaults: inout OperationDefaults, _ section: Section) {
        guard let budget = defaults.retry?.budget, let timeout = defaults.timeout, budget < timeout,
            let field = section["retry"].flatMap({ field in
                entries(of: field).first { $0.key == "budget" }?.field
            })
        else { return }
        report(
            "is shorter than the timeout of one attempt, \(timeout.timespan); write at least that, "
                + "or a shorter timeout",
            at: field.node.origin,
            field.path
        )
        defaults.retry?.budget = nil
    }
}
