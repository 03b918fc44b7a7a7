/// The permanent name of a kind of journal entry, by which it can be searched for and explained.
///
/// `packaging/systemd/slipway.catalog` explains each. A published identity never changes.
public struct MessageID: Hashable, Sendable, CustomStringConvertible {
    /// 32 lower-case hexadecimal digits.
    public let description: String

    private init(_ text: String) {
        description = text
    }

    /// A launch started.
    public static let launchStarted = MessageID("b22fd20baccd4809ac21b55b3ca9a522")
    /// An operation failed with an error.
    public static let operationFailed = MessageID("ac43d7710ef6448ca43c9790d05a4614")
    /// An operation did not end within its timeout.
    public static let operationTimedOut = MessageID("9e6ba7e9ec6c48f7902df6bd06a46d34")
    /// An attempt of an operation failed, and another one follows.
    public static let operationRetrying = MessageID("2214316b791240ff9e3c02fb4826ed4c")
    /// An operation ended with a fallback in place of its value.
    public static let operationDegraded = MessageID("5f4c4478c3704c09b3933109233b3c59")
    /// An operation was asked to stop and did not.
    public static let operationStuck = MessageID("cb5fd47ff61844669704dcb41215ba60")
    /// A queue, or the launch as a whole, was paused.
    public static let paused = MessageID("e8dbd9ead3b4418487b3898959ce5b0a")
    /// A launch is ready, and everything succeeded.
    public static let launchReady = MessageID("c2fd8521b1974e90aac3089b1e68fcc5")
    /// A launch is ready, but an optional operation did not succeed, or one has a fallback's value.
    public static let launchDegraded = MessageID("fa038f8fcbd4444f8e149927dee390f9")
    /// A launch failed.
    public static let launchFailed = MessageID("64c59a38dca640498ec50503e718b799")
    /// A launch was stopped.
    public static let launchStopped = MessageID("bc1a60e6cdd6470faf57cc197885fad4")
    /// A launch action was accepted and waits for operations.
    public static let actionDeferred = MessageID("9b3a28f6431a464ab743b133253a17cf")
    /// A launch action waits for the next launch.
    public static let actionPostponed = MessageID("0df5dd81a65b4aaf919ba9c3e05fc398")
    /// A launch action succeeded.
    public static let actionDone = MessageID("5fc88f9ab946436792667606bcbf2cc5")
    /// A launch action failed.
    public static let actionFailed = MessageID("6cc87d8bb97c44c7b904ac1a055eb8f8")
    /// The handler of a launch action that must not run twice was interrupted, and it is not known
    /// how far it came.
    public static let actionInterrupted = MessageID("506dfc4678304a15ae88f76f32635c85")
    /// A program ended by itself.
    public static let programEnded = MessageID("a3eb42d072b144acae59e7e8ff9521a6")
    /// A launch, or an operation of it, took longer than it used to.
    public static let launchSlower = MessageID("84cc2cb0c1e64daa98c5a412262b373a")
    /// A service leaves out its optional operations, because it did not come up with them.
    public static let safeMode = MessageID("971604e87ffd4276be82ddeb8f1b4bf6")
    /// A configuration was rejected before anything ran.
    public static let configurationRejected = MessageID("542707dd970744ebb5a2bfb9b3f90d5f")
    /// The operations require each other in a circle.
    public static let dependencyCycle = MessageID("18d5481232a04862ba37598ff85748ae")

    /// All identities.
    package static let all = [
        launchStarted, operationFailed, operationTimedOut, operationRetrying, operationDegraded,
        operationStuck, paused, launchReady, launchDegraded, launchFailed, launchStopped,
        actionDeferred, actionPostponed, actionDone, actionFailed, actionInterrupted,
        programEnded, launchSlower, safeMode, configurationRejected, dependencyCycle,
    ]
}
