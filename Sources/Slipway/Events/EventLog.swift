/// The events, in order, for observers: a bounded ring with sequence numbers.
///
/// Past the limit the oldest events are dropped. A reader that had not read them learns how many,
/// and then the state of everything; it still gets the events that concern the launch as a whole.
struct EventLog: Sendable {
    /// The state of one reader.
    private struct Reader: Sendable {
        /// The number of the next event that it reads.
        var next: UInt64
        /// Wakes the reader; `nil` while it does not sleep.
        var wake: (@Sendable () -> Void)?
        /// The reader sleeps until an event is not of the ordinary course of an operation or
        /// action.
        var isResting = false
    }

    /// The most events that wait for a slow reader.
    static let limit = 65_536

    /// The number of events that there have been.
    private(set) var last: UInt64 = 0
    private var entries = Fifo<Entry>()
    /// The number of entries that are no ordinary steps.
    private var wholeCount = 0
    /// The events that concern the launch as a whole: held until every reader has read them; of
    /// those that say that it is degraded, only the last.
    private(set) var milestones: [LoggedEvent] = []
    private var readers: [Int: Reader] = [:]
    private var lastReader = 0
    /// The number of readers that sleep.
    private var sleepers = 0
    /// An event has happened for which a reader that sleeps is to be woken.
    private var wakesAny = false
    private var wakesResting = false
    /// The contents that are forgotten and may hold the last reference to an error of the user's,
    /// whose `deinit` may call the launch: let go of without the launch's lock.
    private var dropped: [Entry.Content] = []

    fileprivate struct Entry: Sendable {
        let at: Instant
        let content: Content

        enum Content: Sendable {
            case step(LoggedEvent.Step, of: Int32)
            case whole(Event.Kind)
            case report(@Sendable () -> Event.Kind)
        }
    }

    /// Contents that are forgotten.
    struct Dropped: Sendable {
        fileprivate let contents: [Entry.Content]
    }

    /// There is a reader.
    private(set) var isObserved = false

    // MARK: Writing

    /// Counts an event that is not watched.
    mutating func count() { last += 1 }

    /// Appends an ordinary step of an operation of the graph.
    mutating func append(_ step: LoggedEvent.Step, of operation: Int, at now: Instant) {
        append(Entry(at: now, content: .step(step, of: Int32(operation))))
    }

    mutating func append(_ kind: Event.Kind, at now: Instant) {
        append(Entry(at: now, content: .whole(kind)))
        wholeCount += 1
        guard !kind.isStep else { return }
        wakesResting = true
        guard kind.isMilestone else { return }
        // A service may say for years that it is degraded.
        if case .launchDegraded = kind { forgetMilestones(where: \.isDegradation) }
        milestones.append(LoggedEvent(sequence: last, at: now, content: .whole(kind)))
    }

    /// Appends the beginning or the end of the launch; its report is made when the event is read.
    mutating func append(at now: Instant, report: @escaping @Sendable () -> Event.Kind) {
        append(Entry(at: now, content: .report(report)))
        wholeCount += 1
        wakesResting = true
        milestones.append(LoggedEvent(sequence: last, at: now, content: .report(report)))
    }

    /// Turns the steps of an operation into whole events: the operation begins anew, and its record
    /// will not say what they were.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - record: Its record as it was.
    ///   - declared: The declarations of the graph's operations.
    mutating func keepSteps(
        of operation: Int,
        _ record: OperationRecord,
        _ declared: [Shared<OperationDeclaration>]
    ) {
        for place in 0..<entries.count {
            guard case .step(_, Int32(operation)) = entries[place].content else { continue }
            let event = event(at: place) { _ in record }.event(declared)
            entries[place] = Entry(at: event.at, content: .whole(event.kind))
            wholeCount += 1
        }
    }

    private mutating func append(_ entry: Entry) {
        if entries.count == Self.limit { forget(1) }
        last += 1
        entries.append(entry)
        wakesAny = true
    }

    // MARK: Reading

    /// A reader that begins with the next event.
    mutating func addReader() -> Int {
        lastReader += 1
        readers[lastReader] = Reader(next: last + 1)
        isObserved = true
        return lastReader
    }

    mutating func removeReader(_ reader: Int) {
        wakeUp(reader)
        readers[reader] = nil
        isObserved = !readers.isEmpty
        forgetWhatIsRead()
        if !isObserved { forgetMilestones { _ in true } }
    }

    /// The next events for a reader.
    ///
    /// - Parameters:
    ///   - reader: The reader.
    ///   - count: The most events.
    ///   - record: The record of an operation as it is now.
    /// - Returns: The events, and how many were dropped before them.
    mutating func read(
        _ reader: Int,
        upTo count: Int,
        _ record: (Int) -> OperationRecord
    ) -> (events: [LoggedEvent], lost: Int) {
        guard let next = readers[reader]?.next, next <= last else { return ([], 0) }
        guard next >= oldest else {
            let missed = milestones.filter { $0.sequence >= next }
            readers[reader]?.next = last + 1
            forgetWhatIsRead()
            return (missed, Int(last - next) + 1)
        }
        let start = Int(next - oldest)
        let end = min(start + min(count, entries.count), entries.count)
        let read = (start..<end).map { event(at: $0, record) }
        readers[reader]?.next = next + UInt64(end - start)
        forgetWhatIsRead()
        return (read, 0)
    }

