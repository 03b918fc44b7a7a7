/// Events as they were noted, with what it takes to tell them in full: made with the machine's lock
/// held, told without it.
///
/// An event of an operation is told from the operation as it is when the batch is made: what came
/// later than the event is left out.
struct EventBatch: Sendable {
    /// The number of the last event that is taken care of.
    let end: UInt64
    private var entries: [EventLog.Entry] = []
    /// The operations of ``entries``, and what only some of them have.
    private var nodes: [LaunchMachine.Node] = []
    private var details: [Int: LaunchMachine.Detail] = [:]
    private var outcomes: [Int: Outcome] = [:]
    private let topology: Topology
    private let nodesAtStart: Int
    /// What the operations came to; `nil` before the launch has ended.
    private let final: FinalOperations?
    /// Where everything is, when events are lost.
    private var whole: Report?
    private var lost = 0

    init(
        from next: UInt64,
        upTo count: Int,
        _ machine: borrowing LaunchMachine,
        _ final: FinalOperations?
    ) {
        self.final = final
        topology = machine.topology
        nodesAtStart = machine.nodesAtStart
        let (entries, lost) = machine.log.entries(from: next, upTo: count)
        guard lost == 0 else {
            // What concerns the launch is kept; where everything is takes the place of the rest.
            end = machine.log.last
            self.lost = Int(end - next) + 1
            self.entries = machine.log.milestones.filter { $0.sequence >= next }
            let report = machine.report(withOperations: false)
            if let final {
                whole = report.describing { final.all }
            } else {
                let snapshot = Snapshot(machine)
                whole = report.describing { snapshot.operations }
            }
            return
        }
        self.entries = entries
        end = entries.last?.sequence ?? next - 1
        nodes.reserveCapacity(entries.count)
        for entry in entries where entry.other == nil {
            let node = Int(entry.record.node)
            nodes.append(machine.nodes[node])
            if entry.record.step == .ended, let outcome = machine.outcomes[node] {
                outcomes[node] = outcome
            }
            if machine.nodes[node].flags.contains(.special) {
                details[node] = machine.details[node]
            }
            let taker = topology.taker(of: node)
            if taker != node { details[taker] = machine.details[taker] }
        }
    }

    var isEmpty: Bool { entries.isEmpty && lost == 0 }

    /// Tells the events in full, one by one; `now` is when.
    func forEach(at now: Instant, _ tell: (Event) -> Void) {
        var position = 0
        for entry in entries {
            let instant = Instant(nanoseconds: entry.record.nanoseconds)
            let kind: Event.Kind
            if let other = entry.other {
                kind = completed(other)
            } else {
                kind = event(entry.record, nodes[position], instant)
                position += 1
            }
            tell(Event(sequence: entry.sequence, at: instant, kind: kind))
        }
        if lost > 0, let whole {
            let kind = Event.Kind.eventsLost(count: lost, report: whole)
            tell(Event(sequence: end, at: now, kind: kind))
        }
    }

    /// Fills in the operations, which the machine leaves out.
    private func completed(_ kind: Event.Kind) -> Event.Kind {
        switch kind {
        case .launchStarted(let report):
            return .launchStarted(
                report.describing { [topology, nodesAtStart] in
                    topology.operations.lazy.filter { $0 < nodesAtStart }
                        .map { topology.declaredStatus(of: $0) }
                }
            )
        case .launchEnded(let report):
            guard let final else { return kind }
            return .launchEnded(report.describing { final.all })
        default:
            // All others are noted in full.
            return kind
        }
    }

    private func event(
        _ record: EventLog.Record,
        _ node: LaunchMachine.Node,
        _ instant: Instant
    ) -> Event.Kind {
        let number = Int(record.node)
        var status = topology.declaredStatus(of: number)
        status.readyAt = node.readyAt
        guard record.step != .ready else {
            status.state = .ready
            status.readyAt = instant
            return .operationReady(status)
        }
        status.startedAt = node.startedAt
        if node.releasedBy >= 0 { status.releasedBy = topology.name(of: Int(node.releasedBy)) }
        status.lockWait = details[topology.taker(of: number)].flatMap {
            topology.lockWait($0.lockWait)
        }
        if let detail = details[number] {
            status.attempt = detail.attempt
            status.attempts = detail.attempts
        }
        guard record.step == .ended else {
            status.state = .running
            return .operationStarted(status)
        }
        status.state = .ended(outcomes[number] ?? .succeeded)
        status.endedAt = node.endedAt
        status.fallback = details[number]?.fallback
        return .operationEnded(status)
    }
}

/// A machine as it is now, of which somebody may want the operations later.
private final class Snapshot: Sendable {
    private let machine: LaunchMachine

    init(_ machine: borrowing LaunchMachine) {
        self.machine = machine.copy()
    }

    var operations: [OperationStatus] { machine.statuses() }
}
