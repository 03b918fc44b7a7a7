internal import Synchronization

/// Who waits for events, and how far each observer has read; guarded by its launch's lock.
struct Observers: Sendable {
    /// A sleeping observer.
    enum Waiting: Sendable {
        case thread(Parker)
        case task(CheckedContinuation<Void, Never>)

        func wake() {
            switch self {
            case .thread(let parker): parker.notify()
            case .task(let continuation): continuation.resume()
            }
        }
    }

    private struct Reader: Sendable {
        weak var reader: EventReader?
    }

    private var readers: [Reader] = []
    /// Wake at the next event.
    private var waiting: [Waiting] = []
    /// Wake when something concerns the launch as a whole, or when an event's number is reached.
    private var resting: [(parker: Parker, until: UInt64)] = []
    /// The smallest of those numbers.
    private var restEnd = UInt64.max

    /// Whether somebody sleeps who is to be woken for what is in the log.
    func mustWake(_ log: borrowing EventLog) -> Bool {
        // Whoever waits has read everything until then.
        if !waiting.isEmpty { return log.last > lastSeen }
        return !resting.isEmpty && (log.lastUrgent > lastSeen || log.last >= restEnd)
    }

    /// The number of the last event when somebody was last woken or began to wait.
    private var lastSeen: UInt64 = 0

    mutating func takeWaiting(_ log: borrowing EventLog) -> [Waiting] {
        var taken = waiting
        waiting = []
        if log.lastUrgent > lastSeen || log.last >= restEnd {
            taken += resting.map { .thread($0.parker) }
            clearResting()
        }
        lastSeen = log.last
        return taken
    }

    mutating func add(_ reader: EventReader) {
        readers.removeAll { $0.reader == nil }
        readers.append(Reader(reader: reader))
    }

    /// The number of the first event that somebody has yet to read.
    func firstUnread(_ log: borrowing EventLog) -> UInt64 {
        readers.compactMap { $0.reader?.next.load(ordering: .relaxed) }.min() ?? log.last + 1
    }

    mutating func wait(_ observer: Waiting, _ log: borrowing EventLog) {
        waiting.append(observer)
        lastSeen = log.last
    }

    /// Has the parker notified when something concerns the launch as a whole, or so many further
    /// events have happened.
    mutating func rest(_ parker: Parker, upTo count: UInt64 = .max, _ log: borrowing EventLog) {
        let (sum, isEndless) = log.last.addingReportingOverflow(count)
        let until = isEndless ? .max : sum
        resting.append((parker, until))
        restEnd = min(restEnd, until)
        if waiting.isEmpty { lastSeen = log.last }
    }

    private mutating func clearResting() {
        resting = []
        restEnd = .max
    }

    mutating func remove(_ parker: Parker) {
        resting.removeAll { $0.parker === parker }
        restEnd = resting.map(\.until).min() ?? .max
        waiting.removeAll { if case .thread(let other) = $0 { other === parker } else { false } }
    }

    /// Everybody who waits; nothing more will come.
    mutating func takeAll() -> [Waiting] {
        defer {
            waiting = []
            clearResting()
        }
        return waiting + resting.map { .thread($0.parker) }
    }
}
