package import Slipway

/// What a kind of launch action promises its senders.
package struct ActionPolicySpecification: Hashable, Sendable {
    /// Key `expires`: how long one may wait for its start; default for ever.
    package var expires: Duration?
    /// Key `limit`: how many may wait at a time, from 1 to 1,000,000; default 1024.
    package var limit = 1024
    /// Key `priority`: which of several kinds starts first; default normal.
    package var priority = Priority.normal
    /// Key `coalesce`: which of those that wait run; default all.
    package var coalescing = ActionPolicy.Coalescing.all
    /// Key `effect`: whether an interrupted attempt is repeated; default it is.
    package var effect = ActionPolicy.Effect.idempotent
    /// Key `durability`: whether they are stored; default they are, if there is a state directory.
    package var durability = ActionPolicy.Durability.disk
    /// Key `whenFailed`: what follows when an operation that they require did not succeed; default
    /// they fail.
    package var whenFailed = ActionPolicy.Unmet.fail
    /// Key `retry`: when one that failed is repeated; default never.
    package var retry: RetrySpecification?

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
            durability: durability
        )
    }
}
