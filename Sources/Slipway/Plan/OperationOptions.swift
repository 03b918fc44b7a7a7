/// The options of an operation besides its name, its queue and its dependencies.
struct OperationOptions: Sendable {
    var isOptional = false
    var stage = Stage.launch
    var priority = Priority.normal
    /// The locks that it holds from its start to its end, without duplicates.
    var locks: [Lock] = []
    /// The question of its condition; `nil` when it has none.
    var condition: String?
    /// The longest time that an attempt, the condition and the fallback may take, each.
    var timeout: Duration?
    var retry: Retry?
    /// The longest time that all attempts and the pauses between them may take.
    var budget: Duration?
    var hasFallback = false
    var hasTeardown = false
    /// The number of the launch's graces that its teardown may take.
    var teardownGraces = 1
    /// Its teardown ends its program, which may run though the operation did not succeed.
    var endsProgram = false
    /// The consequence of its end, for a body that stays; `nil` for one that ends with its operation.
    var ended: EndPolicy?
    /// The body may wait while it keeps its thread.
    var isBlocking = false
    /// The failure of a required child ends the group.
    var failsFast = true

    /// The longest time that one call may take; `nil` for as long as the launch.
    var callLimit: Duration? { timeout ?? budget }
}

extension OperationOptions {
    /// The options of an operation; the rest is what its closures say.
    init(
        _ optional: Bool,
        _ stage: Stage,
        _ priority: Priority,
        _ locks: [Lock],
        _ timeout: Duration?,
        _ retry: Retry?,
        _ budget: Duration?,
        _ blocking: Bool
    ) {
        isOptional = optional
        self.stage = stage
        self.priority = priority
        self.locks = locks.withoutDuplicates
        self.timeout = timeout
        self.retry = retry?.withoutCalls
        self.budget = budget
        isBlocking = blocking
    }

    /// The options of a group.
    init(
        _ optional: Bool,
        _ stage: Stage,
        _ priority: Priority,
        _ locks: [Lock],
        _ timeout: Duration?,
        failsFast: Bool
    ) {
        isOptional = optional
        self.stage = stage
        self.priority = priority
        self.locks = locks.withoutDuplicates
        self.timeout = timeout
        self.failsFast = failsFast
    }

    /// Takes from the closures what a check, a drawing and the machine have to know of them.
    mutating func take(_ calls: OperationCalls) {
        condition = calls.condition?.description
        hasFallback = calls.fallback != nil
        hasTeardown = calls.teardown != nil || calls.staying != nil
    }
}

extension [Lock] {
    fileprivate var withoutDuplicates: [Lock] {
        guard count > 1 else { return self }
        var seen: Set<Lock> = []
        return filter { seen.insert($0).inserted }
    }
}
