/// The end of a launch: what succeeded is torn down, backwards along the graph.
extension LaunchMachine {
    /// The end was asked for a second time: the grace is over.
    mutating func endGrace(at now: Instant) {
        switch stage {
        case .idle, .starting, .ready, .ended: return
        case .stopping:
            isGraceOver = true
            endDrain(at: now)
            giveUpUndoing(at: now)
            gracePassed(at: now)
        case .tearingDown:
            isGraceOver = true
            giveUpTeardown(at: now)
        }
    }

    mutating func beginTeardown(at now: Instant) {
        drainEnd = nil
        endOpenGroups(at: now)
        stage = .tearingDown
        emit(.disarm(.grace))
        emit(.disarm(.drain))
        toTearDown += operationsOfLeftPrograms
        toTearDown.removeAll { handedOn.contains($0) }
        if !toTearDown.isEmpty { teardown = TeardownSchedule(toTearDown, topology, queues) }
        guard !isGraceOver else { return giveUpTeardown(at: now) }
        continueTeardown(at: now)
    }

    /// Operations that did not succeed, but whose programs run, since an operator has started them.
    var operationsOfLeftPrograms: [Int] {
        programs.all.filter(\.isThere).compactMap { topology.index(named: $0.name) }
            .filter { index in
                topology.operations[index].declaration.options.endsProgram
                    && !toTearDown.contains(index)
            }
    }

    private mutating func continueTeardown(at now: Instant) {
        while let index = teardown?.takeNext() {
            if beginTeardown(of: index, at: now) { noteTornDown(index, nil, at: now) }
        }
        if isTornDown { finishOnceStored(at: now) }
    }

    /// The teardown of an operation begins; returns whether there is nothing to wait for.
    mutating func beginTeardown(of index: Int, at now: Instant) -> Bool {
        teardownsBegun[index] = now
        tell(at: now) { .operationTearingDown(name: $0.name(of: index)) }
        emit(.arm(.teardown(index), at: now.advanced(by: teardownLimit(of: index))))
        guard stays(index) else {
            emit(.tearDown(index))
            return false
        }
        tearDownPart(index, at: now)
        return parts[index]?.isThere != true
    }

    /// Nothing is left to be torn down.
    var isTornDown: Bool { teardown?.isOver ?? true }

    private func teardownLimit(of index: Int) -> Duration {
        plan.grace * topology.operations[index].declaration.options.teardownGraces
    }

    /// The operation was torn down; `failure` is what went wrong.
    mutating func tornDown(_ index: Int, _ failure: Failure?, at now: Instant) {
        guard stage == .tearingDown else { return undone(index, failure, at: now) }
        if noteTornDown(index, failure, at: now) { continueTeardown(at: now) }
    }

    /// Takes in that a teardown has ended; tells whether it ran.
    @discardableResult
    private mutating func noteTornDown(_ index: Int, _ failure: Failure?, at now: Instant) -> Bool {
        guard teardown?.ended(index) ?? false else { return false }
        noteEndOfTeardown(of: index, failure, at: now)
        return true
    }

    mutating func noteEndOfTeardown(of index: Int, _ failure: Failure?, at now: Instant) {
        teardownsBegun[index] = nil
        emit(.disarm(.teardown(index)))
        tellTornDown(index, failure, at: now)
    }

    private mutating func tellTornDown(_ index: Int, _ failure: Failure?, at now: Instant) {
        if let failure { failedTeardowns.note(name(of: index), failure) }
        tell(at: now) { .operationTornDown(name: $0.name(of: index), failure: failure) }
    }

    /// A teardown has taken too long: the others go on without it.
    mutating func teardownTimePassed(_ index: Int, at now: Instant) {
        guard stage != .ended, let begun = teardownsBegun[index],
            begun.advanced(by: teardownLimit(of: index)) <= now
        else { return }
        leftTeardowns.append((index, begun))
        let message = "not done within \(teardownLimit(of: index).timespan)"
        let failure = Failure(.timedOut, message)
        if stage == .tearingDown {
            tornDown(index, failure, at: now)
        } else {
            undone(index, failure, isLeft: true, at: now)
        }
    }

    /// Why a teardown is left behind after the second request to end.
    static let graceEnded = "not done before the grace was ended"

    /// Leaves every teardown behind that has not ended, and begins no other.
    private mutating func giveUpTeardown(at now: Instant) {
        let failure = Failure(.timedOut, Self.graceEnded)
        let left = teardown.map { $0.running.sorted() + $0.notBegun } ?? []
        for index in left { tellTornDown(index, failure, at: now) }
        for index in teardownsBegun.keys.sorted() { emit(.disarm(.teardown(index))) }
        leftTeardowns += teardownsBegun.map { ($0.key, $0.value) }
        teardownsBegun = [:]
        finishLaunch(at: now)
    }

    mutating func finishLaunch(at now: Instant) {
        cancelParts()
        stage = .ended
        endedAt = now
        emit(.disarm(.lastStore))
        tellReport(at: now) { .launchEnded($0.report()) }
        emit(.finish)
    }
}
