package import Slipway
package import SlipwayJSON

/// One of `actions`.
package struct ActionSpecification: Hashable, Sendable {
    /// Its key.
    package var name: String
    /// The position of its key.
    package var origin: Origin
    package var queue = Queue.userInitiated
    /// Those of the key, then the operations whose values its body refers to; none twice.
    package var requires: [DependencySpecification] = []
    /// The locks that it holds while it runs.
    package var locks: [Lock] = []
    /// The longest time that one may run.
    package var timeout: Duration = .seconds(60)
    /// The policy for one of the kind.
    package var policy = ActionPolicySpecification()
    /// The schema of a payload.
    package var parameters = PayloadSchema()
    /// The users who may send one, besides the operators; `nil`: every user who can connect.
    package var allow: PrincipalsSpecification?
    package var body: BodySpecification
}

/// The promise that a kind of launch action makes to its senders.
package struct ActionPolicySpecification: Hashable, Sendable {
    /// `nil`: for ever.
    package var expires: Duration?
    package var limit = 1024
    package var priority = Priority.normal
    package var coalescing = ActionPolicy.Coalescing.all
    package var effect = ActionPolicy.Effect.idempotent
    package var durability = ActionPolicy.Durability.disk
    package var whenFailed = ActionPolicy.Unmet.fail
    /// `nil`: never.
    package var retry: RetrySpecification?
    package var width = 1
    package var orderBy: PayloadPath?
    package var uniqueBy: PayloadPath?
    package var coalesceBy: PayloadPath?

    /// Creates the defaults.
    package init() {}

    /// The policy of the plan.
    package var policy: ActionPolicy {
        ActionPolicy(
            expires: expires,
            limit: limit,
            coalescing: coalescing,
            effect: effect,
            retry: retry?.retry,
            unmet: whenFailed,
            durability: durability,
            width: width,
            retryBudget: retry?.budget
        )
    }
}

extension ActionSpecification {
    /// The policy of the plan, with the locks.
    package var planPolicy: ActionPolicy {
        var policy = policy.policy
        policy.locks = locks
        return policy
    }

    /// The keys by which its actions are told apart.
    package var payloadKeys: PayloadKeys<JSON> {
        PayloadKeys(
            names: ActionKeyNames(
                order: policy.orderBy?.description,
                unique: policy.uniqueBy?.description,
                coalescing: policy.coalesceBy?.description
            ),
            order: policy.orderBy?.key,
            unique: policy.uniqueBy?.key,
            coalescing: policy.coalesceBy?.key
        )
    }
}

