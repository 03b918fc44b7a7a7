@testable import Slipway

/// Follows a launch with two folds, one of which loses events, and checks that both tell every end
/// once and come to the launch's own report.
struct FoldCheck {
    private var whole = ReportFold()
    private var lossy = ReportFold()
    private var random: SeededGenerator
    /// The events that the lossy fold has not been told.
    private var lost = 0
    private var isLosing = false
    private var told: [Set<String>] = [[], []]
    private(set) var violations: [String] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func take(_ event: Event) {
        let changes = whole.apply(event)
        note(changes, 0)
        // A launch that was stopped before it began tells nothing but its end.
        if case .launchEnded(let report) = event.kind, changes != [.phase],
            changes != [.launch(report)]
        {
            violations.append("the last report tells more than the events: \(changes)")
        }
        if isLosing, !event.kind.isMilestone {
            lost += 1
        } else {
            note(lossy.apply(event), 1)
        }
    }

    /// All events up to now have been read; `report` is the launch after them.
    mutating func finishReading(
        _ event: UInt64,
        _ report: @autoclosure () -> Report,
        at now: Instant
    ) {
        if lost > 0, random.chance(50) { catchUp(event, report(), at: now) }
        isLosing = lost > 0 || random.chance(30)
    }

    /// The launch does nothing any more.
    mutating func finish(_ event: UInt64, _ report: Report, at now: Instant) {
        catchUp(event, report, at: now)
        guard var followed = whole.report else { return }
        // It keeps what was added longer than the launch does.
        let names = Set(report.operations.map(\.name))
        followed.operations.removeAll { !names.contains($0.name) }
        if followed.settled != report.settled {
            violations.append("the fold has \(followed.settled), the launch \(report.settled)")
        }
        if lost == 0, lossy.report != report { violations.append("the fold with losses differs") }
        for ended in told where !ended.isSuperset(of: report.ends) {
            violations.append("ends that were not told: \(report.ends.subtracting(ended))")
        }
    }

    private mutating func catchUp(_ event: UInt64, _ report: Report, at now: Instant) {
        let kind = Event.Kind.eventsLost(count: lost, report: report)
        note(lossy.apply(Event(sequence: event, at: now, kind: kind)), 1)
        lost = 0
    }

    private mutating func note(_ changes: [LaunchChange], _ fold: Int) {
        for change in changes {
            switch change {
            case .launch(let report): told[fold].formUnion(report.ends)
            // Its group is tried again.
            case .operation(let status?, let before?)
            where status.outcome == nil && before.outcome != nil:
                told[fold].remove(status.identity)
            case .operation(let status?, let before) where status.outcome != nil:
                guard before?.outcome == nil else { continue }
                noteEnd(status.identity, fold)
            case .action(let status?, let before) where status.state.isEnded:
                guard before?.state.isEnded != true else { continue }
                noteEnd("action \(status.id)", fold)
            default: continue
            }
        }
    }

    private mutating func noteEnd(_ name: String, _ fold: Int) {
        if !told[fold].insert(name).inserted {
            violations.append("the end of \(name) is told twice")
        }
    }
}

extension Report {
    /// Without that which changes without an event: what something waits for.
    fileprivate var settled: Report {
        var report = self
        // The fold keeps the row of a name for longer than the launch.
        report.operations.sort { $0.name < $1.name }
        for index in report.operations.indices { report.operations[index].obstacle = nil }
        for index in report.actions.indices {
            if case .waiting = report.actions[index].state {
                report.actions[index].state = .waiting(missing: [])
            }
        }
        return report
    }

    fileprivate var ends: Set<String> {
        Set(operations.filter { $0.outcome != nil }.map(\.identity))
            .union(actions.filter(\.state.isEnded).map { "action \($0.id)" })
    }
}

extension OperationStatus {
    /// An addition may have the name of an earlier one.
    fileprivate var identity: String { "operation \(declared.name) \(String(describing: number))" }
}
