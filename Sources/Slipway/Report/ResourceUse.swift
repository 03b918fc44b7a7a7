/// The memory and time that a program takes, with all that it has started: as its control group
/// counts it, or, where it has none, as its processes say.
public struct ResourceUse: Hashable, Sendable {
    /// The bytes of memory that it has now; `nil` if that is not known.
    ///
    /// Without a control group, memory that several processes share counts for each.
    public var memory: Int?
    /// The time of processors that it has had since its last start; `nil` if it is not known.
    ///
    /// Without a control group, this is the time of the present processes, and of those that they
    /// waited for.
    public var processorTime: Duration?
    /// The processes that it has now; `nil` where they were not looked for.
    public var processes: Int?
    /// The processes and threads that it has now; `nil` if they are not counted.
    public var tasks: Int?
    /// The time for which at least one of its processes has waited for memory since its last start;
    /// `nil` if that is not counted.
    public var memoryWait: Duration?

    /// Creates a use, of which nothing is known by default.
    public init(
        memory: Int? = nil,
        processorTime: Duration? = nil,
        processes: Int? = nil,
        tasks: Int? = nil,
        memoryWait: Duration? = nil
    ) {
        self.memory = memory
        self.processorTime = processorTime
        self.processes = processes
        self.tasks = tasks
        self.memoryWait = memoryWait
    }
}