extension ActionSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "action",
            title: "An action",
            summary:
                "A kind of launch action. It has exactly one body.",
            manual: """
                Actions of one kind run one after another, in the order in which they were accepted; `width` lets
                several run at a time. What becomes of them is in [ACTIONS.md](ACTIONS.md).
                """,
            renamed: ["concurrency": "width", "parallelism": "width", "workers": "width"],
            elsewhere: [
                "flags": "is for operations: remove it"
            ],
            foreign: .ofBody
        )
    }

    static func read(_ keys: inout Keys) -> ActionSpecification? {
        let decoder = keys.decoder
        var action = ActionSpecification(
            name: keys.name,
            origin: keys.section.origin,
            body: .sleep(.zero)
        )
        keys.read("queue", &action.queue, .queue)
            .means(
                "Where the body runs: `main` (one at a time, on the process's first thread), "
                    + "`userInitiated` (concurrent), or one of `queues`.",
                example: "main"
            )
        keys.read("requires", &action.requires, .dependencies, usual: "none")
            .means(
                "The operations that must have succeeded in this launch before one runs: of a "
                    + "program, that it was ready once; one that is down holds back only what is "
                    + "delivered to it. Referring to `${operations.NAME.value}` requires `NAME`, "
                    + "too.",
                example: "[user-data]"
            )
        keys.read("timeout", &action.timeout, .duration())
            .means("How long one may run.", example: "5s")
        keys.read("expires", &action.policy.expires, .duration(), usual: "for ever")
            .means(
                "How long one may wait for its start, whatever it waits for, before it expires.",
                example: "30s"
            )
        keys.read("limit", &action.policy.limit, .whole(1...1_000_000))
            .means(
                "How many may wait at a time; further ones are refused. One user may have three "
                    + "quarters of these places; root, the daemon's user and operators all of them.",
                example: "20"
            )
        keys.read("width", &action.policy.width, .whole(1...ActionPolicy.maximalWidth))
            .means(
                "How many may run at a time, if their queue has as many places. They begin in the order "
                    + "in which they were accepted.",
                example: "8"
            )
        let orderBy = keys.field("orderBy", .payloadPath, usual: "one order for the kind")
            .means(
                "The part of the payload that has an order: those with the same value run one after "
                    + "another, those with different values do not wait for each other.",
                example: "payload.account"
            )
        let uniqueBy = keys.field("uniqueBy", .payloadPath, usual: "none")
            .means(
                "The part of the payload of which each value is open once: while one that has it has not "
                    + "ended, sending another one gives that one, whatever the rest of its payload. "
                    + "`payload` is all of it.",
                example: "payload.invoice"
            )
        let coalesceBy = keys.field("coalesceBy", .payloadPath, usual: "all of the kind")
            .means(
                "With `coalesce: latest`: one supersedes those that wait and have the same value.",
                example: "payload.page",
                limits: "Only with `coalesce: latest`."
            )
        keys.read("locks", &action.locks, .locks, usual: "none")
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
        keys.read("priority", &action.policy.priority, .priority, usual: "`normal`")
            .means(
                "Which of several kinds starts first: the higher. `low` is -50, `normal` 0, `high` "
                    + "50.",
                example: "high"
            )
        keys.read("coalesce", &action.policy.coalescing, .word)
            .means(
                "Which of several waiting ones run: all, or the latest, which supersedes those that "
                    + "wait.",
                example: "latest"
            )
        keys.read("effect", &action.policy.effect, .word)
            .means(
                "What follows when the service ends while one runs: `idempotent` runs again, at "
                    + "most three times; `once` ends as *interrupted*.",
                example: "once"
            )
        keys.read("retry", &action.policy.retry, .actionRetry, usual: "never")
            .means(
                "When one that failed is repeated. Meanwhile it keeps its place: later ones of its kind "
                    + "wait, with `orderBy` those with the same value, and with `width` only for that place.",
                example: "{ attempts: 4 }"
            )
        keys.read(
            "durability",
            &action.policy.durability,
            .word,
            usual: "`disk`, where there is a state directory"
        )
        .means(
            "Where accepted ones are kept: `disk` survives the end of the service and of the "
                + "machine; `memory`, for many and unimportant ones, does not, and `slipway "
                + "send` says so.",
            example: "memory"
        )
        let whenFailed = keys.field(
            "whenFailed",
            .words(ActionPolicy.Unmet.allCases.map(\.rawValue)),
            usual: "`fail`"
        )
        .means(
            "What follows when an operation that it requires, directly or not, failed: it "
                + "fails, or waits for the next launch, for which it must be kept on disk. "
                + "Stored ones that require only what was cancelled because something else "
                + "failed, or because the deadline passed, always wait for the next launch.",
            example: "wait",
            limits: "`wait`: not with `durability: memory`."
        )
        let parameters = keys.field("parameters", .parameters, usual: "none")
            .means(
                "What a payload may hold, by key; other keys are refused.",
                example: "{ url: { type: string, required: true } }"
            )
        keys.read("allow", &action.allow, .mapping, usual: "whoever can connect")
            .means("Who may send one, besides operators.", example: "{ groups: [staff] }")
        keys.constrain([
            "if": ["required": ["durability"], "properties": ["durability": ["const": "memory"]]],
            "then": ["properties": ["whenFailed": ["not": ["const": "wait"]]]],
        ])
        if let whenFailed { decoder.readWhenFailed(whenFailed, into: &action.policy) }
        if let parameters { action.parameters = decoder.payloadSchema(parameters) }

        decoder.beginBody(of: action.name, .action(parameters: action.parameters.parameters))
        action.policy.orderBy = orderBy.flatMap { decoder.payloadPath($0) }
        action.policy.uniqueBy = uniqueBy.flatMap { decoder.payloadPath($0) }
        if let coalesceBy {
            action.policy.coalesceBy = decoder.payloadPath(coalesceBy)
            decoder.checkCoalescing(coalesceBy, action.policy)
        }
        if let body = keys.body(ofAction: true)?.value { action.body = body }
        if let success { decoder.readSuccess(success, into: &action.body) }
        if let width = keys.section["width"] { decoder.warnOfNarrowQueue(width, action) }
        action.requires += decoder.newMentions(beyond: action.requires)
        return action
    }
}

extension ConfigurationDecoder {
    /// Reads one kind of launch action.
    func action(_ field: Field) -> ActionSpecification {
        checkName(field, dots: true)
        note(field.path, at: field.keyOrigin)
        return mapping(field)
            ?? ActionSpecification(name: field.name, origin: field.keyOrigin, body: .sleep(.zero))
    }

    /// Warns of a kind that is wider than its queue.
    fileprivate func warnOfNarrowQueue(_ field: Field, _ action: ActionSpecification) {
        var places = 1
        if action.queue != .main {
            guard case .fixed(let width) = queues[action.queue] else { return }
            places = width
        }
        guard places < action.policy.width else { return }
        warnings.append(
            ConfigurationFault(
                at: field.node.origin,
                key: field.path,
                reason: "queue '\(Quoting.shown(action.queue.name))' has \(places) "
                    + "\(places == 1 ? "place" : "places"), so no more of them run at a time"
            )
        )
    }

    fileprivate func checkCoalescing(_ field: Field, _ policy: ActionPolicySpecification) {
        guard policy.coalescing != .latest else { return }
        report(
            "says which ones coalesce, and this kind runs all; add coalesce: latest, or remove it",
            at: field.keyOrigin,
            field.path
        )
    }

    fileprivate func readWhenFailed(_ field: Field, into policy: inout ActionPolicySpecification) {
        policy.whenFailed = choice(field, ActionPolicy.Unmet.self) ?? .fail
        guard policy.whenFailed == .wait, policy.durability == .memory else { return }
        report(
            "only what is stored can wait for the next launch, and durability: memory stores nothing; "
                + "remove one of the two",
            at: field.node.origin,
            field.path
        )
    }
}
