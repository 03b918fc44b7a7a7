/// The declared operations and launch actions of a service, not yet checked.
///
/// ```swift
/// var plan = Plan("storefront")
/// let sdk = plan.add("sdk-init", on: .main) { _ in try await Analytics.start() }
/// let user = plan.add("user-data", timeout: .seconds(5)) { _ in try await fetchUser() }
/// plan.action("open-url", requires: [sdk, user], on: .main) { (url: String, context) in
///     try open(url, for: context.output(of: user))
/// }
/// try Launch(Graph(plan)).runOnMainThread()
/// ```
///
/// A plan is a value; nothing is checked until ``Graph/init(_:)`` and nothing runs until
/// ``Launch``.
public struct Plan: Sendable {
    /// The name of the service, as reports and systemd show it.
    public var name: String
    /// How long the launch may take from the process's start to ready; `nil` for as long as it
    /// takes.
    public var deadline: Duration?
    /// How long running operations may take to return once the launch stops or fails, and how long
    /// teardown may take after that, before the launch ends without them.
    ///
    /// Default 10 s.
    public var grace: Duration = .seconds(10)
    /// The width of each concurrent queue.
    ///
    /// `userInitiated` is there from the start; a further entry declares a further queue.
    public var queues = QueueWidths.standard

    var declarations: [Declaration] = []
    var policies: [Policies] = []
    var groups: [GroupDeclaration] = []
    var actionDeclarations: [ActionDeclaration] = []
    var edges = EdgeTable()
    /// Every queue that an operation names, and every file that declares one, once.
    var queueTable: [Queue] = [.main, .userInitiated]
    var files: [String] = []
    /// The group that is being declared, -1 for none.
    var currentGroup: Int32 = -1

    /// Creates an empty plan.
    public init(_ name: String, deadline: Duration? = nil) {
        self.name = name
        self.deadline = deadline
    }
}
