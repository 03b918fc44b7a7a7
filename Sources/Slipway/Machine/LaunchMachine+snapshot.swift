/// All that the shell, the events and the tests may read of a launch.
extension LaunchMachine {
    var phase: Phase {
        switch course.state {
        case .idle, .starting: .starting
        case .ready: .ready(degraded: isDegraded)
        case .ending(let ending) where ending.step != .ended: .stopping
        case .ending(let ending): ending.rootCauses.isEmpty ? .stopped : .failed
        }
    }

    /// The launch lacks something, for good or at present.
    var isDegraded: Bool {
        course.isLacking || course.storage?.isLack == true || parts.programs.isTroubled
    }

    /// The operation, or group, of this name.
    func index(named name: String) -> Int? { topology.index(named: name) }

    /// The operation, group or kind of action of a handle; `nil` when the launch does not have it.
    func index(of id: OperationID) -> Int? { topology.index(of: id) }

    /// The kind of action of that name.
    func index(ofKind name: String) -> Int? {
        book.kinds.first { $0.value.name == name }?.key
    }

    /// The declarations, by the numbers of operations.
    var declared: [Shared<OperationDeclaration>] { topology.declared }

    /// The names of everything that there is, in declaration order.
    var names: [String] { topology.inOrder.map { name(of: $0) } }

    /// The operations that an operation depends on.
    func dependencies(of index: Int) -> Set<Int> {
        Set(topology.dependencies[index].lazy.map(\.index))
    }

    func hasEnded(_ index: Int) -> Bool { records[index].hasEnded }
    func isRunning(_ index: Int) -> Bool { records[index].isRunning }
    func name(of index: Int) -> String { topology.operations[index].name }
    func isGroup(_ index: Int) -> Bool { topology.operations[index].isGroup }
    func isOnMain(_ index: Int) -> Bool { records[index].queue == 0 }
    @inline(__always)
    func isBlocking(_ index: Int) -> Bool { records[index].traits.contains(.isBlocking) }

    /// The body of an operation runs though the operation has ended.
    func isLeftBehind(_ index: Int) -> Bool { records[index].isLeftBehind }

    /// The group that an operation is directly in.
    func group(around index: Int) -> Int? { topology.operations[index].group }

    /// A body or teardown that was left behind may still use the main queue's thread.
    var mayHoldMain: Bool {
        slots.queues[0].held > 0 || teardown.left.contains { isOnMain($0.index) }
    }

    /// The launch as far as it has come; linear in the number of its operations, and of its actions
    /// unless they are left out.
    func report(withActions: Bool = true) -> Report {
        report(with: withActions ? book.all : [])
    }

    /// The report with some of the actions.
    func report(with actions: [ActionStatus]) -> Report {
        Report(
            name: plan.name,
            launchID: plan.launchID,
            course: facts,
            processStart: plan.processStart,
            deadline: course.deadline,
            grace: plan.grace,
            drain: plan.drain,
            teardowns: plan.teardowns,
            tearingDown: tearingDown,
            failedTeardowns: teardown.failed,
            operations: topology.inOrder.map { status(of: $0) },
            actions: withMissing(actions),
            // An array of its own: the thread sanitizer does not see that the machine waits for the
            // last reference of one that it shares.
            programs: parts.programs.all.map { $0 },
            mainBlock: slots.mainBlock,
            widths: Dictionary(slots.queues.map { ($0.name, $0.width) }) { first, _ in first }
        )
    }

    /// The facts of the launch as a whole.
    private var facts: LaunchCourse {
        LaunchCourse(
            phase: phase,
            launchedAt: course.launchedAt,
            readyAt: course.readyAt,
            stoppingAt: course.ending?.since,
            endedAt: course.ending?.endedAt,
            storage: course.storage,
            rootCauses: course.rootCauses,
            isPaused: slots.isPaused,
            pausedQueues: slots.queues.filter(\.isPaused).map(\.name),
            pauses: slots.pauses.map { $0 }
        )
    }

    /// The machine without its events, which are many and of no use for a report.
    var withoutLog: LaunchMachine {
        var machine = self
        machine.log = EventLog()
        return machine
    }

