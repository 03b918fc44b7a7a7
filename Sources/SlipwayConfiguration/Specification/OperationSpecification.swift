package import Slipway
package import SlipwayJSON

/// One of `operations`, of the file or of a group.
package struct OperationSpecification: Hashable, Sendable {
    /// Its key: letters, digits, `_` and `-`, at most 64.
    package var name: String
    /// The position of its key.
    package var origin: Origin
    /// Key `queue`, default `userInitiated`; a group has none.
    package var queue: Queue = .userInitiated
    /// Key `requires`, then the operations whose values its body, `when`, `stop`, `ready` and
    /// `health` refer to; without repetitions, and without the operation itself if its `stop`
    /// refers to it.
    package var requires: [DependencySpecification] = []
    /// Key `after`.
    package var after: [DependencySpecification] = []
    /// Key `optional`, default false.
    package var isOptional = false
    /// Key `stage`, default `launch`.
    package var stage = Stage.launch
    /// Key `priority`, default `normal`.
    package var priority = Priority.normal
    /// Key `locks`, default none.
    package var locks: [Lock] = []
    /// Key `when`; default always.
    package var condition: ConditionSpecification?
    /// Key `timeout`; default as long as the launch.
    package var timeout: Duration?
    /// Key `retry`; default never.
    package var retry: RetrySpecification?
    /// Key `fallback`: the value if it fails; default none, so that it fails.
    package var fallback: JSON?
    /// What it does.
    package var body: BodySpecification
    /// Key `stop`: what undoes it; default nothing.
    package var stop: ExecSpecification?
    /// What becomes of the program that it starts; `nil` if it starts none that stays.
    package var program: ProgramSpecification?

    /// Creates an operation that requires nothing.
    package init(name: String, origin: Origin, body: BodySpecification) {
        self.name = name
        self.origin = origin
        self.body = body
    }
}

/// Key `retry`: when a failed attempt is repeated.
package struct RetrySpecification: Hashable, Sendable {
    /// Key `attempts`: the most attempts, the first one included.
    package var attempts: Int
    /// Key `initial`: the pause after the first failed attempt; default 100 ms.
    package var initial: Duration = .milliseconds(100)
    /// Key `maximum`: the longest pause; default 5 s, or `initial` if that is longer.
    package var maximum: Duration = .seconds(5)
    /// Key `factor`, by which the pause grows; default 2.
    package var factor: Double = 2
    /// Key `jitter`: how far a pause varies at random, as a fraction of it; default 0.2.
    package var jitter: Double = 0.2
    /// Key `budget`: how long all attempts and pauses may take; default as long as the launch.
    package var budget: Duration?

    /// Creates a policy with the default pauses.
    package init(attempts: Int) { self.attempts = attempts }
}

/// Body `group`: operations that begin together, and are one operation to the outside.
package struct GroupSpecification: Hashable, Sendable {
    /// Key `operations`, in the order of the file.
    package var operations: [OperationSpecification] = []
    /// Key `value`: the one of its operations whose value is the group's; default none.
    package var value: String?
    /// Key `failFast`: whether the failure of a required operation cancels the others; default
    /// true.
    package var failsFast = true

    /// Creates an empty group.
    package init() {}
}
