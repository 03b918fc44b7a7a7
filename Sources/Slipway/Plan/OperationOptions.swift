/// What can be said of an operation besides its name, its queue and its dependencies.
struct OperationOptions: Sendable {
    var isOptional = false
    var stage = Stage.launch
    var priority = Priority.normal
    /// What it holds from its start to its end, without duplicates.
    var locks: [Lock] = []
    var condition: Condition?
    /// How long an attempt, the condition and the fallback may take, each.
    var timeout: Duration?
    var retry: Retry?
    /// How long all attempts and the pauses between them may take.
    var budget: Duration?
    var fallback: AnyFallback?
    var stop: Stop?
    /// Whether the body may wait while it keeps its thread.
    var isBlocking = false
    /// Whether the failure of a required child ends a group.
    var failsFast = true
}

/// What undoes an operation that succeeded; it is called with the operation's value.
typealias Stop = @Sendable (AnyOutput?) async throws -> Void

extension OperationOptions {
    /// The options of an operation whose value has a type.
    init<Value: Sendable>(
        optional: Bool,
        stage: Stage,
        priority: Priority,
        locks: [Lock],
        condition: Condition?,
        timeout: Duration?,
        retry: Retry?,
        budget: Duration?,
        fallback: Fallback<Value>?,
        stop: (@Sendable (Value) async throws -> Void)?,
        blocking: Bool
    ) {
        isOptional = optional
        self.stage = stage
        self.priority = priority
        self.locks = locks.withoutDuplicates
        self.condition = condition
        self.timeout = timeout
        self.retry = retry
        self.budget = budget
        self.fallback = fallback.map { AnyFallback($0) }
        if let stop {
            self.stop = { output in
                // Without a value there is nothing to undo: its condition did not hold.
                guard let value = Output<Value>.value(of: output) else { return }
                try await stop(value)
            }
        }
        isBlocking = blocking
    }

    /// The options of a group.
    init(
        optional: Bool,
        stage: Stage,
        priority: Priority,
        locks: [Lock],
        condition: Condition?,
        timeout: Duration?,
        failsFast: Bool
    ) {
        isOptional = optional
        self.stage = stage
        self.priority = priority
        self.locks = locks.withoutDuplicates
        self.condition = condition
        self.timeout = timeout
        self.failsFast = failsFast
    }
}

extension [Lock] {
    fileprivate var withoutDuplicates: [Lock] {
        var seen: Set<Lock> = []
        return filter { seen.insert($0).inserted }
    }
}