    /// Actions as they are now; what a kind waits for is found once, however many wait.
    private func withMissing(_ actions: [ActionStatus]) -> [ActionStatus] {
        var known: [Int: ActionStatus.State] = [:]
        return actions.map { action in
            guard case .waiting = action.state, let kind = book.kind(of: action.id) else {
                return withMissing(action)
            }
            guard !book.isOrdered(kind), book.consumer(of: action.id) == nil else {
                return withMissing(action)
            }
            let state = known[kind] ?? .waiting(missing: missing(for: kind))
            known[kind] = state
            var action = action
            action.state = state
            return action
        }
    }

    /// The teardowns that run, in the order of their beginning.
    private var tearingDown: [RunningTeardown] {
        teardown.begun.map { RunningTeardown(name: name(of: $0.key), since: $0.value) }
            .sorted { ($0.since, $0.name) < ($1.since, $1.name) }
    }

    func status(of index: Int) -> OperationStatus {
        let record = records[index]
        var status = OperationStatus(topology.declared[index], record.stage)
        status.state = told(record, index)
        status.readyAt = record.readyAt
        status.startedAt = record.startedAt
        status.endedAt = record.endedAt
        if let releaser = record.releasedBy { status.releasedBy = name(of: releaser) }
        if !record.hasEnded, let obstacle = obstacle(of: index, record) {
            status.obstacle = obstacle
        }
        if let lack = lack(of: index) { status.lack = lack }
        if record.hasDetails { describe(records[details: index], in: &status) }
        let hasAttempts: OperationRecord.Traits =
            record.isGroup ? .mayRepeat : [.mayRepeat, .hasTimeLimit]
        if !record.traits.isDisjoint(with: hasAttempts) {
            describeAttempts(of: index, record, in: &status)
        }
        return status
    }

    private func describeAttempts(
        of index: Int,
        _ record: OperationRecord,
        in status: inout OperationStatus
    ) {
        let mayRepeat = status.attemptLimit > 1
        if mayRepeat || status.timeout != nil { status.attempt = Int(record.attempt) }
        // An attempt that was cancelled is not among the noted ones.
        if mayRepeat, record.hasEnded, record.attempt > 0,
            status.attempts.last.map({ $0.number < record.attempt }) ?? true
        {
            status.attemptStartedAt = record.calledAt
        }
        if record.isGroup {
            if record.phase == .open { status.attemptStartedAt = record.calledAt }
            return
        }
        guard case .running(let call) = records[state: index] else { return }
        if mayRepeat { status.attemptStartedAt = call.startedAt }
        // An attempt that has asked for more time is measured by that.
        if let end = call.extendedTo { status.timeout = call.startedAt.duration(to: end) }
    }

    private func describe(_ details: OperationDetails, in status: inout OperationStatus) {
        status.attempts = details.attempts
        status.fallback = details.fallback
        status.lockWait = lockWait(details.lockTime)
        if let reason = details.quietReason { status.quietReason = reason }
        if let name = details.releaser { status.releasedBy = name }
    }

    /// An action as it is now.
    func action(_ id: ActionID) -> ActionStatus? { book[id].map { withMissing($0) } }

    /// An action with what it waits for now.
    func withMissing(_ status: ActionStatus) -> ActionStatus {
        guard let kind = book.kind(of: status.id) else { return status }
        var status = status
        switch status.state {
        case .waiting:
            status.state = .waiting(missing: missing(for: kind))
            if let earlier = book.earlier(than: status.id) { status.waitsBehind = earlier }
            if let consumer = book.consumer(of: status.id) {
                status.obstacle = obstacle(of: consumer, records[consumer])
            }
        case .running:
            if let consumer = book.consumer(of: status.id), let words = handlerWait(of: consumer) {
                status.handlerWait = words
            }
        case .done, .failed, .cancelled, .expired, .superseded, .interrupted: break
        }
        return status
    }

    /// The time that an operation waited for locks, if it did.
    private func lockWait(_ time: LockTime) -> OperationStatus.LockWait? {
        guard time.total > .zero, let lock = time.lock else { return nil }
        return OperationStatus.LockWait(
            lock: topology.locks[lock],
            duration: time.total,
            holder: time.holder
        )
    }

    private func told(_ record: OperationRecord, _ index: Int) -> OperationStatus.State {
        switch record.phase {
        case .pending, .doomed, .checkingCondition: .pending
        case .ready, .waitingForLock, .backingOff: .ready
        case .running, .fallingBack: .running
        case .open: record.startedAt == nil ? .pending : .running
        case .succeeded: .ended(.succeeded)
        case .ended: .ended(records[outcome: index] ?? .succeeded)
        }
    }

