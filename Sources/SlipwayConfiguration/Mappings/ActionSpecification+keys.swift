internal import Slipway
internal import SlipwayJSON

/// The keys of an action, by topic and in the order of the manual.
extension ActionSpecification {
    /// Declares `queue`, `requires` and `timeout`.
    mutating func readStart(_ keys: inout Keys) {
        keys.read("queue", &queue, .queue)
            .means(Keys.queueMeaning, example: "main")
        keys.read("requires", &requires, .dependencies, usual: "none")
            .means(
                "The operations that must have succeeded in this launch before one runs: of a "
                    + "program, that it was ready once; one that is down holds back only what is "
                    + "delivered to it. Referring to `${operations.NAME.value}` requires `NAME`, "
                    + "too.",
                example: "[user-data]"
            )
        keys.read("timeout", &timeout, .duration())
            .means("How long one may run.", example: "5s")
    }

    /// Declares `locks` and `success`.
    ///
    /// - Returns: Key `success`.
    mutating func readLocks(_ keys: inout Keys) -> Field? {
        keys.read("locks", &locks, .locks, usual: "none")
            .means(
                "What one holds while it runs, as operations do: of all that have the same lock one runs "
                    + "at a time.",
                example: "[session]"
            )
        let success = keys.field("success", .statuses, usual: "`[0]`")
            .means(
                "The exit statuses of `exec` that are a success.",
                example: "[0, 3]",
                limits: "Only of `exec`."
            )
        keys.constrain([
            "dependentSchemas": [
                "success": ["required": ["exec"]],
                "coalesceBy": [
                    "required": ["coalesce"],
                    "properties": ["coalesce": ["const": "latest"]],
                ],
            ]
        ])
        return success
    }

    /// Declares `parameters` and `allow`.
    ///
    /// - Returns: Key `parameters`.
    mutating func readSending(_ keys: inout Keys) -> Field? {
        let parameters = keys.field("parameters", .parameters, usual: "none")
            .means(
                "What a payload may hold, by key; other keys are refused.",
                example: "{ url: { type: string, required: true } }"
            )
        keys.read("allow", &allow, .mapping, usual: "whoever can connect")
            .means("Who may send one, besides operators.", example: "{ groups: [staff] }")
        keys.constrain([
            "if": ["required": ["durability"], "properties": ["durability": ["const": "memory"]]],
            "then": ["properties": ["whenFailed": ["not": ["const": "wait"]]]],
        ])
        return parameters
    }
}

extension ActionPolicySpecification {
    /// Declares `expires`, `limit` and `width`.
    mutating func readLine(_ keys: inout Keys) {
        keys.read("expires", &expires, .duration(), usual: "for ever")
            .means(
                "How long one may wait for its start, whatever it waits for, before it expires.",
                example: "30s"
            )
        keys.read("limit", &limit, .whole(1...1_000_000))
            .means(
                "How many may wait at a time; further ones are refused. One user may have three "
                    + "quarters of these slots; root, the daemon's user and operators all of them.",
                example: "20"
            )
        keys.read("width", &width, .whole(1...ActionPolicy.maximalWidth))
            .means(
                "How many may run at a time, if their queue has as many slots. They begin in the order "
                    + "in which they were accepted.",
                example: "8"
            )
    }

    /// Declares `priority`, `coalesce`, `effect`, `retry` and `durability`.
    mutating func readPromise(_ keys: inout Keys) {
        keys.read("priority", &priority, .priority, usual: "`normal`")
            .means(Keys.priorityMeaning(of: "kinds"), example: "high")
        keys.read("coalesce", &coalescing, .word)
            .means(
                "Which of several waiting ones run: all, or the latest, which supersedes those that "
                    + "wait.",
                example: "latest"
            )
        keys.read("effect", &effect, .word)
            .means(
                "What follows when the service ends while one runs: `idempotent` runs again, at "
                    + "most three times; `once` ends as *interrupted*.",
                example: "once"
            )
        keys.read("retry", &retry, .actionRetry, usual: "never")
            .means(
                "When one that failed is repeated. Meanwhile it keeps its slot: later ones of its kind "
                    + "wait, with `orderBy` those with the same value, and with `width` only for that slot.",
                example: "{ attempts: 4 }"
            )
        keys.read(
            "durability",
            &durability,
            .word,
            usual: "`disk`, where there is a state directory"
        )
        .means(
            "Where accepted ones are kept: `disk` survives the end of the service and of the "
                + "machine; `memory`, for many and unimportant ones, does not, and `slipway "
                + "send` says so.",
            example: "memory"
        )
    }

    static func whenFailed(_ keys: inout Keys) -> Field? {
        keys.field(
            "whenFailed",
            .words(ActionPolicy.Unmet.allCases.map(\.rawValue)),
            usual: "`fail`"
        )
        .means(
            "What follows when an operation that it requires, directly or not, failed: it "
                + "fails, or waits for the next launch, for which it must be kept on disk. "
                + "Stored ones that require only what was cancelled because something else "
                + "failed, or because the deadline passed, or what safe mode left out, always "
                + "wait for the next launch.",
            example: "wait",
            limits: "`wait`: not with `durability: memory`."
        )
    }
}

/// The keys of an action that name a part of its payload.
struct ActionPathKeys {
    let orderBy: Field?
    let uniqueBy: Field?
    let coalesceBy: Field?

    init(_ keys: inout Keys) {
        orderBy = keys.field("orderBy", .payloadPath, usual: "one order for the kind")
            .means(
                "The part of the payload that has an order: those with the same value run one after "
                    + "another, those with different values do not wait for each other.",
                example: "payload.account"
            )
        uniqueBy = keys.field("uniqueBy", .payloadPath, usual: "none")
            .means(
                "The part of the payload of which each value is open once: while one that has it has not "
                    + "ended, sending another one gives that one, whatever the rest of its payload. "
                    + "`payload` is all of it.",
                example: "payload.invoice"
            )
        coalesceBy = keys.field("coalesceBy", .payloadPath, usual: "all of the kind")
            .means(
                "With `coalesce: latest`: one supersedes those that wait and have the same value.",
                example: "payload.page",
                limits: "Only with `coalesce: latest`."
            )
    }
}
