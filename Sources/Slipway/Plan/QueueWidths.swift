/// How many bodies of a queue may run at the same time.
public enum QueueWidth: Hashable, Sendable {
    /// As many as the CPUs that the process may use and its control groups allow, and at least 8:
    /// most bodies only wait.
    case automatic
    /// Exactly so many; at least 1.
    case fixed(Int)
}

/// The width of each queue of a plan, looked up and changed like a dictionary's values.
///
/// ```swift
/// plan.queues[.named("authentication")] = .fixed(1)
/// ```
///
/// A row instead of a hash table: there are a handful, and to make the type of a table takes a
/// process some 100,000 instructions.
public struct QueueWidths: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// A queue with its width.
    struct Entry: Hashable, Sendable {
        let queue: Queue
        var width: QueueWidth
    }

    /// By name.
    private(set) var entries: [Entry] = []

    /// Takes the queues over; of one that is named twice the last width counts.
    public init(dictionaryLiteral elements: (Queue, QueueWidth)...) {
        for (queue, width) in elements { self[queue] = width }
    }

    /// Takes the queues over.
    public init(_ widths: [Queue: QueueWidth]) {
        for (queue, width) in widths { self[queue] = width }
    }

    /// What a plan begins with.
    static let standard: QueueWidths = [.userInitiated: .automatic]

    /// How many queues there are.
    public var count: Int { entries.count }
    /// Whether there are none.
    public var isEmpty: Bool { entries.isEmpty }
    /// The queues, by name.
    public var queues: [Queue] { entries.map(\.queue) }

    /// The width of a queue; `nil` when it is not declared, or is not to be any more.
    public subscript(queue: Queue) -> QueueWidth? {
        get {
            let place = place(of: queue)
            return holds(queue, at: place) ? entries[place].width : nil
        }
        set {
            let place = place(of: queue)
            switch (holds(queue, at: place), newValue) {
            case (true, let width?): entries[place].width = width
            case (true, nil): entries.remove(at: place)
            case (false, let width?): entries.insert(Entry(queue: queue, width: width), at: place)
            case (false, nil): return
            }
        }
    }

    private func holds(_ queue: Queue, at place: Int) -> Bool {
        place < entries.count && entries[place].queue == queue
    }

    /// Where a queue is, or would be.
    private func place(of queue: Queue) -> Int {
        var range = entries.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if entries[middle].queue.name < queue.name {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }
}
