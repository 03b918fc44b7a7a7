internal import Slipway

/// Key `defaults`: what an operation has that does not say otherwise.
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

extension OperationDefaults: Mapping {
    static var about: MappingText {
        MappingText(
            name: "defaults",
            title: "Defaults",
            summary:
                "What each operation has, at any depth, that does not say otherwise itself; groups and actions do "
                + "not. `ended` and `restart` are for programs."
        )
    }

    /// Reads them; the queues must be known.
    static func read(_ keys: inout Keys) -> OperationDefaults? {
        var defaults = OperationDefaults()
        keys.read("queue", &defaults.queue, .queue, usual: "`userInitiated`")
            .means("Where each runs.", example: "main")
        keys.read("timeout", &defaults.timeout, .duration(), usual: "as long as the launch")
            .means("How long the body of each may take.", example: "30s")
        keys.read("retry", &defaults.retry, .retry, usual: "never")
            .means("When a failed attempt of each is repeated.", example: "3")
        keys.read("priority", &defaults.priority, .priority, usual: "`normal`")
            .means("The priority of each.", example: "low")
        keys.read("ended", &defaults.ended, .word, usual: "`fail`, of an optional one `degrade`")
            .means("What follows when a program ends that was not asked to.", example: "restart")
        keys.read("restart", &defaults.restart, .restart, usual: "as that of an operation")
            .means(
                "How often programs are started again, and after what pauses.",
                example: "{ attempts: 3 }"
            )
        return defaults
    }
}
