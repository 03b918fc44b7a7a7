internal import Slipway

/// Key `defaults`: what an operation, or a process, has that does not say otherwise.
struct OperationDefaults {
    var queue: Queue?
    var timeout: Duration?
    var retry: RetrySpecification?
    var priority: Priority?
    /// Of programs; an optional one has `degrade` in place of `fail`.
    var ended: ProgramSpecification.End?
    /// Of programs that are restarted.
    var restart: RestartSpecification?
    /// Of every process that names no user.
    var user: String?
    /// Of every process that names neither a user nor a group.
    var group: String?
}

extension OperationDefaults: Mapping {
    static var about: MappingText {
        MappingText(
            name: "defaults",
            title: "Defaults",
            summary:
                "What each operation has, at any depth, that does not say otherwise itself; groups have the "
                + "`priority` alone, and actions none of it. `ended` and `restart` are for programs, `user` and `group` for every `exec` of the file, those "
                + "of actions, too."
        )
    }

    /// Reads the defaults; the queues must be known.
    static func read(_ keys: inout Keys) -> OperationDefaults? {
        var defaults = OperationDefaults()
        keys.read("queue", &defaults.queue, .queue, usual: "`userInitiated`")
            .means("Where each runs.", example: "main")
        keys.read("timeout", &defaults.timeout, .duration(), usual: "as long as the launch")
            .means("How long the body of each may take.", example: "30s")
        keys.read("retry", &defaults.retry, .retry, usual: "never")
            .means("When a failed attempt of each is repeated.", example: "3")
        keys.read("priority", &defaults.priority, .priority, usual: "`normal`")
            .means(
                "The priority of each, and of each group, unless a group around it says another.",
                example: "low"
            )
        keys.read("ended", &defaults.ended, .word, usual: "`fail`, of an optional one `degrade`")
            .means("What follows when a program ends that was not asked to.", example: "restart")
        keys.read("restart", &defaults.restart, .restart, usual: "as that of an operation")
            .means(
                "How often programs are started again, and after what pauses.",
                example: "{ attempts: 3 }"
            )
        keys.read("user", &defaults.user, .account, usual: "the daemon's")
            .means(
                "The user of every `exec` that names none, also of actions, checks and `stop`. Needs root.",
                example: "shop"
            )
        keys.read("group", &defaults.group, .account, usual: "that of `user`, or the daemon's")
            .means("The group of every `exec` that names no user. Needs root.", example: "shop")
        return defaults
    }
}
