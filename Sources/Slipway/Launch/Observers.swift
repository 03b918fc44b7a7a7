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
    /// Wake when something concerns the launch as a whole.
    private var resting: [Parker] = []

    /// Whether somebody sleeps who is to be woken for what is in the log.
    func mustWake(_ log: borrowing EventLog) -> Bool {
        // Whoever waits has read everything until then.
        if !waiting.isEmpty { return log.last > lastSeen }
        return !resting.isEmpty && log.lastUrgent > lastSeen
    }

    /// The number of the last event when somebody was last woken or began to wait.
    private var lastSeen: UInt64 = 0

    mutating func takeWaiting(_ log: borrowing EventLog) -> [Waiting] {
        var taken = waiting
        waiting = []
        if log.lastUrgent > lastSeen {
            taken += resting.map { .thread($0) }
            resting = []
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

    mutating func rest(_ parker: Parker, _ log: borrowing EventLog) {
        resting.append(parker)
        if waiting.isEmpty { lastSeen = log.last }
    }

    mutating func remove(_ parker: Parker) {
        resting.removeAll { $0 === parker }
        waiting.removeAll { if case .thread(let other) = $0 { other === parker } else { false } }
    }

    /// Everybody who waits; nothing more will come.
    mutating func takeAll() -> [Waiting] {
        defer {
            waiting = []
            resting = []
        }
        return waiting + resting.map { .thread($0) }
    }
}
