/// The launch actions that a launch knows: all that have not ended, and the last ones that have.
struct ActionRecords: Sendable {
    /// How many ended actions are kept for senders that ask what became of theirs.
    static let retained = 256

    private var records: [ActionID: ActionStatus] = [:]
    private var kinds: [ActionID: Int] = [:]
    private var order: [ActionID] = []
    private var ended = Fifo<ActionID>()

    subscript(id: ActionID) -> ActionStatus? { records[id] }

    /// In the order in which they were accepted.
    var all: [ActionStatus] { order.compactMap { records[$0] } }

    /// The operation that stands for the action's kind.
    func kind(of id: ActionID) -> Int? { kinds[id] }

    mutating func add(_ status: ActionStatus, _ kind: Int) {
        records[status.id] = status
        kinds[status.id] = kind
        order.append(status.id)
    }

    mutating func update(
        _ id: ActionID,
        _ change: (inout ActionStatus) -> Void
    ) -> ActionStatus? {
        guard var status = records[id] else { return nil }
        change(&status)
        records[id] = status
        return status
    }

    /// Lets the oldest ended actions go once there are too many.
    mutating func retire(_ id: ActionID) {
        ended.append(id)
        guard ended.count > Self.retained else { return }
        while ended.count > Self.retained, let oldest = ended.popFirst() {
            records[oldest] = nil
            kinds[oldest] = nil
        }
        if order.count > 2 * (records.count + 1) { order.removeAll { records[$0] == nil } }
    }
}
