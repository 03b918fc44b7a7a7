/// The end of a launch: what succeeded is torn down, backwards along the graph.
extension LaunchMachine {
    /// The end was asked for a second time: the grace is over.
    mutating func endGrace() {
        guard let step = course.ending?.step, step != .ended else { return }
        course.changeEnding { $0.isGraceOver = true }
        guard step == .stopping else { return giveUpTeardown() }
        endDrain()
        giveUpUndoing()
        gracePassed()
    }

    mutating func beginTeardown() {
        course.changeEnding { $0.drainEnd = nil }
        endOpenGroups()
        course.tearDown()
        emit(.disarm(.grace))
        emit(.disarm(.drain))
        teardown.due += operationsOfLeftPrograms
        teardown.due += operationsDoneElsewhere
        teardown.due.removeAll { teardown.handedOn.contains($0) }
        if !teardown.due.isEmpty {
            teardown.schedule = TeardownSchedule(teardown.due, topology, slots.queues)
        }
        guard !course.isGraceOver else { return giveUpTeardown() }
        continueTeardown()
    }

    /// Operations that did not succeed, but whose programs run, since an operator has started them.
    var operationsOfLeftPrograms: [Int] {
        parts.programs.all.filter(\.isThere).compactMap { topology.index(named: $0.name) }
            .filter { index in
                topology.operations[index].declaration.options.endsProgram
                    && !teardown.due.contains(index)
            }
    }

    /// Operations that an earlier launch has done, or may still do, and that have not come to their end here.
    var operationsDoneElsewhere: [Int] {
        teardown.takenOver.subtracting(teardown.due)
            .filter { records[$0].traits.contains(.hasTeardown) }.sorted()
    }

    private mutating func continueTeardown() {
        while let index = teardown.schedule?.takeNext() {
            if beginTeardown(of: index) { noteTornDown(index, nil) }
        }
        if teardown.isOver { finishOnceStored() }
    }

    /// The teardown of an operation begins; returns whether there is nothing to wait for.
    mutating func beginTeardown(of index: Int) -> Bool {
        teardown.begin(index, at: now)
        tell { .operationTearingDown(name: $0.name(of: index)) }
        emit(.arm(.teardown(index), at: now.advanced(by: teardownLimit(of: index))))
        guard stays(index) else {
            emit(.tearDown(index))
            return false
        }
        tearDownPart(index)
        return parts[index]?.isThere != true
    }

    private func teardownLimit(of index: Int) -> Duration {
        plan.grace * topology.operations[index].declaration.options.teardownGraces
    }

    /// The operation was torn down; `failure` is what went wrong.
    mutating func tornDown(_ index: Int, _ failure: Failure?) {
        guard course.isTearingDown else { return undone(index, failure) }
        if noteTornDown(index, failure) { continueTeardown() }
    }

    /// Takes in that a teardown has ended; tells whether it ran.
    @discardableResult
    private mutating func noteTornDown(_ index: Int, _ failure: Failure?) -> Bool {
        guard teardown.schedule?.ended(index) ?? false else { return false }
        noteEndOfTeardown(of: index, failure)
        return true
    }

    mutating func noteEndOfTeardown(of index: Int, _ failure: Failure?) {
        teardown.end(index)
        emit(.disarm(.teardown(index)))
        tellTornDown(index, failure)
    }

    private mutating func tellTornDown(_ index: Int, _ failure: Failure?) {
        if let failure { teardown.failed.note(name(of: index), failure) }
        tell { .operationTornDown(name: $0.name(of: index), failure: failure) }
    }

    /// A teardown has taken too long: the others go on without it.
    mutating func teardownTimePassed(_ index: Int) {
        guard !course.hasEnded, let begun = teardown.begun[index],
            begun.advanced(by: teardownLimit(of: index)) <= now
        else { return }
        teardown.leave(index)
        let message = "not done within \(teardownLimit(of: index).timespan)"
        let failure = Failure(.timedOut, message)
        if course.isTearingDown {
            tornDown(index, failure)
        } else {
            undone(index, failure, isLeft: true)
        }
    }

    /// Why a teardown is left behind after the second request to end.
    static let graceEnded = "not done before the grace was ended"

    /// Leaves every teardown behind that has not ended, and begins no other.
    private mutating func giveUpTeardown() {
        let failure = Failure(.timedOut, Self.graceEnded)
        let left = teardown.schedule.map { $0.running.sorted() + $0.notBegun } ?? []
        for index in left { tellTornDown(index, failure) }
        for index in teardown.begun.keys.sorted() { emit(.disarm(.teardown(index))) }
        teardown.leaveAll()
        finishLaunch()
    }
}
