/// A reader's position in the events of a launch.
///
/// One task or thread at a time uses a reader. The launch holds events for every reader that
/// exists, so a reader must not outlive its use.
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
        // The events that are dropped are let go of without the lock.
        _ = launch.state.withLock { state in
            state.machine.log.removeReader(number)
            return state.machine.log.takeDropped()
        }
    }

    /// The result of a read.
    struct Batch: Sendable {
        var events: [Event]
        /// No event will follow.
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
        // The copy of the machine shares arrays with the machine, which may change them in place
        // once the copy is let go of. The thread sanitizer does not see this order; it sees that
        // the lock is taken between the last reading and the release. The release itself is outside
        // the lock, since errors of the user's may end with it.
        if lost > 0 || read.contains(where: \.hasReport) { launch.state.withLock { _ in } }
        withExtendedLifetime((read, reported, dropped)) {}
        return Batch(events: events, isLast: isLast && events.isEmpty)
    }

    /// Sleeps until there is an event to read, but not longer than `duration`.
    ///
    /// A resting reader is woken only by an event outside the ordinary course of an operation or an
    /// action.
    ///
    /// - Returns: Whether the reader was woken, or had no need to sleep.
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
