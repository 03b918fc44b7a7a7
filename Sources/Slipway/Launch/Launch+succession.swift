internal import Synchronization

/// A launch of a service is followed by its successor, while both run.
extension Launch {
    /// Hands the waiting launch actions over to another launch of the same service.
    ///
    /// No action begins here any more, and those that run end here.
    ///
    /// Submissions are refused from now on, as by a launch that stops. Does nothing when the launch
    /// is ending. Some actions at a time are handed over, so that neither the two launches nor the
    /// actor that calls this are held up for long.
    ///
    /// - Parameter successor: The other launch, created as a successor.
    package nonisolated(nonsending) func handOver(to successor: Launch) async {
        state.withLock { $0.succession = Succession(successor) }
        perform { $0.handOver() }
        while perform({ $0.handOverMore() }) { await Task.yield() }
    }

    /// Notes that another launch is in service from now on: what fails here does not end the
    /// service.
    ///
    /// - Parameter operations: The operations that the other launch takes over; they are not torn
    ///   down here. All others that have not ended are cancelled.
    /// - Returns: `false` when the launch is ending already; nothing has changed then.
    package func supersede(handingOn operations: some Sequence<String> & Sendable) -> Bool {
        perform { machine in
            let indices = operations.compactMap { machine.index(named: $0) }
            return machine.supersede(handingOn: Set(indices))
        }
    }

    /// Takes over these operations from the launch before: this launch undoes them when it ends,
    /// also if they have not ended here by then.
    package func takeOver(_ operations: some Sequence<String> & Sendable) {
        perform { machine in
            machine.takeOver(Set(operations.compactMap { machine.index(named: $0) }))
        }
    }

    /// Makes the end of the launch wait for ``othersEnded()`` before anything is undone: another
    /// launch of the same service may need it, an earlier one for its actions, or the next one for
    /// what it takes over.
    package func awaitOthers() { state.withLock { $0.machine.course.awaitsOthers = true } }

    /// Notes that no launch of the service is left that has to end before this one.
    package func othersEnded() {
        perform { $0.othersEnded() }
    }

    /// Waits until the launch is ending, or has ended.
    ///
    /// Cancelling the calling task ends the wait, and nothing else.
    package func waitUntilEnding() async {
        _ = await wait { machine in machine.course.ending.map { _ in } }
    }

    /// Stops an operation that another launch is about to do in another way: if its body runs, the
    /// body is asked to give up, and waited for.
    ///
    /// The operation begins again, once nothing pauses it, unless the other launch is in service by
    /// then.
    ///
    /// - Returns: Whether the operation is to begin again.
    package func putBack(_ operation: String) async -> Bool {
        guard let index = state.withLock({ $0.machine.index(named: operation) }),
            perform({ $0.putBack(index) })
        else { return false }
        await waitUntilRests(operation)
        return state.withLock { !$0.machine.hasEnded(index) }
    }

    /// Waits until no body of an operation runs, or the launch has ended.
    package func waitUntilRests(_ operation: String) async {
        guard let index = state.withLock({ $0.machine.index(named: operation) }) else { return }
        _ = await wait { $0.isRunning(index) ? nil : () }
    }

    /// Waits until all launch actions have been handed over or have ended, or the launch has ended.
    package func waitUntilHandedOver() async {
        _ = await wait { $0.book.isHandedOver ? () : nil }
    }

    /// Waits until all launch actions have been handed over or have ended, or the launch has ended.
    ///
    /// Actions of earlier launches are not waited for, unless they may need what this launch undoes
    /// when it ends.
    ///
    /// - Returns: Whether earlier launches may still have news. This launch is needed then, until
    ///   it is left out by ``tell(past:)``.
    package func waitUntilOnlyPassesOn() async -> Bool {
        await wait { machine -> Bool? in
            if machine.book.isHandedOver { return false }
            return machine.mayBePassedBy ? true : nil
        } ?? false
    }

    /// Leaves out the successor if it only passes news on: this launch tells the next one directly
    /// from now on.
    ///
    /// So a launch that runs on while many others follow holds only the last of them.
    ///
    /// - Parameter middle: The successor to leave out.
    /// - Returns: Whether it is left out. If not, the call may be repeated at once: news may have
    ///   been on its way.
    package func tell(past middle: Launch) -> Bool {
        state.withLock { $0.succession }?.pass(middle) ?? false
    }

    /// Waits until no launch action of a kind runs in this launch, or the launch has ended.
    package func waitUntilActionsRest(of kind: String) async {
        guard let number = state.withLock({ $0.machine.index(ofKind: kind) }) else { return }
        _ = await wait { $0.book.rests(number) ? () : nil }
    }

    /// Waits until no launch action of an earlier launch that still runs has one of these locks, or the launch has
    /// ended.
    package func waitUntilEarlierActionsRest(with locks: [Lock]) async {
        _ = await wait { $0.book.areFree(locks.map { .lock($0) }) ? () : nil }
    }

