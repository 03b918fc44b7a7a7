import Testing

@testable import Slipway

/// Drives a ``LaunchMachine`` in virtual time, in any order that real threads could, and checks
/// what must always hold.
struct MachineDriver {
    var machine: LaunchMachine
    var now = Instant.at(0)
    /// Bodies that the machine wants started and that have not begun.
    var starting: [Int] = []
    /// Bodies that run.
    var running: Set<Int> = []
    /// Running bodies that were asked to give up.
    var asked: Set<Int> = []
    var tearingDown: [Int] = []
    var tornDown: [Int] = []
    var timers: [LaunchMachine.Timer: Instant] = [:]
    var events: [Event.Kind] = []
    var isFinished = false
    private var endings: [String: Int] = [:]

    init(_ graph: Graph, width: Int = 8) {
        machine = LaunchMachine(graph, processStart: .at(0), automaticWidth: width)
    }

    var graph: Graph { machine.graph }

    mutating func start() {
        machine.start(at: now)
        perform()
    }

    mutating func begin(_ node: Int) {
        starting.removeAll { $0 == node }
        if machine.started(node, at: now) {
            running.insert(node)
            checkMayRun(node)
        }
        perform()
    }

    mutating func end(_ node: Int, _ result: LaunchMachine.Result) {
        running.remove(node)
        asked.remove(node)
        machine.ended(node, result, at: now)
        perform()
    }

    mutating func finishTeardown(of node: Int) {
        tearingDown.removeAll { $0 == node }
        tornDown.append(node)
        machine.tornDown(node, nil, at: now)
        perform()
    }

    /// Lets time pass until the next timer, and fires it.
    mutating func fireNext() {
        guard
            let (timer, at) = timers.min(by: { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") })
        else { return }
        timers[timer] = nil
        now = max(now, at)
        machine.fired(timer, at: now)
        perform()
    }

    mutating func perform() {
        for effect in machine.takeEffects() {
            switch effect {
            case .start(let node): starting.append(node)
            case .requestCancel(let node): if running.contains(node) { asked.insert(node) }
            case .tearDown(let node): tearingDown.append(node)
            case .arm(let timer, let instant): timers[timer] = instant
            case .disarm(let timer): timers[timer] = nil
            case .dropPayload: break
            case .tell(let event, _): take(event)
            case .finish:
                #expect(!isFinished, "a launch finishes once")
                isFinished = true
            }
        }
        checkWidths()
    }

    private mutating func take(_ event: Event.Kind) {
        events.append(event)
        if case .operationEnded(let status) = event {
            endings[status.name, default: 0] += 1
            #expect(endings[status.name] == 1, "'\(status.name)' ended twice")
        }
    }

    private func checkMayRun(_ node: Int) {
        for link in graph.dependencies[node] {
            let state = machine.nodes[link.node].state
            #expect(state == .ended, "node \(node) started before \(link.node) ended")
            if link.kind == .requires {
                #expect(
                    machine.outcomes[link.node]?.isUsable == true,
                    "\(node) requires \(link.node)"
                )
            }
        }
    }

    private func checkWidths() {
        for (number, lane) in machine.lanes.enumerated() {
            let bodies = running.count { Int(graph.laneOf[$0]) == number }
            #expect(bodies <= lane.width, "queue \(graph.lanes[number].queue) is too full")
            #expect(lane.held <= lane.width)
        }
    }
}
