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
    var isObserved = false
    /// How many events there have been.
    private(set) var last: UInt64 = 0
    /// The number of the last one that concerns the launch, or an action, rather than the ordinary
    /// course of an operation.
    private(set) var lastUrgent: UInt64 = 0
    /// The number of the oldest that is kept, from 1.
    private var first: UInt64 = 1
    private var ring = Table<Record>()

    /// The number of the oldest event that is kept; of the next one when there is none.
    var oldest: UInt64 { ring.count == 0 ? last + 1 : first }
    private var others: [UInt64: Event.Kind] = [:]
    /// What concerns the launch as a whole, which is never dropped.
    private(set) var milestones: [Entry] = []

    /// Notes what an operation goes through.
    mutating func append(_ step: Step, _ node: Int, at now: Instant) {
        last += 1
        guard isObserved else { return }
        store(
            Record(
                nanoseconds: now.nanoseconds,
                node: Int32(truncatingIfNeeded: node),
                step: step
            )
        )
    }

    /// Notes any other event.
    mutating func append(_ kind: Event.Kind, at now: Instant) {
        last += 1
        guard isObserved else { return }
        lastUrgent = last
        others[last] = kind
        if kind.isMilestone {
            let record = Record(nanoseconds: now.nanoseconds, node: -1, step: .other)
            milestones.append(Entry(sequence: last, record: record, other: kind))
        }
        store(Record(nanoseconds: now.nanoseconds, node: -1, step: .other))
    }

    /// Whether the launch has come to something, other than its start, with or after a number.
    func hasMilestone(since number: UInt64) -> Bool {
        guard let last = milestones.last, last.sequence >= number else { return false }
        if case .launchStarted = last.other { return false }
        return true
    }

    /// Counts an event that nobody watches.
    mutating func count() { last += 1 }

    private mutating func store(_ record: Record) {
        // Without a reader until now, what came before is nobody's.
        if ring.count == 0 { first = last }
        if last - first >= UInt64(ring.count) { makeRoom() }
        ring[Int(last & UInt64(ring.count - 1))] = record
    }

    /// Doubles the ring, up to the limit; then drops the oldest eighth.
    private mutating func makeRoom() {
        guard ring.count < Self.limit else {
            return forget(before: first + UInt64(Self.limit / 8))
        }
        let empty = Record(nanoseconds: 0, node: -1, step: .other)
        var larger = Table(repeating: empty, count: max(256, ring.count * 2))
        for number in first..<last {
            larger[Int(number & UInt64(larger.count - 1))] =
                ring[Int(number & UInt64(ring.count - 1))]
        }
        ring = larger
    }

    /// Lets go of what everybody has read.
    mutating func forget(before number: UInt64) {
        let end = min(number, last + 1)
        if !others.isEmpty {
            while first < end {
                if ring[Int(first & UInt64(ring.count - 1))].step == .other { others[first] = nil }
                first += 1
            }
        }
        first = max(first, end)
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
        guard number <= last, ring.count > 0 else { return ([], 0) }
        let start = max(number, first)
        var entries: [Entry] = []
        entries.reserveCapacity(min(count, Int(last + 1 - start)))
        var sequence = start
        while sequence <= last, entries.count < count {
            let record = ring[Int(sequence & UInt64(ring.count - 1))]
            let other = record.step == .other ? others[sequence] : nil
            entries.append(Entry(sequence: sequence, record: record, other: other))
            sequence += 1
        }
        return (entries, Int(start - number))
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