    /// Waits until no launch action runs here or in an earlier launch, or the launch has ended.
    package func waitUntilActionsRest() async {
        _ = await wait { $0.book.isResting ? () : nil }
    }

    /// Waits until every launch action that can end in this launch has ended, or the launch has
    /// ended.
    ///
    /// An action that a pause keeps from beginning cannot, as long as the pause lasts.
    package func waitUntilActionsEnd() async {
        _ = await wait { $0.hasActionsToEnd ? nil : () }
    }

    /// Waits until no body, and no launch action of an earlier launch, has a slot in a queue, or
    /// the launch has ended.
    package func waitUntilRests(_ queue: Queue) async {
        _ = await wait { machine in
            let rests = machine.queue(queue).map { machine.slots.queues[$0].held == 0 } ?? true
            return rests && machine.book.areFree([.queue(queue)]) ? () : nil
        }
    }

    /// Waits until an operation has ended, and has its value.
    ///
    /// - Returns: The operation's outcome, and its value if it has one of this type; `nil` if there
    ///   is no operation of that name, or the launch ended before it.
    package func result<Value: Sendable>(
        of name: String,
        as type: Value.Type
    ) async -> (outcome: Outcome, value: Value?)? {
        guard let index = state.withLock({ $0.machine.index(named: name) }) else { return nil }
        guard let outcome = await wait({ $0.outcome(of: index) }) else { return nil }
        let value = state.withLock { state in
            state.values[state.machine.valueHolder(of: index)]
        }
        return (outcome, value.flatMap { Output<Value>.value(of: $0) })
    }

    /// Takes the news of the launch before.
    ///
    /// - Returns: The way to this launch's successor, if there is news for it. The caller delivers
    ///   that, so that a long row of launches takes no deep stack.
    fileprivate func takeOver(_ news: [HandedOver]) -> Succession? {
        var rest = news[...]
        var passesOn = false
        repeat {
            let part = Array(rest.prefix(Self.restoredAtATime))
            rest = rest.dropFirst(part.count)
            var (_, follow) = ask { $0.takeOver(part) }
            if var effects = follow.effects?.value, effects.tellsSuccessor {
                passesOn = true
                effects.tellsSuccessor = false
                follow.effects = Shared(effects)
            }
            perform(follow)
        } while !rest.isEmpty
        return passesOn ? state.withLock { $0.succession } : nil
    }

    /// Leaves the row of launches, if this launch only passes news on.
    ///
    /// - Returns: The successor, `nil` if this launch is needed; and what is to be done without a
    ///   lock.
    fileprivate func leaveRow() -> (next: Launch?, follow: FollowUp)? {
        guard let succession = state.withLock({ $0.succession }) else { return nil }
        let (next, follow) = ask { machine -> Launch? in
            guard machine.mayBePassedBy, let next = succession.successorToldAll else {
                return nil
            }
            machine.book.passBy()
            return next
        }
        return (next, follow)
    }
}

/// The way of news from a launch to its successor.
///
/// News is added with the launch's lock held, and delivered without it, in order.
final class Succession: Sendable {
    private struct State: Sendable {
        var successor: Launch
        var news: [HandedOver] = []
        var isDelivering = false

        var hasToldAll: Bool { news.isEmpty && !isDelivering }
    }

    private let state: Mutex<State>

    init(_ successor: Launch) { state = Mutex(State(successor: successor)) }

    func add(_ news: HandedOver) { state.withLock { $0.news.append(news) } }

    /// The successor, unless it has yet to be told something.
    var successorToldAll: Launch? {
        state.withLock { $0.hasToldAll ? $0.successor : nil }
    }

    /// Replaces a successor that only passes news on by that one's own successor.
    ///
    /// Only while no news is on its way, so that the order stays. The lock of `middle` is taken
    /// with the lock of this way held, and never the other way round, since `middle` knows only its
    /// own successor.
    func pass(_ middle: Launch) -> Bool {
        let (isDone, follow) = state.withLock { state -> (Bool, Launch.FollowUp?) in
            guard state.successor === middle, state.hasToldAll,
                let (next, follow) = middle.leaveRow()
            else { return (false, nil) }
            if let next { state.successor = next }
            return (next != nil, follow)
        }
        if let follow { middle.perform(follow) }
        return isDone
    }

    /// Tells the successor, then that one's successor, and so on.
    ///
    /// If another thread is telling the news, it goes on with what was added meanwhile.
    func deliver() {
        var next: Succession? = self
        while let succession = next { next = succession.deliverHere() }
    }

    /// - Returns: The way on from the successor, if there is something to tell.
    private func deliverHere() -> Succession? {
        guard
            state.withLock({ state in
                defer { state.isDelivering = true }
                return !state.isDelivering
            })
        else { return nil }
        var onward: Succession?
        while true {
            let (news, successor) = state.withLock { state in
                defer { state.news = [] }
                if state.news.isEmpty { state.isDelivering = false }
                return (state.news, state.successor)
            }
            guard !news.isEmpty else { return onward }
            onward = successor.takeOver(news) ?? onward
        }
    }
}
