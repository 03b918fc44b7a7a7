/// Operations that are added while the launch runs.
///
/// Additions depend on what exists and on each other; nothing that exists depends on them, but for
/// the end of the group that they are added to.
extension LaunchMachine {
    /// Checks a plan as an addition to this launch as it is, and takes it in.
    ///
    /// - Parameters:
    ///   - plan: What is to be added.
    ///   - group: The group that it is added to; `nil` for none.
    ///   - adder: The operation whose body adds it, or the consumer whose handler does; `nil` for neither.
    /// - Returns: The numbers of its operations.
    /// - Throws: ``AddingRefusal``; nothing is added then.
    @discardableResult
    mutating func add(
        _ plan: Plan,
        toGroup group: Int?,
        by adder: Int? = nil
    ) throws(AddingRefusal) -> [Int] {
        let owner =
            try owner(ofWhatIsAddedBy: adder)
            ?? group.flatMap { additions.ofAttempts.owner(of: $0) }
        guard course.isIdle || course.isOpen || owner.map({ isLeftAlone($0) }) == true else {
            throw course.hasEnded ? .ended : .stopping
        }
        if let group, isOver(group) { throw .groupEnded(name(of: group)) }
        let places = topology.add(
            try check(plan, toGroup: group, owner),
            isOnDemand: isLaunchStageOver || owner != nil,
            action: owner.flatMap { currentAction(of: $0) }
        )
        if let owner { additions.ofAttempts.add(places, by: owner) }
        locks.grow(to: topology.locks.count)
        for place in places { makeRecord(place) }
        for place in places { takeIn(place, group) }
        if let group {
            groups[group]?.unended += places.count { topology.operations[$0].group == group }
            if groups[group]?.hasBegun ?? false,
                mayRunAgain(group) || records[group].traits.contains(.mayRepeat)
            {
                groups[group]?.added += places
            }
        }
        raiseDependencies(of: places)
        tell { machine in .operationsAdded(places.map { machine.status(of: $0) }) }
        guard mayBegin else { return places }
        for place in places where records[place].isPending {
            if let root = lostRequirement(of: place) {
                skip(place, root: root)
            } else if records[place].inDegree == 0 {
                satisfied(place)
            }
        }
        // A handler may wait for the group.
        if group != nil { giveUpIfVain(waits.all) }
        advance()
        return places
    }

    /// The launch stage is over: an addition is on demand.
    private var isLaunchStageOver: Bool { !course.isBeforeReady }

    /// The group of a handle, or of a name.
    func group(_ reference: Reference) throws(AddingRefusal) -> Int {
        if let index = index(of: reference), isGroup(index) { return index }
        switch reference {
        case .operation(let id):
            guard let index = index(of: id) else { throw .foreignGroup }
            throw .unknownGroup(name(of: index), nearest: nil)
        case .name(let wanted, _):
            let groups = topology.inOrder.lazy.filter { isGroup($0) }.map { name(of: $0) }
            throw .unknownGroup(wanted, nearest: NearestName.of(wanted, among: groups))
        }
    }

    private func check(
        _ plan: Plan,
        toGroup group: Int?,
        _ owner: Int?
    ) throws(AddingRefusal) -> GraphCheck.Result {
        let launch = ExistingLaunch(
            group: group,
            isReady: isLaunchStageOver || owner != nil,
            hasEnded: { [records] in records[$0].hasEnded },
            hasBegun: { [records] in records[$0].startedAt != nil },
            isBackground: { [records] in records[$0].stage == .background }
        )
        let around = group ?? owner
        let priority = around.flatMap { topology.operations[$0].options.priority }
        var check = GraphCheck(plan.inheriting(priority), addingTo: topology, launch)
        do throws(GraphFaults) { return try check.run() } catch { throw .faults(error) }
    }

    /// Tells whether nothing in a group begins any more.
    private func isOver(_ group: Int) -> Bool {
        switch records[state: group] {
        case .backingOff, .fallingBack, .ended: true
        case .pending, .doomed, .checkingCondition, .ready, .waitingForLock, .running, .open:
            groups[group]?.isClosed == true || groups[group]?.decided != nil
                || groups[group]?.failedAttempt != nil || isInClosedGroup(group)
        }
    }

    private mutating func makeRecord(_ index: Int) {
        records.put(topology.record(of: index), at: index)
        let operation = topology.operations[index]
        groups[index] = operation.isGroup ? GroupProgress(operation) : nil
    }

    /// Counts an operation that was added, with what it still waits for.
    private mutating func takeIn(_ index: Int, _ group: Int?) {
        // The launch stage is over, unless a group keeps it open.
        // The attempt of an action is no part of the launch either.
        let isOwned = additions.ofAttempts.owner(of: index) != nil
        let isLate =
            isOwned || (group.map { records[$0].stage == .background } ?? isLaunchStageOver)
        if isLate {
            records[index].stage = .background
            if topology.operations[index].group == nil { records[index].isOptional = true }
        }
        let open = topology.dependencies[index].count { !records[$0.index].hasEnded }
        records[index].inDegree = Int32(open)
        if let group = topology.operations[index].group {
            if case .open = records[state: group] {} else { records[index].inDegree += 1 }
        }
        noteAwaited(by: index)
        count(index)
    }

    /// Counts an operation that was added.
    mutating func count(_ index: Int) {
        remaining.count(records[index].stage, 1)
        guard records[index].stage == .background else { return }
        course.setComplete(false)
        guard course.isBeforeReady, additions.ofAttempts.owner(of: index) == nil else { return }
        // The operation also waits for the launch to be ready.
        records[index].inDegree += 1
        remaining.background.append(index)
    }

    /// The required operation without which another can never run; `nil` when there is none.
    func lostRequirement(of index: Int) -> String? {
        for link in topology.dependencies[index] where link.kind == .requires {
            if let outcome = records[outcome: link.index], !outcome.isUsable {
                return root(of: link.index, outcome)
            }
        }
        return nil
    }

    /// Gives the operations that additions wait for at least the priority of these.
    ///
    /// The operations that the group of an addition waits for get that priority, too, if the group
    /// has not begun. An addition gets at least the priority of its group.
    private mutating func raiseDependencies(of places: [Int]) {
        for place in places {
            guard let group = topology.operations[place].group else { continue }
            raise([place], to: records[group].priority)
        }
        for place in places {
            let level = records[place].priority
            let others = topology.dependencies[place].map(\.index)
            raise(others + raiseGroups(around: place, to: level), to: level)
        }
    }

    /// Gives operations, and what they wait for, at least a priority.
    mutating func raise(_ first: [Int], to level: Int8) {
        var open = first
        while let index = open.popLast() {
            guard !records[index].hasEnded, records[index].priority < level else { continue }
            records[index].priority = level
            if records[index].isReady { moveUpInQueue(index) }
            if records[index].waitsForLock { moveUpAmongClaims(index) }
            open +=
                topology.dependencies[index].map(\.index)
                + topology.operations[index].children
                + raiseGroups(around: index, to: level)
        }
    }

    /// Gives the groups around an operation that have not begun at least a priority to begin with.
    ///
    /// - Returns: The operations that the groups wait for, which are to have that priority, too.
    private mutating func raiseGroups(around index: Int, to level: Int8) -> [Int] {
        var others: [Int] = []
        for group in topology.groups(around: index) where records[group].startedAt == nil {
            let priority = groups[group]?.beginPriority ?? level
            groups[group]?.beginPriority = max(priority, level)
            if records[group].waitsForLock { moveUpAmongClaims(group) }
            others += topology.dependencies[group].map(\.index)
        }
        return others
    }
}
