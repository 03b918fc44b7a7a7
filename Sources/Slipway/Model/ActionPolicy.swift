/// The promise that a kind of launch action makes to its senders, besides what it requires.
///
/// ```swift
/// let policy = ActionPolicy(expires: .seconds(30), effect: .once)
/// plan.action("pay", policy: policy) { (order: Order) in
///     try await pay(order)
/// }
/// ```
public struct ActionPolicy: Sendable {
    /// The choice of the waiting actions of a kind that run.
    public enum Coalescing: String, CaseIterable, Hashable, Sendable {
        /// All actions, in the order in which they were accepted.
        case all
        /// The latest action: a new one supersedes those of its kind that wait.
        case latest
    }

    /// The meaning of an interrupted attempt: its process ended, and nothing says how far it came.
    public enum Effect: String, CaseIterable, Hashable, Sendable {
        /// The attempt may be repeated: the action runs again, unless
        /// ``ActionPolicy/interruptionLimit`` of its attempts were interrupted while nothing else
        /// ran.
        case idempotent
        /// The attempt must not be repeated without being asked for: the action ends as
        /// *interrupted*.
        case once
    }

    /// The fate of actions when an operation that they require, directly or not, failed.
    ///
    /// If that operation was only cancelled because another one failed, or left out after crashes,
    /// stored actions always wait for the next launch.
    public enum Unmet: String, CaseIterable, Hashable, Sendable {
        /// The actions fail with the name of that operation.
        case fail
        /// The actions wait for the next launch; those that are not stored fail, since nothing
        /// outlives this launch.
        case wait
    }

    /// The durability of accepted actions: whether they outlive the process.
    public enum Durability: String, CaseIterable, Hashable, Sendable {
        /// The actions are lost when the process ends.
        case memory
        /// The actions are stored on disk before they are accepted, if the launch has a store.
        case disk
    }

    /// The number of attempts that may fail.
    var failureLimit: Int { retry?.attempts ?? 1 }

    /// The number of actions of one sender that may wait at a time: three quarters of ``limit``,
    /// rounded down, and at least one, so that no sender keeps all others out.
    ///
    /// The share holds for senders outside the process that may not operate the service.
    public var share: Int { max(1, limit / 4 * 3 + limit % 4 * 3 / 4) }

    /// The number of interrupted attempts after which an action fails: one that ends the process each
    /// time must not do so for ever.
    ///
    /// An interruption counts if no other action ran: of several that ran when the process ended, each
    /// is tried alone.
    public static let interruptionLimit = 3

    /// The number of actions that may run at a time; 1 to ``maximalWidth``, default 1.
    ///
    /// The actions begin in the order in which they were accepted, unless ``PayloadKeys`` give an
    /// order for each value of a key. No more run than their queue has slots.
    public var width: Int
    /// The locks that an action holds while it runs, against operations too; default none.
    public var locks: [Lock]
    /// The names of the keys of a payload by which its actions are told apart.
    var keyNames = ActionKeyNames()

    /// The greatest ``width``.
    public static let maximalWidth = 256

    /// The longest time that an action may wait for its start, for any reason; longer than zero,
    /// `nil` for as long as it takes.
    public var expires: Duration?
    /// The number of actions that may wait at a time; further ones are refused.
    ///
    /// At least 1; default 1024. What earlier launches left counts once the store is open.
    public var limit: Int
    /// The choice of the waiting ones that run; default all.
    public var coalescing: Coalescing
    /// The meaning of an interrupted attempt; default it may be repeated.
    public var effect: Effect
    /// When an attempt that threw is repeated; `nil`, the default, for never.
    ///
    /// The backoff holds up the later actions with the same order key. An action without an order
    /// key holds one of the slots of the kind's ``width`` meanwhile.
    public var retry: Retry?
    /// The time after the beginning of the first attempt in which another one may begin, in later
    /// launches too; longer than zero; `nil`, the default, for no limit but that of ``retry``.
    public var retryBudget: Duration?
    /// The consequence when an operation that the actions require did not succeed; default they
    /// fail.
    public var unmet: Unmet
    /// The durability of the actions; default on disk, if the launch has a store.
    public var durability: Durability

    /// Creates a policy; each default is that of its property.
    public init(
        expires: Duration? = nil,
        limit: Int = 1024,
        coalescing: Coalescing = .all,
        effect: Effect = .idempotent,
        retry: Retry? = nil,
        unmet: Unmet = .fail,
        durability: Durability = .disk,
        width: Int = 1,
        locks: [Lock] = [],
        retryBudget: Duration? = nil
    ) {
        self.width = width
        self.locks = locks
        self.retryBudget = retryBudget
        self.expires = expires
        self.limit = limit
        self.coalescing = coalescing
        self.effect = effect
        self.retry = retry
        self.unmet = unmet
        self.durability = durability
    }
}
