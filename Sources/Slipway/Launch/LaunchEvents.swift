/// The events of a launch, for a task that watches: an asynchronous sequence that ends when the
/// launch does.
///
/// The first iteration begins with what happens after the sequence was asked for, every further one
/// with the next event; each iteration reads at its own pace. An iteration that falls behind by
/// more than 65,536 events misses some, and is told so by ``Event/Kind/eventsLost(count:report:)``,
/// which has the state of everything; the launch does not wait for it.
public struct LaunchEvents: AsyncSequence, Sendable {
    private let launch: Launch
    private let first: FirstReader

    init(_ launch: Launch) {
        self.launch = launch
        first = FirstReader(EventReader(launch))
    }

    /// Reads the events one by one.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: EventReader
        fileprivate var events: ArraySlice<Event> = []

        /// The next event; `nil` when the launch has ended, or the task was cancelled.
        public mutating func next() async -> Event? {
            while events.isEmpty {
                if Task.isCancelled { return nil }
                let batch = reader.read(upTo: 64)
                if batch.isLast { return nil }
                events = batch.events[...]
                if events.isEmpty { await reader.wait() }
            }
            return events.popFirst()
        }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(reader: first.take() ?? EventReader(launch))
    }
}

/// Holds the reader of the first iteration until that begins: what happens between asking for
/// events and reading them must not be missed.
private final class FirstReader: Sendable {
    private let reader: Guarded<EventReader?>

    init(_ reader: EventReader) {
        self.reader = Guarded(reader)
    }

    func take() -> EventReader? {
        reader.withLock { reader in
            defer { reader = nil }
            return reader
        }
    }
}

extension Launch {
    /// The events from now on, in order; the sequence ends when the launch does, and is empty after
    /// that.
    public func events() -> LaunchEvents { LaunchEvents(self) }
}
