internal import Synchronization

/// What happens in a launch, for a task that watches: an asynchronous sequence that ends when the
/// launch does.
///
/// The first iteration begins with what happens after the sequence was asked for, every further one
/// with the next event; each reads at its own pace. One that falls behind by
/// more than 65,536 events misses some, and is told so by ``Event/Kind/eventsLost(count:report:)``,
/// which says where everything is; nothing waits for it.
public struct LaunchEvents: AsyncSequence, Sendable {
    let launch: Launch
    private let first: FirstReader

    init(_ launch: Launch) {
        self.launch = launch
        first = FirstReader(launch.addReader())
    }

    /// Reads the events one by one.
    public struct Iterator: AsyncIteratorProtocol {
        let launch: Launch
        let reader: EventReader
        var batch: ArraySlice<Event> = []

        /// The next event; `nil` when the launch has ended, or the task was cancelled.
        public mutating func next() async -> Event? {
            while batch.isEmpty {
                if Task.isCancelled { return nil }
                batch = launch.events(for: reader)
                if batch.isEmpty, await !launch.waitForEvents(reader) { return nil }
            }
            return batch.popFirst()
        }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(launch: launch, reader: first.take() ?? launch.addReader())
    }
}

/// Keeps the place of the first iteration until that begins: what happens between asking for events
/// and reading them must not be missed.
private final class FirstReader: Sendable {
    private let reader: AdaptiveMutex<EventReader?>

    init(_ reader: EventReader) {
        self.reader = AdaptiveMutex(reader)
    }

    func take() -> EventReader? {
        reader.withLock { reader in
            defer { reader = nil }
            return reader
        }
    }
}

extension Launch {
    /// What happens from now on, in order; ends when the launch does, and is not to be asked for
    /// after that.
    public func events() -> LaunchEvents { LaunchEvents(self) }
}

extension Launch: EventSource {
    func addReader() -> EventReader {
        state.withLock { state in
            let reader = EventReader(next: state.machine.log.last + 1)
            state.machine.log.isObserved = true
            state.observers.add(reader)
            return reader
        }
    }

    fileprivate func events(for reader: EventReader) -> ArraySlice<Event> {
        var events: ArraySlice<Event> = []
        read(reader, upTo: 64).forEach(at: now) { events.append($0) }
        return events
    }

    func read(_ reader: EventReader, upTo count: Int) -> EventBatch {
        let next = reader.next.load(ordering: .relaxed)
        return state.withLock { state in
            if state.machine.stage == .ended, state.final == nil {
                state.final = FinalOperations(of: self)
            }
            let batch = EventBatch(from: next, upTo: count, state.machine, state.final)
            reader.next.store(batch.end + 1, ordering: .relaxed)
            state.machine.log.forget(before: state.observers.firstUnread(state.machine.log))
            return batch
        }
    }

    func park(_ parker: Parker, _ reader: EventReader, isResting: Bool) -> EventParking {
        state.withLock { state in
            guard reader.next.load(ordering: .relaxed) > state.machine.log.last else {
                return .newer
            }
            guard state.machine.stage != .ended else { return .ended }
            if isResting {
                state.observers.rest(.thread(parker), state.machine.log)
            } else {
                state.observers.wait(.thread(parker), state.machine.log)
            }
            return .parked
        }
    }

    func rest(_ parker: Parker, whenBehind reader: EventReader) -> Bool {
        state.withLock { state in
            let next = reader.next.load(ordering: .relaxed)
            guard next < state.machine.log.oldest, state.machine.stage != .ended,
                !state.machine.log.hasMilestone(since: next)
            else { return false }
            state.observers.rest(.thread(parker), state.machine.log)
            return true
        }
    }

    func unpark(_ parker: Parker) { state.withLock { $0.observers.remove(parker) } }

    /// Suspends until there is something to read.
    ///
    /// - Returns: `false` when nothing will follow, or the task was cancelled.
    fileprivate func waitForEvents(_ reader: EventReader) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { state in
                    guard reader.next.load(ordering: .relaxed) > state.machine.log.last,
                        state.machine.stage != .ended, !Task.isCancelled
                    else { return false }
                    state.observers.wait(.call { continuation.resume() }, state.machine.log)
                    return true
                }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            // Everybody looks again; the one that was cancelled leaves.
            let waiting = state.withLock { $0.observers.takeAll() }
            for observer in waiting { observer.wake() }
        }
        return state.withLock { state in
            reader.next.load(ordering: .relaxed) <= state.machine.log.last
                || state.machine.stage != .ended
        }
    }
}
