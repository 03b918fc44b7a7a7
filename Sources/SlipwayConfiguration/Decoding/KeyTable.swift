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

    init(_ name: String, _ known: [String], later: [String] = []) {
        self.name = name
        self.known = known
        self.later = later
    }

    static let top = KeyTable(
        "configuration",
        ["name", "deadline", "grace", "queues", "operations", "actions", "operators"]
    )
    static let queue = KeyTable("queue", ["width"])
    static let principals = KeyTable("principals", ["users", "groups"])
    static let operation = KeyTable(
        "operation",
        ["queue", "requires", "after", "optional", "timeout", "stop"] + bodies,
        later: ["when", "locks", "priority", "stage", "retry", "fallback"] + laterBodies
    )
    static let action = KeyTable(
        "action",
        ["queue", "requires", "timeout", "expires", "parameters", "allow"] + bodies,
        later: ["coalesce", "effect", "durability"] + laterBodies
    )
    static let parameter = KeyTable(
        "parameter",
        ["type", "required", "format", "enum", "maxLength", "description"]
    )
    static let exec = KeyTable(
        "exec",
        ["command", "environment", "directory", "input", "output"],
        later: ["ready"]
    )
    static let http = KeyTable(
        "http",
        ["url", "method", "headers", "body", "expect", "output", "tryTimeout"]
    )
    static let wait = KeyTable("wait", waitTargets + ["every", "tryTimeout"])

    static let all = [top, queue, principals, operation, action, parameter, exec, http, wait]

    /// The bodies: an operation or action has exactly one.
    static let bodies = ["exec", "http", "wait", "sleep"]
    static let laterBodies = ["flags", "write", "group"]
    /// The targets of `wait`: exactly one is given.
    static let waitTargets = ["tcp", "socket", "file", "http"]
}
