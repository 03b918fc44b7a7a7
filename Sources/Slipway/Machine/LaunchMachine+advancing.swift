/// The course of a launch, on one page: it begins, is ready, begins to end, tears down, and is over.
///
/// ``advance()`` is called at the end of each event, and says which of these is next. The steps between them are in
/// the files of their names.
extension LaunchMachine {
    /// The launch begins.
    ///
    /// - Precondition: It has not begun before.
    mutating func start() {
        guard course.isIdle else { return tellWhatWasMissed() }
        let origin = plan.deadlineFrom == .run ? now : plan.processStart
        let deadline = plan.deadline.map { origin.advanced(by: $0) }
        let cancelled = course.begin(at: now, deadline: deadline)
        tellReport { .launchStarted($0.report()) }
        if let deadline { emit(.arm(.deadline, at: deadline)) }
        for (index, reason) in cancelled { cancelNow(index, reason: reason) }
        // A cancellation before the start may have ended the launch.
        for index in records.indices where course.isOpen && records[index].inDegree == 0 {
            if records[index].isPending, !records[index].isAction {
                satisfied(index)
            }
        }
        followAgenda()
        armActionTimers()
        for kind in book.kinds.keys.sorted() { startNextAction(of: kind) }
        advance()
    }

    /// The launch was stopped before it began, when no observer could be told.
    private mutating func tellWhatWasMissed() {
        tellReport { .launchStarted($0.report()) }
        let reason = course.stopReason
        tell { .launchStopping(reason: reason, rootCauses: $0.course.rootCauses) }
        // The launch waits until every action knows of the end, and for the last stores, now with a
        // clock.
        guard course.hasEnded else {
            armActionTimers()
            return finishOnceStored()
        }
        tellReport { .launchEnded($0.report()) }
    }

    /// Checks whether the launch as a whole has come further.
    mutating func advance() {
        if !groups.undoing.isEmpty { continueUndoing() }
        if !agenda.isEmpty || !locks.offeredGroups.isEmpty { followAgenda() }
        switch course.state {
        case .idle: return
        case .starting:
            guard remaining.unended == 0 else {
                if isStalled { stalled() }
                return
            }
            if !course.awaitsStorage { becameReady() }
        case .ready(let isComplete):
            if remaining.unendedBackground == 0 {
                if !isComplete { becameComplete() }
            } else if !course.endsWhenReady, isStalled {
                giveUpStalled()
            }
        case .ending(let ending):
            if ending.step == .stopping, remaining.active == 0, !course.awaitsOthers {
                beginTeardown()
            }
        }
    }

    private mutating func becameReady() {
        course.becomeReady(at: now)
        emit(.disarm(.deadline))
        tell { .launchReady(degraded: $0.isDegraded) }
        emit(.reached(.ready))
        if !course.endsWhenReady {
            for index in remaining.background { dependencyEnded(of: index, index) }
            remaining.background = []
        }
        advance()
    }

    private mutating func becameComplete() {
        course.setComplete(true)
        emit(.reached(.complete))
    }

    /// The launch begins to end: what has not begun ends at once, what runs is asked to give up.
    mutating func beginStopping(reason: String, causes: [RootCause] = []) {
        course.stop(reason: reason, at: now)
        emit(.disarm(.deadline))
        beginDrain()
        agenda = agenda.filter { isLeftAlone($0.index) }
        locks.keepOfferedGroups(locks.offeredGroups.unordered.filter { isLeftAlone($0.index) })
        endUnstarted(causes, reason: reason)
        goOnAlone()
        let whole = causes.map { cause in
            var cause = cause
            cause.skipped = skipped(because: cause.operation)
            return cause
        }
        course.changeEnding { $0.rootCauses += whole }
        tell { .launchStopping(reason: reason, rootCauses: $0.course.rootCauses) }
        tellUnmet(causes)
        stopActions(cause: course.rootCauses.first, reason: reason)
        if remaining.active > 0 {
            emit(.arm(.grace, at: now.advanced(by: plan.grace)))
            for index in records.indices where !isLeftAlone(index) {
                requestCancel(index, reason: reason)
            }
        }
        advance()
    }

    mutating func finishLaunch() {
        cancelParts()
        course.end(at: now)
        emit(.disarm(.lastStore))
        tellReport { .launchEnded($0.report()) }
        emit(.finish)
    }
}