    /// The step that the running body of an operation, or the handler of a kind, still lacks; `nil` if it does not say.
    func lack(of index: Int) -> String? {
        guard records[index].phase == .running else { return nil }
        return records[call: index]?.lack
    }

    /// The obstacle that keeps an operation from going on, besides what it depends on.
    private func obstacle(
        of index: Int,
        _ record: OperationRecord
    ) -> OperationStatus.Obstacle? {
        switch record.phase {
        case .running:
            return awaited(by: index).map { .wait(for: $0, circle: circleWords(of: index)) }
        case .open: return undone(in: index).map { .teardown(name(of: $0)) }
        case .doomed, .succeeded, .ended: return nil
        case .pending: return record.stage == .background && course.readyAt == nil ? .launch : nil
        case .checkingCondition:
            return .condition(topology.operations[index].declaration.options.condition ?? "")
        case .ready:
            if slots.isPaused { return .pause(nil) }
            let queue = Int(record.queue)
            return slots.queues[queue].isPaused ? .pause(slots.queues[queue].name) : nil
        case .waitingForLock:
            guard case .waitingForLock(let lock?) = records[state: index] else { return nil }
            return .lock(topology.locks[lock], holder: locks[lock].holder.map { name(of: $0) })
        case .backingOff:
            guard case .backingOff(let until, _) = records[state: index] else { return nil }
            return .backoff(until: until)
        case .fallingBack: return .fallback
        }
    }

    /// The outcome of an operation; `nil` while it has not ended.
    func outcome(of index: Int) -> Outcome? { records[outcome: index] }

    /// Tells whether an operation that has ended has a value: one that was not needed has one only
    /// from its fallback.
    func hasValue(_ index: Int) -> Bool {
        switch records[outcome: index] {
        case .succeeded, .degraded: true
        case .notNeeded: records[details: index].fallback != nil
        case .failed, .cancelled, .skipped, nil: false
        }
    }

    /// The operation that holds the value of an operation; for a group one of its children, unless
    /// the group fell back.
    func valueHolder(of index: Int) -> Int {
        var index = index
        while let child = topology.operations[index].valueChild,
            records[details: index].fallback == nil
        {
            index = child
        }
        return index
    }

    /// The operation of a handle, or of a name.
    func index(of reference: Reference) -> Int? {
        switch reference {
        case .operation(let id): index(of: id)
        case .name(let name, _): index(named: name)
        }
    }

    /// Tells whether an operation, or a group around it, is one of several.
    func isOne(of targets: Set<Int>, _ index: Int) -> Bool {
        targets.contains(index) || topology.groups(around: index).contains { targets.contains($0) }
    }

    /// Tells whether an operation declares a dependency on another, or on a group around it; `nil`
    /// for either kind.
    func depends(_ index: Int, on other: Int, _ kind: DependencyKind?) -> Bool {
        let targets = [other] + topology.groups(around: other)
        return topology.dependencies[index].contains { link in
            (kind == nil || link.kind == kind) && targets.contains(link.index)
        }
    }

    /// The number of the running attempt: of an operation, or of the action that a consumer has,
    /// whose record is new with each attempt.
    func attempt(of index: Int) -> Int {
        max(
            1,
            currentAction(of: index).flatMap { book[$0]?.attempts } ?? Int(records[index].attempt)
        )
    }

    /// The number of the running attempt of the innermost group around an operation that may be tried again;
    /// 1 if there is none.
    func groupAttempt(of index: Int) -> Int {
        topology.groups(around: index).first { records[$0].traits.contains(.mayRepeat) }
            .map { attempt(of: $0) } ?? 1
    }

    /// The action that a consumer has; `nil` for an operation.
    func currentAction(of index: Int) -> ActionID? { book.current(of: index) }

    /// The action of a consumer whose attempt has to be stored before its handler begins.
    func attemptToStore(of consumer: Int) -> ActionID? { book.attemptToStore(of: consumer) }

    @inline(__always)
    func isAction(_ index: Int) -> Bool { records[index].isAction }

    /// The number of a queue; there are only a handful.
    func queue(_ queue: Queue) -> Int? { slots.queues.firstIndex { $0.name == queue } }
}
