/// The operations that remain until a launch is ready, complete, or at rest.
struct Remaining: Sendable {
    /// The number of operations of the launch stage that have not ended.
    var unended = 0
    /// The number of operations of the background stage that have not ended.
    var unendedBackground = 0
    /// The operations that wait for the launch to be ready.
    var background: [Int] = []
    /// The number of operations that run, wait for their next attempt, or ask for a condition or
    /// fallback; without those that are left behind.
    var active = 0
    /// The operations whose condition or fallback was left behind and has not returned.
    private(set) var leftCalls: [Int] = []

    /// Counts the operations of a graph.
    init(_ records: [OperationRecord]) {
        background = records.indices.filter {
            records[$0].stage == .background && !records[$0].isAction
        }
        unended = records.count - records.count(where: \.isAction) - background.count
        unendedBackground = background.count
    }

    /// So many more, or fewer, operations of a stage have not ended.
    @inline(__always)
    mutating func count(_ stage: Stage, _ number: Int) {
        switch stage {
        case .launch: unended += number
        case .background: unendedBackground += number
        }
    }

    mutating func leaveCall(_ index: Int) { leftCalls.append(index) }

    /// - Returns: Whether a call of the operation was left behind.
    mutating func callReturned(_ index: Int) -> Bool {
        guard let place = leftCalls.firstIndex(of: index) else { return false }
        leftCalls.remove(at: place)
        return true
    }
}
