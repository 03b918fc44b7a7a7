internal import Slipway

/// The progress of a launch, as counts and names: the facts for a line of status, at a cost for
/// each event that does not grow with the launch.
struct LaunchProgress {
    /// The number of operations that gate readiness; groups do not count, what is in them does.
    private(set) var total = 0
    /// The number of these operations that ended as they should: they succeeded, are degraded, or
    /// were not needed.
    private(set) var usable = 0
    private(set) var running = OldestFirst()
    /// The operations that wait for their next attempt.
    private(set) var retrying = OldestFirst()
    /// The operations that wait for nothing but their queue.
    private(set) var queued = OldestFirst()
    /// The operations that have a condition and have not begun.
    private var conditional = OldestFirst()
    /// Other operations that run: those of the background stage, and those that were added on
    /// demand.
    private(set) var beside = OldestFirst()
    /// The first operation that did not end well.
    ///
    /// Skipped ones are left out, as a consequence of it, and so are those that were added on
    /// demand, which the launch does not lack.
    private(set) var firstTrouble: OperationStatus?
    private(set) var troubleCount = 0
    /// The first operation that succeeded with a value that is not new.
    private(set) var firstStandIn: OperationStatus?
    private(set) var runningActions = RunningActions()
    /// The actions that wait for operations.
    private(set) var deferredActions: Set<ActionID> = []
    /// The groups in which something went wrong: a group's own failure is a consequence of that.
    private var troubledGroups: Set<String> = []

    private var fold = ReportFold(withoutActions: ())

    /// The launch as it is; `nil` before it began.
    var launch: Report? { fold.launch }

    /// The words for what the program of an operation lacks to be ready, and last said about
    /// itself.
    func message(of operation: String) -> String? {
        program(operation)?.progress
    }

    /// The program of an operation; `nil` if it has none.
    func program(_ operation: String) -> ProgramStatus? {
        fold.programs.first { $0.name == operation }
    }

    /// The first operation that waits for nothing but its condition, whose evaluation no event tells.
    var evaluated: OperationStatus? {
        conditional.inOrder.first { operation in
            let group = operation.group.flatMap { fold.operation($0) }
            return group.map { $0.startedAt != nil } ?? true
                && (operation.requires + operation.after).allSatisfy { name in
                    fold.operation(name).map { $0.outcome != nil } ?? true
                }
        }
    }

    /// The programs that should be there and are not.
    var missingPrograms: [ProgramStatus] { fold.programs.filter(\.isTrouble) }

    mutating func apply(_ event: Event) {
        // No event tells of actions that ended meanwhile.
        if case .eventsLost = event.kind { deferredActions = [] }
        let changes = fold.apply(event)
        runningActions.note(event, changes)
        for change in changes { apply(change) }
        if case .operationsRenewed = event.kind { findTroubles() }
    }

    /// Finds the troubles anew: those of an earlier attempt of a group count no more.
    private mutating func findTroubles() {
        (firstTrouble, troubleCount, troubledGroups) = (nil, 0, [])
        let ended = fold.report?.operations.filter(\.isCause) ?? []
        let end = { (status: OperationStatus) in status.endedAt?.nanoseconds ?? .max }
        for status in ended.sorted(by: {
            (end($0), $0.isGroup ? 1 : 0) < (end($1), $1.isGroup ? 1 : 0)
        }) {
            noteTrouble(status)
        }
    }

    private mutating func apply(_ change: LaunchChange) {
        switch change {
        case .launch(let report):
            for operation in report.operations { apply(.operation(operation, before: nil)) }
            for action in report.actions { apply(.action(action, before: nil)) }
        case .operation(let operation, let before): note(operation, before: before)
        case .action(let action, let before): note(action, before: before)
        case .program, .phase: break
        }
    }

    private mutating func note(_ operation: OperationStatus?, before: OperationStatus?) {
        let (place, left) = (operation.flatMap(place), before.flatMap(place))
        if let left, left != place, let before { self[keyPath: left].remove(before.name) }
        if let place, let operation { self[keyPath: place].insert(operation) }
        if operation?.isCounted == true, before == nil { total += 1 }
        if before?.isCounted == true, operation == nil { total -= 1 }
        if let before, before.isCounted, before.outcome?.isUsable == true, operation?.outcome == nil
        {
            usable -= 1
        }
        if let operation, operation.outcome != nil, before?.outcome == nil { count(operation) }
    }

    /// The list in which an operation is shown; a group that runs is in none, as its operations
    /// are.
    private func place(_ operation: OperationStatus) -> WritableKeyPath<Self, OldestFirst>? {
        guard operation.stage == .launch else {
            return operation.state == .running && !operation.isGroup ? \.beside : nil
        }
        return switch (operation.state, operation.obstacle) {
        case (.running, _): operation.isGroup ? nil : \.running
        case (.ready, .backoff): \.retrying
        case (.ready, _): \.queued
        case (.pending, _): operation.condition == nil ? nil : \.conditional
        case (.ended, _): nil
        }
    }

    private mutating func count(_ operation: OperationStatus) {
        if operation.isCounted, operation.outcome?.isUsable == true { usable += 1 }
        if operation.outcome == .succeeded, operation.fallback != nil, !operation.isOnDemand,
            firstStandIn == nil
        {
            firstStandIn = operation
        }
        if operation.isCause { noteTrouble(operation) }
    }

    private mutating func noteTrouble(_ operation: OperationStatus) {
        guard !operation.isOnDemand else { return }
        if let group = operation.group { troubledGroups.insert(group) }
        guard troubledGroups.remove(operation.name) == nil else { return }
        troubleCount += 1
        if firstTrouble == nil { firstTrouble = operation }
    }

    private mutating func note(_ action: ActionStatus?, before: ActionStatus?) {
        if let action, case .waiting(let missing) = action.state, !missing.isEmpty {
            deferredActions.insert(action.id)
        } else if let id = (action ?? before)?.id {
            deferredActions.remove(id)
        }
    }
}
