/// How much a program takes, with all that it has started: as its control group counts it.
public struct ResourceUse: Hashable, Sendable {
    /// The bytes of memory that it has now; `nil` if they are not counted.
    public var memory: Int?
    /// The time of processors that it has had since its last start; `nil` if it is not counted.
    public var processorTime: Duration?
    /// The processes and threads that it has now; `nil` if they are not counted.
    public var tasks: Int?
    /// How long at least one of them has waited for memory since its last start; `nil` if that is not
    /// counted.
    public var memoryWait: Duration?

    /// Creates a use, of which nothing is known by default.
    public init(
        memory: Int? = nil,
        processorTime: Duration? = nil,
        tasks: Int? = nil,
        memoryWait: Duration? = nil
    ) {
        self.memory = memory
        self.processorTime = processorTime
        self.tasks = tasks
        self.memoryWait = memoryWait
    }
}
