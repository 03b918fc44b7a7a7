package import Slipway
internal import SlipwayRecords

/// A launch as the replies of `Watch` tell it, one after the other.
///
/// Keeps what a launch keeps: every operation, every action that has not ended, and the last ones
/// that have. Taking a change in costs the same however many there are.
package struct FollowedLaunch: Sendable {
    /// How many ended actions are kept at least; at twice as many the oldest are let go.
    package static let retained = 256

    /// The launch as it is after the last reply.
    package private(set) var report: Report
    private var operations: [String: Int] = [:]
    private var actions: [ActionID: Int] = [:]
    /// Ended actions, the first to end first.
    private var ended: [ActionID] = []

    /// Begins with a whole launch.
    package init(_ report: Report) {
        self.report = report
        for (index, operation) in report.operations.enumerated() {
            operations[operation.name] = index
        }
        indexActions()
        ended = report.actions.filter(\.state.isEnded).map(\.id)
    }

    /// Takes in one reply, as it comes after the ones before.
    ///
    /// - Returns: `false` when it is older than what is known and changed nothing: the launch as a
    ///   whole can be ahead of single changes, and states only ever go up.
    @discardableResult
    package mutating func apply(_ reply: WatchReply) -> Bool {
        switch reply {
        case .launch(let report):
            self = FollowedLaunch(report)
            return true
        case .operation(let operation): return apply(operation)
        case .action(let action): return apply(action)
        case .phase(let change): return apply(change)
        }
    }

    private mutating func apply(_ operation: OperationStatus) -> Bool {
        guard let index = operations[operation.name] else {
            operations[operation.name] = report.operations.count
            report.operations.append(operation)
            return true
        }
        guard !operation.isBehind(report.operations[index]) else { return false }
        report.operations[index] = operation
        return true
    }

    private mutating func apply(_ action: ActionStatus) -> Bool {
        if let index = actions[action.id] {
            let known = report.actions[index].state
            guard action.state.rank >= known.rank else { return false }
            report.actions[index] = action
            if known.isEnded { return true }
        } else {
            actions[action.id] = report.actions.count
            report.actions.append(action)
        }
        if action.state.isEnded {
            ended.append(action.id)
            if ended.count >= 2 * Self.retained { letGo() }
        }
        return true
    }

    private mutating func apply(_ change: PhaseChange) -> Bool {
        guard change.phase.rank >= report.phase.rank else { return false }
        report.phase = change.phase
        report.launchedAt = change.launchedAt
        report.readyAt = change.readyAt
        report.endedAt = change.endedAt
        report.rootCauses = change.rootCauses
        report.isPaused = change.isPaused
        report.pausedQueues = change.pausedQueues
        return true
    }

    /// Many at a time, so that it stays cheap.
    private mutating func letGo() {
        let gone = Set(ended.dropLast(Self.retained))
        ended.removeFirst(gone.count)
        report.actions.removeAll { gone.contains($0.id) }
        indexActions()
    }

    private mutating func indexActions() {
        actions.removeAll(keepingCapacity: true)
        for (index, action) in report.actions.enumerated() { actions[action.id] = index }
    }
}

extension OperationStatus {
    /// Whether this was before `other`: between two attempts it goes back from running to ready.
    fileprivate func isBehind(_ other: OperationStatus) -> Bool {
        if other.outcome != nil || outcome != nil { return state.rank < other.state.rank }
        return (attempts.count, state.rank) < (other.attempts.count, other.state.rank)
    }
}

extension OperationStatus.State {
    fileprivate var rank: Int {
        switch self {
        case .pending: 0
        case .ready: 1
        case .running: 2
        case .ended: 3
        }
    }
}

extension ActionStatus.State {
    /// States only ever go up.
    package var rank: Int {
        switch self {
        case .waiting: 0
        case .running: 1
        case .done, .failed, .cancelled, .expired: 2
        }
    }
}

extension Phase {
    /// Whether nothing changes any more.
    package var isEnded: Bool { self == .stopped || self == .failed }

    fileprivate var rank: Int {
        switch self {
        case .starting: 0
        case .ready: 1
        case .stopping: 2
        case .stopped, .failed: 3
        }
    }
}
