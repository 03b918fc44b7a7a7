/// The keys that each kind of mapping may have.
///
/// `config/slipway.schema.json` lists the same keys for editors; a test compares the two.
struct KeyTable: Hashable, Sendable {
    /// The kind, by its name in the schema's definitions.
    let name: String
    /// The keys that are accepted.
    let known: [String]
    /// Keys of later versions; messages refuse them by name.
    let later: [String]

    /// The names of today for those of former versions.
    let renamed: [String: String]
    /// Keys that only other mappings have, with the reasons.
    let elsewhere: [String: String]
    /// Keys of other tools.
    let foreign: ForeignKeys

    init(
        _ name: String,
        _ known: [String],
        later: [String] = [],
        renamed: [String: String] = [:],
        elsewhere: [String: String] = [:],
        foreign: ForeignKeys = .none
    ) {
        self.name = name
        self.known = known
        self.later = later
        self.renamed = renamed
        self.elsewhere = elsewhere
        self.foreign = foreign
    }

    static let top = KeyTable(
        "configuration",
        [
            "name", "deadline", "grace", "drain", "storage", "defaults", "queues", "operations",
            "actions",
            "operators",
        ],
        later: ["priorities"],
        foreign: .ofFile
    )
    static let defaults = KeyTable(
        "defaults",
        ["queue", "timeout", "retry", "priority", "ended", "restart"]
    )
    static let queue = KeyTable("queue", ["width"])
    static let principals = KeyTable("principals", ["users", "groups"])
    static let operation = KeyTable(
        "operation",
        [
            "queue", "requires", "after", "when", "locks", "priority", "optional", "stage",
            "timeout", "retry", "fallback", "stop", "success",
        ] + ofPrograms.map(\.key) + operationBodies,
        later: laterBodies,
        elsewhere: [
            "deliver": "is for launch actions; an operation has nothing to deliver: remove it"
        ],
        foreign: .ofBody
    )
    static let action = KeyTable(
        "action",
        [
            "queue", "requires", "timeout", "expires", "limit", "priority", "coalesce", "effect",
            "retry", "durability", "whenFailed", "parameters", "allow",
        ] + actionBodies,
        later: laterBodies,
        foreign: .ofBody
    )
    static let parameter = KeyTable(
        "parameter",
        [
            "type", "required", "default", "format", "enum", "minimum", "maximum", "maxLength",
            "pattern", "description",
        ]
    )
    static let exec = KeyTable(
        "exec",
        ["command", "environment", "directory", "stdin", "output", "ready"],
        renamed: ["input": "stdin"],
        foreign: .ofExec
    )
    static let http = KeyTable(
        "http",
        ["url", "method", "headers", "body", "expect", "output", "tryTimeout"],
        foreign: .ofHTTP
    )
    static let wait = KeyTable("wait", waitTargets + ["every", "tryTimeout"], foreign: .ofWait)
    static let write = KeyTable("write", ["path", "content", "mode", "owner"])
    static let deliver = KeyTable("deliver", ["to", "socket"])
    static let group = KeyTable("group", ["operations", "value", "failFast"])
    static let retry = KeyTable(
        "retry",
        ["attempts", "initial", "maximum", "factor", "jitter", "budget"],
        foreign: .ofRetry
    )
    static let fallback = KeyTable("fallback", ["value"], later: ["cached"])
    static let condition = KeyTable("condition", conditions + ["equals"], later: ["flag"])
    /// An action may be tried for as long as its kind says, so its retries have no budget.
    static let actionRetry = KeyTable(
        "actionRetry",
        ["attempts", "initial", "maximum", "factor", "jitter"],
        foreign: .ofRetry
    )
    static let restart = KeyTable("restart", ["attempts", "within", "initial", "maximum"])
    static let health = KeyTable(
        "health",
        healthChecks + ["every", "timeout", "misses"],
        foreign: .ofHealth
    )

    static let all = [
        top, defaults, queue, principals, operation, action, parameter, exec, http, wait, write,
        deliver, group, retry, actionRetry, fallback, condition, restart, health,
    ]

    /// The bodies that both operations and actions may have.
    private static let bodies = ["exec", "http", "wait", "write", "sleep"]
    /// The bodies of an operation, which has exactly one.
    static let operationBodies = bodies + ["group"]
    /// The bodies of an action, which has exactly one.
    static let actionBodies = bodies + ["deliver"]
    static let laterBodies = ["flags"]
    /// The kinds of condition: exactly one is given.
    static let conditions = ["env", "exists", "value", "not", "all", "any"]
    /// The checks of `health`: exactly one is given.
    static let healthChecks = ["http", "tcp", "exec"]
    /// The targets of `wait`: exactly one is given.
    static let waitTargets = ["tcp", "socket", "file", "http"]
}

extension KeyTable {
    private static let isOfPrograms =
        "is for programs; add ready: notify, socket:PATH or started to exec"

    /// The keys of programs, with the reason why no other operation has them.
    static let ofPrograms: KeyValuePairs = [
        "ended": isOfPrograms,
        "restart": isOfPrograms,
        "watchdog": isOfPrograms,
        "health": isOfPrograms,
        "sockets": isOfPrograms,
    ]

    private static let isInGroups =
        "is for programs; a group is none: move it to one of its operations"

    /// The keys that a group cannot have, with the reasons.
    static let notOfGroups: KeyValuePairs = [
        "queue": "a group runs nowhere itself; move it to its operations",
        "retry": "a group is not tried again; move it to its operations",
        "fallback": "a group has the value of one of its operations; move it to that one",
        "stop": "a group has nothing to undo itself; move it to its operations",
        "success": "is for exec: the exit statuses that count as success; remove it",
        "ended": isInGroups,
        "restart": isInGroups,
        "watchdog": isInGroups,
        "health": isInGroups,
        "sockets": isInGroups,
    ]
}
