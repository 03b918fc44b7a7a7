/// The state of a launch: every operation and action with its instants.
///
/// A report is a value: take one at any time, during the launch or after it; render it, send it or
/// keep it. The facts of ``course`` can be named without it: `report.phase`.
@dynamicMemberLookup
public struct Report: Hashable, Sendable {
    /// The name of the plan.
    public var name: String
    /// The identity of this launch, unique over all launches.
    public var launchID: String
    /// The facts of the launch as a whole: its phase and instants, its root causes, its pauses.
    public var course: LaunchCourse
    /// When the process started, before `main`: the zero of all displayed offsets.
    public var processStart: Instant
    /// When the launch must be ready, or it fails; `nil` without a deadline.
    public var deadline: Instant?
    /// The longest time that cancelled bodies may take to return, and then each teardown.
    public var grace: Duration
    /// The time for which a stop leaves running actions alone before they are asked to give up;
    /// zero if there are no kinds of action.
    public var drain: Duration
    /// The greatest number of graces that the teardowns of the graph take, one after the other:
    /// each takes one, but two for a program of `slipwayd` with a `stop`; those that nothing orders
    /// run side by side.
    public var teardowns: Int
    /// The teardowns that have begun and not ended, in the order of their beginning.
    public var tearingDown: [RunningTeardown]
    /// The teardowns that failed, in the order of their end: the last 64.
    ///
    /// Failed teardowns do not make a failure of a launch that was asked to stop.
    public var failedTeardowns: [FailedTeardown]
    /// Every operation, in declaration order: those of the graph, and, of added operations, all
    /// that have not ended and at least the last 256 that have.
    public var operations: [OperationStatus]
    /// The actions that the launch knows, in the order of their acceptance: all that have not
    /// ended, and the last ones that have.
    public var actions: [ActionStatus]
    /// The programs that operations started, in the order of their first start.
    public var programs: [ProgramStatus]
    /// The longest time that the main queue's thread has been held up so far; `nil` if none was a
    /// millisecond, in virtual time, and if that is unknown.
    public var mainBlock: MainBlock?
    /// The number of bodies of each queue that may run at a time; empty if that is not known.
    public var widths: [Queue: Int]

    /// Creates a report from its parts.
    public init(
        name: String,
        launchID: String,
        course: LaunchCourse = LaunchCourse(),
        processStart: Instant,
        deadline: Instant? = nil,
        grace: Duration = .seconds(10),
        drain: Duration = .zero,
        teardowns: Int = 0,
        tearingDown: [RunningTeardown] = [],
        failedTeardowns: [FailedTeardown] = [],
        operations: [OperationStatus],
        actions: [ActionStatus] = [],
        programs: [ProgramStatus] = [],
        mainBlock: MainBlock? = nil,
        widths: [Queue: Int] = [:]
    ) {
        self.name = name
        self.launchID = launchID
        self.course = course
        self.processStart = processStart
        self.deadline = deadline
        self.grace = grace
        self.drain = drain
        self.teardowns = teardowns
        self.tearingDown = tearingDown
        self.failedTeardowns = failedTeardowns
        self.operations = operations
        self.actions = actions
        self.programs = programs
        self.mainBlock = mainBlock
        self.widths = widths
    }

    /// A fact of ``course``.
    @inlinable
    public subscript<Fact>(dynamicMember fact: WritableKeyPath<LaunchCourse, Fact>) -> Fact {
        get { course[keyPath: fact] }
        set { course[keyPath: fact] = newValue }
    }

    /// The longest time that the end may take: the drain for actions that run, then the grace for
    /// all that runs, then a grace for each teardown.
    package var longestEnd: Duration { drain + grace * (1 + teardowns) }

    /// An operation or group by its name.
    public subscript(name: String) -> OperationStatus? { operations.first { $0.name == name } }

    /// An operation or group by its handle; `nil` if the launch does not have it, or has forgotten
    /// it.
    public subscript<Value>(handle: Handle<Value>) -> OperationStatus? {
        operations.first { $0.number == handle.operation.number }
    }
}
