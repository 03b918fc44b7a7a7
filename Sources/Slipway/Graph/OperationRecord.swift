/// The progress of an operation of a launch, as far as every operation has it.
///
/// At most 64 bytes of plain data, so that a launch begins with a copy of its graph's records. What
/// only few operations have is in ``OperationDetails``.
struct OperationRecord: Sendable {
    var phase = OperationPhase.pending
    /// More of the operation's state is in its details.
    var hasDetailedState = false
    /// The table of the launch has further facts of the operation beside its record.
    var hasDetails = false
    var traits: Traits

    /// The stage that it is due in: the background one for what is added to a launch that is ready.
    var stage: Stage
    /// The group or the launch around the operation goes on without it.
    var isOptional: Bool
    /// The effective priority.
    var priority: Int8
    var holdsLocks = false
    /// The operation has ended while its body runs on: it holds its slot in the queue and its locks
    /// until the body returns.
    var isLeftBehind = false
    /// The body has given its slot in the queue back before its end.
    var waitsOutsideQueue = false

    /// The number of dependencies that have not ended; its group, or the launch, counts as one more
    /// until it lets the operation begin.
    var inDegree: Int32
    /// The number of operations that follow one another after it, on the longest path.
    let path: Int32
    /// Attempts begun.
    var attempt: Int32 = 0
    /// The position of its queue in ``Topology/queues``.
    let queue: Int32
    private var releaser: Int32 = -1

    @CompactInstant var readyAt: Instant?
    /// When its first attempt began.
    @CompactInstant var startedAt: Instant?
    @CompactInstant var endedAt: Instant?
    /// When the call of its body, condition or fallback began that runs now, or ran last.
    @CompactInstant var calledAt: Instant?

    /// The facts of its declaration that make its course another than: ready, started, succeeded.
    struct Traits: OptionSet, Sendable {
        let rawValue: UInt16

        static let isGroup = Traits(rawValue: 1)
        static let isAction = Traits(rawValue: 2)
        static let isInGroup = Traits(rawValue: 4)
        static let hasCondition = Traits(rawValue: 8)
        static let hasLocks = Traits(rawValue: 16)
        static let hasTeardown = Traits(rawValue: 32)
        static let hasTimeLimit = Traits(rawValue: 64)
        static let mayRepeat = Traits(rawValue: 128)
        /// The operation is not of the graph: it was added to the launch.
        static let isAddition = Traits(rawValue: 256)
        /// The body may wait while it holds its thread.
        static let isBlocking = Traits(rawValue: 512)
        /// The body goes on after the operation has ended.
        static let stays = Traits(rawValue: 1024)
        /// A group around the operation may be tried again, and the operation with it.
        static let isRepeatable = Traits(rawValue: 2048)
        /// The operation is not to run in this launch.
        ///
        /// Such an operation also has ``hasCondition``: instead of a condition, this is looked at.
        static let isLeftOut = Traits(rawValue: 4096)
        /// The operation is counted as one that may still read the values of what it depends on.
        static let awaits = Traits(rawValue: 8192)

        /// The operations whose record may not say later what a step was.
        static let unordinary: Traits = [
            .isGroup, .isAction, .mayRepeat, .isAddition, .isRepeatable,
        ]

        /// The operations at whose end there is more to do than to count it.
        static let unplain: Traits = [
            .isGroup, .isAction, .isInGroup, .hasLocks, .hasTeardown, .hasTimeLimit, .mayRepeat,
            .isAddition, .stays, .awaits,
        ]
    }

    init(_ operation: CheckedOperation, dependencies: Int, isAddition: Bool = false) {
        let declaration = operation.declaration
        let options = declaration.options
        inDegree = Int32(dependencies + (operation.group == nil ? 0 : 1))
        stage = options.stage
        // An operation that starts after the launch is ready never ends it; one in a group may end
        // its group.
        isOptional = options.isOptional || options.stage == .background && operation.group == nil
        priority = operation.priority
        path = Int32(operation.path)
        queue = Int32(operation.queue)
        var traits: Traits = []
        switch declaration.kind {
        case .operation: break
        case .group: traits.insert(.isGroup)
        case .action: traits.insert(.isAction)
        }
        if operation.group != nil { traits.insert(.isInGroup) }
        if options.condition != nil { traits.insert(.hasCondition) }
        if !operation.locks.isEmpty { traits.insert(.hasLocks) }
        if options.hasTeardown { traits.insert(.hasTeardown) }
        if options.callLimit != nil { traits.insert(.hasTimeLimit) }
        if options.mayRepeat { traits.insert(.mayRepeat) }
        if operation.isRepeatable { traits.insert(.isRepeatable) }
        if options.ended != nil { traits.insert(.stays) }
        if options.isBlocking { traits.insert(.isBlocking) }
        if isAddition { traits.insert(.isAddition) }
        self.traits = traits
    }

    /// The operation whose end made room for this one; `nil` when this one did not have to wait.
    var releasedBy: Int? {
        get { releaser < 0 ? nil : Int(releaser) }
        set { releaser = newValue.map { Int32($0) } ?? -1 }
    }

    /// An attempt begins.
    mutating func begin(at now: Instant) {
        // An operation may be tried for ever.
        if attempt < .max { attempt += 1 }
        calledAt = now
        waitsOutsideQueue = false
        if startedAt == nil { startedAt = now }
    }

    var isGroup: Bool { traits.contains(.isGroup) }
    var isAction: Bool { traits.contains(.isAction) }
    var hasEnded: Bool { phase == .succeeded || phase == .ended }
    var isPending: Bool { phase == .pending }
    var isReady: Bool { phase == .ready }
    var isRunning: Bool { phase == .running }
    var waitsForLock: Bool { phase == .waitingForLock }

    /// The operation has neither begun nor ended, nor is it about to end.
    var isUnstarted: Bool {
        switch phase {
        case .pending, .ready, .waitingForLock: true
        case .doomed, .checkingCondition, .running, .backingOff, .fallingBack, .open, .succeeded,
            .ended:
            false
        }
    }
}

/// The states of an operation; some have more to them, see ``OperationState``.
enum OperationPhase: Sendable {
    /// Waits for what it depends on.
    case pending
    /// Is about to end without having begun.
    case doomed
    case checkingCondition
    /// Waits for its queue.
    case ready
    case waitingForLock
    /// The body runs.
    case running
    /// Waits for its next attempt.
    case backingOff
    case fallingBack
    /// A group whose children may run, or one that waits for the last of them.
    case open
    case succeeded
    /// Ended otherwise.
    case ended
}
