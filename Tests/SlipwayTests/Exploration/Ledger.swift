internal import Synchronization

@testable import Slipway

/// Notes what a launch on real threads tells, and says afterwards which rules it broke.
final class Ledger: LaunchReporter {
    private struct State {
        var last: UInt64 = 0
        var lastAt = Instant(nanoseconds: 0)
        var ended: Set<String> = []
        /// Operations that were left behind: they keep their locks beyond their end.
        var stuck: Set<String> = []
        var isOver = false
        var violations: [String] = []
    }

    private let state = Mutex(State())

    func report(_ event: Event) {
        state.withLock { state in
            if event.sequence != state.last + 1, state.last != 0 {
                state.violations.append("event \(event.sequence) follows \(state.last)")
            }
            if event.at < state.lastAt {
                state.violations.append("event \(event.sequence) is earlier than the one before")
            }
            if state.isOver { state.violations.append("\(event.kind) after the end") }
            (state.last, state.lastAt) = (event.sequence, event.at)
            switch event.kind {
            case .launchStarted(let report):
                // The operations that were cancelled before the launch began.
                state.ended = Set(report.operations.filter { $0.outcome != nil }.map(\.name))
            case .operationEnded(let status):
                if !state.ended.insert(status.name).inserted {
                    state.violations.append("'\(status.name)' ends twice")
                }
            // What an attempt of a group added has the name of what the next one adds.
            case .operationsAdded(let statuses), .operationsRenewed(let statuses, _):
                state.ended.subtract(statuses.map(\.name))
            case .operationStuck(let status, _): state.stuck.insert(status.name)
            case .launchEnded: state.isOver = true
            default: return
            }
        }
    }

    /// The rules that a launch which has ended broke.
    func violations(of report: Report, _ graph: Graph) -> [String] {
        let (told, ended, stuck) = state.withLock { state in
            let end = state.isOver ? [] : ["the end was not told"]
            return (state.violations + end, state.ended, state.stuck)
        }
        var violations = told
        if report.phase != .stopped, report.phase != .failed {
            violations.append("the launch is \(report.phase)")
        }
        for status in report.operations {
            if status.outcome == nil { violations.append("'\(status.name)' has not ended") }
            if !ended.contains(status.name) {
                violations.append("the end of '\(status.name)' was not told")
            }
            violations += order(of: status, report)
        }
        for action in report.actions where !action.state.isEnded {
            violations.append("action \(action.kind) has not ended")
        }
        if stuck.isEmpty { violations += exclusion(report, graph) }
        return violations
    }

    private func order(of status: OperationStatus, _ report: Report) -> [String] {
        guard let startedAt = status.startedAt else { return [] }
        var violations: [String] = []
        for name in status.requires + status.after {
            guard let other = report[name], let endedAt = other.endedAt else { continue }
            if endedAt > startedAt {
                violations.append("'\(status.name)' starts before '\(name)' has ended")
            }
        }
        for name in status.requires where report[name]?.outcome?.isUsable == false {
            violations.append("'\(status.name)' starts although '\(name)' did not succeed")
        }
        return violations
    }

    /// Of operations that run once, those that share a lock, or the main queue, never overlap.
    private func exclusion(_ report: Report, _ graph: Graph) -> [String] {
        var intervals: [String: [(start: Instant, end: Instant, name: String)]] = [:]
        for status in report.operations where !status.isGroup && status.attemptLimit == 1 {
            // One that falls back has given everything back by then.
            guard let startedAt = status.startedAt, let endedAt = status.endedAt,
                let index = graph.topology.index(named: status.name),
                !graph.topology.operations[index].options.hasFallback
            else { continue }
            var slots = graph.topology.operations[index].locks.map { "lock \($0)" }
            if status.queue == .main { slots.append("main") }
            for place in slots {
                intervals[place, default: []].append((startedAt, endedAt, status.name))
            }
        }
        return intervals.sorted { $0.key < $1.key }.flatMap { place, intervals in
            let inOrder = intervals.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
            return zip(inOrder, inOrder.dropFirst()).filter { $0.end > $1.start }.map {
                "'\($0.name)' and '\($1.name)' overlap in \(place)"
            }
        }
    }
}
