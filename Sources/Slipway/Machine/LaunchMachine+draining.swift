/// The effect of a stop on launch actions: those that run are left alone for a while, the *drain*,
/// then asked to give up; and their ends are told before the launch is over.
extension LaunchMachine {
    /// The launch stops: from now on the actions that run, and what their handlers have added, are
    /// left alone, unless the drain is zero.
    mutating func beginDrain() {
        guard plan.drain > .zero, topology.allConsumers.contains(where: { records[$0].isRunning })
        else {
            return
        }
        let end = now.advanced(by: plan.drain)
        course.changeEnding { $0.drainEnd = end }
        // No other action begins from now on.
        for consumer in topology.allConsumers where records[consumer].isUnstarted {
            leaveQueue(consumer)
        }
        emit(.arm(.drain, at: end))
    }

    /// Tells whether the stop leaves an operation, or a consumer's action, alone.
    func isLeftAlone(_ index: Int) -> Bool {
        course.drainEnd != nil
            && (records[index].isAction || additions.ofAttempts.owner(of: index) != nil)
    }

    mutating func drainPassed() {
        guard course.isStopping, let end = course.drainEnd, end <= now else { return }
        endDrain()
    }

    /// Asks the actions that still run to give up; each has a grace from now on.
    mutating func endDrain() {
        guard course.drainEnd != nil else { return }
        course.changeEnding { $0.drainEnd = nil }
        for consumer in topology.allConsumers {
            requestCancel(consumer, reason: course.stopReason)
        }
        cancel(additions: additions.ofAttempts.all, reason: course.stopReason)
        emit(.arm(.grace, at: now.advanced(by: plan.grace)))
    }

    /// The longest time that the end of a launch waits for the store.
    static let storeLimit = Duration.seconds(5)

    /// Ends the launch once every action knows of the end, and every end of an action is stored,
    /// since only then it is told to senders and observers.
    ///
    /// The launch waits for a silent disk no longer than ``storeLimit``. In a launch that has not
    /// begun, that time counts from when it is run: there is no clock before.
    mutating func finishOnceStored() {
        guard !book.isSettled, !course.isGraceOver else { return finishLaunch() }
        emit(.arm(.lastStore, at: now.advanced(by: Self.storeLimit)))
    }

    /// The store has taken too long.
    mutating func storeTimePassed() {
        guard course.isTearingDown, teardown.isOver else { return }
        finishLaunch()
    }

    /// A change was stored: perhaps the last one that the launch waited for.
    mutating func finishIfStored() {
        guard course.isTearingDown, teardown.isOver, book.isSettled else { return }
        finishLaunch()
    }
}
