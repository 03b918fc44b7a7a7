internal import Synchronization

/// One launch of a service takes another one's place, while both run.
extension Launch {
    /// Nothing of the launch actions begins here any more: what waits goes over to another launch of the
    /// same service, and what runs ends here.
    ///
    /// Submissions are refused from now on as by a launch that stops. Does nothing when it is ending.
    ///
    /// - Parameter successor: The launch, created as a successor.
    package func handOver(to successor: Launch) {
        state.withLock { $0.succession = Succession(successor) }
        perform { machine, now in machine.handOver(at: now) }
    }

    /// Another launch is in service from now on: what fails here ends nothing.
    ///
    /// - Parameter operations: Those that it takes over, which are not torn down here. Of the others those
    ///   are cancelled that have not ended.
    /// - Returns: `false` when the launch is ending already; nothing has changed then.
    package func supersede(handingOn operations: some Sequence<String> & Sendable) -> Bool {
        perform { machine, now in
            let indices = operations.compactMap { machine.index(named: $0) }
            return machine.supersede(handingOn: Set(indices), at: now)
        }
    }

    /// Waits until the launch is ending, or has ended.
    ///
    /// Cancelling the calling task ends the wait, and nothing else.
    package func waitUntilEnding() async {
        _ = await wait { machine -> Void? in
            switch machine.stage {
            case .idle, .starting, .ready: nil
            case .stopping, .tearingDown, .ended: ()
            }
        }
    }

    /// Waits until no body of an operation runs, or the launch has ended.
    package func waitUntilRests(_ operation: String) async {
        guard let index = state.withLock({ $0.machine.index(named: operation) }) else { return }
        _ = await wait { $0.records[index].isRunning ? nil : () }
    }

    /// Waits until all launch actions have gone over or ended, or the launch has ended.
    package func waitUntilHandedOver() async {
        _ = await wait { $0.book.isHandedOver ? () : nil }
    }

    /// Waits until no launch action of a kind runs here, or the launch has ended.
    package func waitUntilActionsRest(of kind: String) async {
        guard let number = state.withLock({ $0.machine.index(ofKind: kind) }) else { return }
        _ = await wait { $0.book.rests(number) ? () : nil }
    }

    /// Waits until no launch action runs here, or the launch has ended.
    package func waitUntilActionsRest() async {
        _ = await wait { $0.book.isResting ? () : nil }
    }

    /// Waits until every launch action has ended that can end in this launch, or the launch has.
    ///
    /// One that a pause keeps from beginning cannot, as long as the pause lasts.
    package func waitUntilActionsEnd() async {
        _ = await wait { $0.hasActionsToEnd ? nil : () }
    }

    /// Waits until no body has a place in a queue, or the launch has ended.
    package func waitUntilRests(_ queue: Queue) async {
        _ = await wait { machine in
            machine.queue(queue).map { machine.queues[$0].held == 0 } ?? true ? () : nil
        }
    }

    /// Waits until an operation has ended, and has its value.
    ///
    /// - Returns: How it ended, and its value if it has one of this type; `nil` if there is none of that
    ///   name, or the launch ended without it.
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

    /// Takes what another launch tells whose place this one takes.
    fileprivate func takeOver(_ news: [HandedOver]) {
        var rest = news[...]
        repeat {
            let part = Array(rest.prefix(Self.restoredAtATime))
            rest = rest.dropFirst(part.count)
            var goesOn = false
            if case .action? = rest.first { goesOn = true }
            perform { machine, now in machine.takeOver(part, goesOn: goesOn, at: now) }
        } while !rest.isEmpty
    }
}

/// The way from a launch to the one that takes its place.
///
/// News are added with the lock of the one held, and delivered without it, in order.
final class Succession: Sendable {
    private struct State: Sendable {
        var news: [HandedOver] = []
        var isDelivering = false
    }

    private let successor: Launch
    private let state = Mutex(State())

    init(_ successor: Launch) { self.successor = successor }

    func add(_ news: HandedOver) { state.withLock { $0.news.append(news) } }

    /// Tells the successor; if another thread does so, that one goes on with what was added meanwhile.
    func deliver() {
        guard
            state.withLock({ state in
                defer { state.isDelivering = true }
                return !state.isDelivering
            })
        else { return }
        while true {
            let news = state.withLock { state in
                defer { state.news = [] }
                if state.news.isEmpty { state.isDelivering = false }
                return state.news
            }
            guard !news.isEmpty else { return }
            successor.takeOver(news)
        }
    }
}