    /// The number of the first event that is held.
    private var oldest: UInt64 { last + 1 - UInt64(entries.count) }

    private func event(at place: Int, _ record: (Int) -> OperationRecord) -> LoggedEvent {
        let entry = entries[place]
        let content: LoggedEvent.Content =
            switch entry.content {
            case .step(let step, let index): .step(step, of: Int(index), record(Int(index)))
            case .whole(let kind): .whole(kind)
            case .report(let kind): .report(kind)
            }
        return LoggedEvent(sequence: oldest + UInt64(place), at: entry.at, content: content)
    }

    /// Lets go of what every reader has read.
    private mutating func forgetWhatIsRead() {
        let next = readers.values.map(\.next).min() ?? last + 1
        if let first = milestones.first, first.sequence < next {
            forgetMilestones { $0.sequence < next }
        }
        guard oldest < next else { return }
        forget(min(entries.count, Int(next - oldest)))
    }

    /// Forgets the first events.
    private mutating func forget(_ count: Int) {
        for place in 0..<count where wholeCount > 0 {
            let entry = entries[place]
            if case .step = entry.content { continue }
            wholeCount -= 1
            dropped.append(entry.content)
            // The element itself may stay for a while.
            entries[place] = Entry(at: entry.at, content: .step(.ready, of: 0))
        }
        entries.removeFirst(count)
    }

    private mutating func forgetMilestones(where matches: (LoggedEvent) -> Bool) {
        for milestone in milestones where matches(milestone) {
            switch milestone.content {
            case .step: continue
            case .whole(let kind): dropped.append(.whole(kind))
            case .report(let kind): dropped.append(.report(kind))
            }
        }
        milestones.removeAll(where: matches)
    }

    /// The contents that were forgotten, to be let go of without the launch's lock; `nil` for none.
    mutating func takeDropped() -> Dropped? {
        guard !dropped.isEmpty else { return nil }
        defer { dropped = [] }
        return Dropped(contents: dropped)
    }

    // MARK: Sleeping

    /// Has a reader woken at the next event, or, when it rests, at the next one that is not of the
    /// ordinary course of an operation or action.
    ///
    /// - Returns: `false` when there is something to read already.
    mutating func sleep(
        _ reader: Int,
        isResting: Bool = false,
        wake: @escaping @Sendable () -> Void
    ) -> Bool {
        guard let next = readers[reader]?.next, next > last else { return false }
        wakeUp(reader)
        readers[reader]?.wake = wake
        readers[reader]?.isResting = isResting
        sleepers += 1
        return true
    }

    /// A reader does not sleep any more.
    mutating func wakeUp(_ reader: Int) {
        guard readers[reader]?.wake != nil else { return }
        readers[reader]?.wake = nil
        sleepers -= 1
    }

    /// The calls that wake the readers that are to be woken, the oldest first; empty afterwards.
    ///
    /// A launch's reporters are woken in the order they were given in: first the one that tells
    /// systemd, which others wait for.
    mutating func takeWakes(all: Bool = false) -> [@Sendable () -> Void] {
        guard all || wakesAny else { return [] }
        defer { (wakesAny, wakesResting) = (false, false) }
        guard sleepers > 0 else { return [] }
        var wakes: [(reader: Int, wake: @Sendable () -> Void)] = []
        for (reader, state) in readers {
            guard let wake = state.wake, all || wakesResting || !state.isResting else { continue }
            wakes.append((reader, wake))
            wakeUp(reader)
        }
        return wakes.sorted { $0.reader < $1.reader }.map(\.wake)
    }
}

extension LoggedEvent {
    fileprivate var isDegradation: Bool {
        if case .whole(.launchDegraded) = content { true } else { false }
    }
}

extension Event.Kind {
    /// The event is of the ordinary course of an operation or action.
    fileprivate var isStep: Bool {
        switch self {
        case .operationReady, .operationStarted, .operationEnded, .actionChanged: true
        case .launchStarted, .launchReady, .launchDegraded, .launchStopping, .launchEnded,
            .operationsAdded, .operationsRenewed, .operationRetrying, .operationStuck,
            .operationWaitsInVain,
            .programChanged, .storageChanged, .operationTearingDown, .operationTornDown, .paused,
            .resumed, .eventsLost:
            false
        }
    }

    /// The event concerns the launch as a whole.
    var isMilestone: Bool {
        switch self {
        case .launchStarted, .launchReady, .launchDegraded, .launchStopping, .launchEnded: true
        case .operationsAdded, .operationsRenewed, .operationReady, .operationStarted,
            .operationRetrying,
            .operationEnded, .operationStuck, .operationWaitsInVain, .actionChanged,
            .programChanged, .storageChanged, .operationTearingDown, .operationTornDown, .paused,
            .resumed, .eventsLost:
            false
        }
    }
}
