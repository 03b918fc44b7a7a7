/// A place in the events of a launch.
///
/// One task or thread reads with it at a time. While there is one, events are kept for it; it must
/// not outlive its use.
final class EventReader: Sendable {
    private let launch: Launch
    private let number: Int
    /// The declarations of the graph's operations.
    private let declared: [Shared<OperationDeclaration>]

    /// Begins with the next event.
    init(_ launch: Launch) {
        self.launch = launch
        (number, declared) = launch.state.withLock { state in
            (state.machine.log.addReader(), state.machine.declared)
        }
    }

    deinit {
        // Let go of without the lock.
        _ = launch.state.withLock { state in
            state.machine.log.removeReader(number)
            return state.machine.log.takeDropped()
        }
    }

    /// The result of a read.
    struct Batch: Sendable {
        var events: [Event]
        /// Nothing will follow.
        var isLast: Bool
    }

    /// The next events, at most `count`; none when there are none yet.
    func read(upTo count: Int) -> Batch {
        let (read, lost, reported, isLast, dropped) = launch.state.withLock { state in
            let (events, lost) = state.machine.readEvents(number, upTo: count)
            // Reports are made of a copy, without the lock: that takes time for each action.
            let reported =
                lost > 0 ? (state.machine.withoutLog, state.machine.log.last, launch.now) : nil
            let dropped = state.machine.log.takeDropped()
            return (events, lost, reported, state.machine.course.hasEnded, dropped)
        }
        var events = read.map { $0.event(declared) }
        if let (machine, last, now) = reported {
            let kind = Event.Kind.eventsLost(count: lost, report: machine.report())
            events.append(Event(sequence: last, at: now, kind: kind))
        }
        // The copies of the machine share its arrays. The thread sanitizer does not see that the machine
        // waits for their last reference; it sees that the lock is taken after the last reading and before
        // they are let go of. That is done without the lock, since errors of the user's may end with them.
        if lost > 0 || read.contains(where: \.hasReport) { launch.state.withLock { _ in } }
        withExtendedLifetime((read, reported, dropped)) {}
        return Batch(events: events, isLast: isLast && events.isEmpty)
    }

    /// Sleeps until there is an event to read, or, when it rests, one that is not of the ordinary
    /// course of an operation or action; not longer than `duration`.
    ///
    /// - Returns: Whether it was woken, or need not sleep.
    func sleep(with parker: Parker, isResting: Bool, upTo duration: Duration?) -> Bool {
        let sleeps = launch.state.withLock { state in
            state.machine.log.sleep(number, isResting: isResting) { parker.notify() }
        }
        guard sleeps, !parker.wait(upTo: duration) else { return true }
        launch.state.withLock { $0.machine.log.wakeUp(number) }
        return false
    }

    /// Waits until there is an event to read, the launch has ended, or the task is cancelled.
    func wait() async {
        let promise = Promise<Void>()
        let sleeps = launch.state.withLock { state in
            guard !state.machine.course.hasEnded else { return false }
            return state.machine.log.sleep(number) { promise.resolve(()) }
        }
        guard sleeps else { return }
        await withTaskCancellationHandler {
            await promise.value()
        } onCancel: {
            promise.resolve(())
        }
    }
}
