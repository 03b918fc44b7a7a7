/// What happened, in order, for those who watch: 16 bytes for what an operation goes through, of
/// which everything else follows later from the operation itself.
///
/// Bounded: past the limit the oldest are dropped. Whoever had not read them learns how many, and
/// then where everything is.
struct EventLog: ~Copyable, Sendable {
    enum Step: UInt8, Sendable {
        case ready, started, ended
        /// In ``others``.
        case other
    }

    struct Record: Sendable {
        var nanoseconds: Int64
        var node: Int32
        var step: Step
    }

    /// The most records that wait for a slow reader.
    static let limit = 65_536

    /// Whether there is anybody to keep records for.
    var isObserved = false {
        didSet {
            // What came before is nobody's.
            if !oldValue { oldest = last + 1 }
        }
    }
    /// How many events there have been.
    private(set) var last: UInt64 = 0
    /// The number of the last one that concerns the launch, or an action, rather than the ordinary
    /// course of an operation.
    private(set) var lastUrgent: UInt64 = 0
    /// The number of the oldest event that is kept, from 1; of the next one when there is none.
    private(set) var oldest: UInt64 = 1
    private var records = RecordBlocks(limit: limit)
    /// Those that are kept and are more than a record, in order.
    ///
    /// Searched, instead of a dictionary: to make the type of one takes a process's first launch some
    /// 100,000 instructions.
    private var others = Fifo<Entry>()
    /// What concerns the launch as a whole, which is never dropped.
    private(set) var milestones: [Entry] = []

    /// Notes what an operation goes through.
    @inline(__always)
    mutating func append(_ step: Step, _ node: Int, at now: Instant) {
        last += 1
        if isObserved { store(step, node, at: now) }
    }

    private mutating func store(_ step: Step, _ node: Int, at now: Instant) {
        let node = Int32(truncatingIfNeeded: node)
        store(Record(nanoseconds: now.nanoseconds, node: node, step: step))
    }

    /// Notes any other event.
    mutating func append(_ kind: Event.Kind, at now: Instant) {
        last += 1
        guard isObserved else { return }
        lastUrgent = last
        let record = Record(nanoseconds: now.nanoseconds, node: -1, step: .other)
        let entry = Entry(sequence: last, record: record, other: kind)
        others.append(entry)
        if kind.isMilestone { milestones.append(entry) }
        store(record)
    }

    /// Whether the launch has come to something, other than its start, with or after a number.
    func hasMilestone(since number: UInt64) -> Bool {
        guard let last = milestones.last, last.sequence >= number else { return false }
        if case .launchStarted = last.other { return false }
        return true
    }

    /// Counts an event that nobody watches.
    mutating func count() { last += 1 }

    @inline(__always)
    private mutating func store(_ record: Record) {
        if last - oldest >= UInt64(Self.limit) { forget(before: oldest + UInt64(Self.limit / 8)) }
        records.note(record, as: last)
    }

    /// Lets go of what everybody has read.
    mutating func forget(before number: UInt64) {
        let end = max(oldest, min(number, last + 1))
        while let first = others.first, first.sequence < end { _ = others.popFirst() }
        records.letGo(from: oldest, upTo: end)
        oldest = end
    }

    /// A record with its number, and with its event when it is not the ordinary course of an
    /// operation.
    struct Entry: Sendable {
        let sequence: UInt64
        let record: Record
        let other: Event.Kind?
    }

    /// The records from `number` on, at most `count`; and how many of those asked for are lost.
    func entries(from number: UInt64, upTo count: Int) -> (entries: [Entry], lost: Int) {
        guard number <= last, oldest <= last else { return ([], 0) }
        let start = max(number, oldest)
        let end = min(start + UInt64(count), last + 1)
        var entries: [Entry] = []
        entries.reserveCapacity(Int(end - start))
        var other = firstOther(from: start)
        for sequence in start..<end {
            guard let record = records[sequence] else {
                preconditionFailure("event \(sequence) of \(oldest)...\(last) is not kept")
            }
            if record.step == .other {
                entries.append(others[other])
                other += 1
            } else {
                entries.append(Entry(sequence: sequence, record: record, other: nil))
            }
        }
        return (entries, Int(start - number))
    }

    /// How many of ``others`` come before a number.
    private func firstOther(from number: UInt64) -> Int {
        var range = 0..<others.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if others[middle].sequence < number {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }
}

extension Event.Kind {
    fileprivate var isMilestone: Bool {
        switch self {
        case .launchStarted, .launchReady, .launchStopping, .launchEnded: true
        case .operationsAdded, .operationReady, .operationStarted, .operationRetrying,
            .operationEnded, .operationStuck, .actionChanged, .operationTornDown, .paused, .resumed,
            .eventsLost:
            false
        }
    }
}
