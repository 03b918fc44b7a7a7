/// Why an operation, an action or the launch is in its state: the chain of what blocks it, down to
/// what runs now.
public struct Explanation: Hashable, Sendable {
    /// A link of the chain: the step before it waits for this one.
    public struct Step: Hashable, Sendable {
        /// An operation, an action's identity, or the launch.
        public var name: String
        /// The relation of the step before to this one: one of the constants of this type.
        ///
        /// The relation is text, so that one of a newer daemon can be shown too.
        public var relation: String
        /// The state: a phase, an operation's state or outcome, an action's state, or `idle` for a
        /// kind of action of which none is known.
        public var state: String
        /// The time that the state has lasted, or did last; `nil` if unknown.
        public var elapsed: Duration?
        /// The longest time that the state may last: the timeout or the deadline; `nil` without
        /// one.
        public var budget: Duration?
        /// Further details, in one line.
        public var detail: String?

        /// Creates a step.
        public init(
            name: String,
            relation: String,
            state: String,
            elapsed: Duration? = nil,
            budget: Duration? = nil,
            detail: String? = nil
        ) {
            self.name = name
            self.relation = relation
            self.state = state
            self.elapsed = elapsed
            self.budget = budget
            self.detail = detail
        }
    }

    /// The subject of the question: an operation, an action's identity or kind; `nil` for the
    /// launch.
    public var subject: String?
    /// The subject's state, as in the first step.
    public var state: String
    /// The subject itself, then what it waits for, and so on.
    public var steps: [Step]

    /// Creates an explanation.
    public init(subject: String?, state: String, steps: [Step]) {
        self.subject = subject
        self.state = state
        self.steps = steps
    }
}

extension Explanation.Step {
    /// The step is on the chain of what blocks the subject, and not beside it.
    package var isOnChain: Bool { relation != Self.alsoRunning && relation != Self.beside }

    /// The subject of the question.
    public static let subject = "subject"
    /// The step above, such as the launch or a group, waits for the end of this one.
    public static let waitsFor = "waits for"
    /// Must have succeeded before the step above starts.
    public static let requires = "requires"
    /// Must have ended before the step above starts.
    public static let after = "after"
    /// Holds the queue that the step above waits for.
    public static let holdsQueue = "queue held by"
    /// Holds the lock that the step above waits for.
    public static let holdsLock = "lock held by"
    /// The body of the step above waits for the end of this one.
    public static let awaits = "awaits"
    /// The group that must begin before the step above.
    public static let partOf = "part of"
    /// An earlier action of the same kind.
    public static let earlier = "comes after"
    /// Did not succeed, and so kept the step above from running.
    public static let because = "because of"
    /// A further fact, for which nothing waits; a child of the first step.
    public static let beside = "with"
    /// Runs too, and the launch waits for it as well; a child of the first step.
    public static let alsoRunning = "also waits for"
}
