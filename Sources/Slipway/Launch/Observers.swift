internal import Synchronization

/// Who waits for events, and how far each observer has read; guarded by its launch's lock.
///
/// What every observed launch has is in tables: to make the type of an array takes a process's first
/// launch some 12,000 instructions.
struct Observers: ~Copyable, Sendable {
    /// A sleeping observer.
    enum Waiting: Sendable {
        case thread(Parker)
        /// What to call instead, once, on any thread.
        case call(@Sendable () -> Void)

        func wake() {
            switch self {
            case .thread(let parker): parker.notify()
            case .call(let call): call()
            }
        }

        fileprivate func isThread(_ parker: Parker) -> Bool {
            if case .thread(let other) = self { other === parker } else { false }
        }
    }

    // Not private, nor is the next: the compiler (6.3) fails on tables of private types.
    struct Reader: Sendable {
        weak var reader: EventReader?
    }

    struct Resting: Sendable {
        let observer: Waiting
        let until: UInt64
    }

    private var readers = Table<Reader>()
    /// Wake at the next event.
    private var waiting: [Waiting] = []
    /// Wake when something concerns the launch as a whole, or when an event's number is reached.
    private var resting = Table<Resting>()
    /// The smallest of those numbers.
    private var restEnd = UInt64.max
    /// The number of the last event when somebody was last woken or began to wait.
    private var lastSeen: UInt64 = 0

    /// Whether somebody sleeps who is to be woken for what is in the log.
    func mustWake(_ log: borrowing EventLog) -> Bool {
        // Whoever waits has read everything until then.
        if !waiting.isEmpty { return log.last > lastSeen }
        return !resting.isEmpty && mustWakeResting(log)
    }

    private func mustWakeResting(_ log: borrowing EventLog) -> Bool {
        log.lastUrgent > lastSeen || log.last >= restEnd
    }

    mutating func takeWaiting(_ log: borrowing EventLog) -> [Waiting] {
        var taken = waiting
        waiting = []
        if mustWakeResting(log) { takeResting(&taken) }
        lastSeen = log.last
        return taken
    }

    /// Everybody who waits, to look again.
    mutating func takeAll() -> [Waiting] {
        var taken = waiting
        waiting = []
        takeResting(&taken)
        return taken
    }

    private mutating func takeResting(_ taken: inout [Waiting]) {
        for place in resting.indices { taken.append(resting[place].observer) }
        resting.removeAll()
        restEnd = .max
    }

    mutating func add(_ reader: EventReader) {
        readers.removeAll { $0.reader == nil }
        readers.append(Reader(reader: reader))
    }

    /// The number of the first event that somebody has yet to read.
    func firstUnread(_ log: borrowing EventLog) -> UInt64 {
        var first = log.last + 1
        for place in readers.indices {
            guard let reader = readers[place].reader else { continue }
            first = min(first, reader.next.load(ordering: .relaxed))
        }
        return first
    }

    mutating func wait(_ observer: Waiting, _ log: borrowing EventLog) {
        waiting.append(observer)
        lastSeen = log.last
    }

    /// Has an observer woken when something concerns the launch as a whole, or so many further events
    /// have happened.
    mutating func rest(_ observer: Waiting, upTo count: UInt64 = .max, _ log: borrowing EventLog) {
        let (sum, isEndless) = log.last.addingReportingOverflow(count)
        let until = isEndless ? .max : sum
        resting.append(Resting(observer: observer, until: until))
        restEnd = min(restEnd, until)
        if waiting.isEmpty { lastSeen = log.last }
    }

    mutating func remove(_ parker: Parker) {
        waiting.removeAll { $0.isThread(parker) }
        resting.removeAll { $0.observer.isThread(parker) }
        restEnd = .max
        for place in resting.indices { restEnd = min(restEnd, resting[place].until) }
    }
}
