package import Slipway
package import SlipwayJSON

/// A kind of launch action: an entry of `actions`.
package struct ActionSpecification: Hashable, Sendable {
    /// The key in `actions`.
    package var name: String
    /// The position of the key.
    package var origin: Origin
    package var queue = Queue.userInitiated
    /// The operations of key `requires`, then those whose values the body refers to; none twice.
    package var requires: [DependencySpecification] = []
    /// The locks that an action holds while it runs.
    package var locks: [Lock] = []
    /// The longest time that an action may run.
    package var timeout: Duration = .seconds(60)
    /// The policy of the kind.
    package var policy = ActionPolicySpecification()
    /// The schema of a payload.
    package var parameters = PayloadSchema()
    /// The users who may send an action, besides the operators; `nil`: every user who can connect.
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

    /// The keys by which actions of the kind are told apart.
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
        action.readStart(&keys)
        action.policy.readLine(&keys)
        let paths = ActionPathKeys(&keys)
        let success = action.readLocks(&keys)
        action.policy.readPromise(&keys)
        let whenFailed = ActionPolicySpecification.whenFailed(&keys)
        let parameters = action.readSending(&keys)
        if let whenFailed { decoder.readWhenFailed(whenFailed, into: &action.policy) }
        if let parameters { action.parameters = decoder.payloadSchema(parameters) }

        decoder.beginBody(of: action.name, .action(parameters: action.parameters.parameters))
        action.policy.orderBy = paths.orderBy.flatMap { decoder.payloadPath($0) }
        action.policy.uniqueBy = paths.uniqueBy.flatMap { decoder.payloadPath($0) }
        if let coalesceBy = paths.coalesceBy {
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
        var slots = 1
        if action.queue != .main {
            guard case .fixed(let width) = queues[action.queue] else { return }
            slots = width
        }
        guard slots < action.policy.width else { return }
        warnings.append(
            ConfigurationFault(
                at: field.node.origin,
                key: field.path,
                reason: "queue '\(Quoting.shown(action.queue.name))' has "
                    + "\(counted(slots, "slot")), so no more actions of this kind than that "
                    + "run at a time"
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
