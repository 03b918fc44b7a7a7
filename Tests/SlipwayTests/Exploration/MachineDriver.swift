@testable import Slipway

/// Drives a ``LaunchMachine`` in virtual time, in any order that real threads could, and checks
/// what must always hold.
final class MachineDriver {
    var machine: LaunchMachine
    var now = Instant.at(0)
    /// Bodies that run, in order of starting.
    var running: [Int] = []
    /// What was asked to give up.
    var asked: Set<Int> = []
    /// Conditions that are being evaluated, and fallbacks that are being looked for.
    var evaluating: [Int] = []
    var fallingBack: [Int] = []
    var tearingDown: [Int] = []
    var tornDown: [Int] = []
    var timers: [LaunchMachine.Timer: Instant] = [:]
    /// All events but those of the ordinary course of an operation.
    var events: [Event.Kind] = []
    var milestones: [LaunchMachine.Milestone] = []
    var isFinished = false
    /// Whether whatever can start does so at once.
    var isEager = false
    /// What has been seen, for the rules.
    var seen: Seen
    /// What is called with all that happens, for those who look into a seed.
    var trace: ((String) -> Void)?
    /// What is called when a rule is broken.
    var complain: (String) -> Void = { _ in }
    private var nextEvent: UInt64 = 1

    init(_ graph: Graph, width: Int = 8, seed: UInt64 = 0) {
        machine = LaunchMachine(graph, processStart: .at(0), automaticWidth: width, seed: seed)
        machine.log.isObserved = true
        seen = Seen(machine.topology)
    }

    var graph: Graph { machine.graph }

    // MARK: What happens

    func start() {
        machine.start(at: now)
        perform()
    }

    /// Has the next body begin, if one can.
    @discardableResult
    func take(_ runner: LaunchMachine.Runner, releasing: Int = -1) -> Int? {
        let before = readyNodes
        let arrivals = machine.arrivals
        let node = machine.takeNext(runner, releasing: releasing, at: now)
        if let node {
            trace?("take \(node)")
            // What was given up to let it start.
            readLog()
            checkStart(of: node, before, hasLockWait: machine.arrivals > arrivals)
            running.append(node)
        }
        perform(eagerly: false)
        return node
    }

    /// Has every body begin that can; the nodes, in that order.
    @discardableResult
    func takeAll(releasing: Int = -1) -> [Int] {
        var taken: [Int] = []
        for runner in [LaunchMachine.Runner.main, .pool] {
            while let node = take(runner, releasing: releasing) { taken.append(node) }
        }
        return taken
    }

    /// A body returns or throws.
    func end(_ node: Int, _ result: LaunchMachine.Result = .succeeded) {
        trace?("end \(node) \(result)")
        if !running.contains(node) { complain("\(name(node)) does not run") }
        running.removeAll { $0 == node }
        if !machine.detail(of: node).abandoned {
            asked.remove(node)
            noteResult(of: node, result)
        }
        machine.ended(node, result, at: now)
        perform(releasing: node)
    }

    func endCondition(of node: Int, _ answer: Result<Bool, Failure>) {
        trace?("condition of \(node) \(answer)")
        evaluating.removeAll { $0 == node }
        if !seen.given.contains(node) {
            asked.remove(node)
            switch answer {
            case .success(true): seen.holds.insert(node)
            case .success(false): seen.doesNotHold.insert(node)
            case .failure: seen.failed.insert(node)
            }
        }
        machine.conditionEnded(node, answer, at: now)
        perform()
    }

    func endFallback(of node: Int, _ found: Result<FallbackUse, Failure>) {
        fallingBack.removeAll { $0 == node }
        asked.remove(node)
        if case .success = found { seen.fellBack.insert(node) }
        machine.fallbackEnded(node, found, at: now)
        perform()
    }

    @discardableResult
    func cancel(_ node: Int, reason: String = "test") -> Bool {
        trace?("cancel \(node)")
        seen.isCancelledByHand = true
        let wasLive = machine.cancel(node, reason: reason, at: now)
        perform(eagerly: false)
        noteCancel(of: node)
        if isEager { takeAll() }
        return wasLive
    }

    @discardableResult
    func cancel(_ action: ActionID) -> Bool {
        let wasLive = machine.cancel(action, reason: "test", at: now)
        perform()
        return wasLive
    }

    func stop(reason: String = "test") {
        seen.isAskedToStop = true
        machine.stop(reason: reason, at: now)
        perform()
    }

    func submit(_ id: String, kind: Int = 0) throws(SubmitRefusal) {
        let ended = endedNodes
        try machine.submit(kind: kind, id: ActionID(id), at: now)
        let node = graph.operationCount + kind
        let missing = machine.topology.dependencies(of: node).map(\.node)
        let level = graph.plan.actionDeclarations[kind].priority.rawValue
        if machine.nodes[node].waiting > 0 {
            seen.raise(missing, to: level, machine.topology) { ended.contains($0) }
        }
        perform()
    }

    func pause(_ lane: Int? = nil) {
        trace?("pause \(lane ?? -1)")
        if let lane {
            _ = machine.pause(lane, at: now)
            seen.pausedLanes.insert(lane)
        } else {
            _ = machine.pauseAll(at: now)
            seen.isPaused = true
        }
        perform()
    }

    func resume(_ lane: Int? = nil) {
        trace?("resume \(lane ?? -1)")
        if let lane {
            seen.pausedLanes.remove(lane)
            _ = machine.resume(lane, at: now)
        } else {
            seen.isPaused = false
            _ = machine.resumeAll(at: now)
        }
        perform()
    }

    /// Adds operations, as ``Launch/add(toGroup:_:)`` does.
    func add(_ plan: Plan, toGroup group: Int = -1) throws(AddingRefusal) {
        let addition: Graph
        do throws(GraphFaults) {
            addition = try Graph(plan, addingTo: MachineView(driver: self, group: group))
        } catch {
            throw .faults(error)
        }
        trace?("add to \(group)\n\(plot)")
        let first = machine.nodes.count
        let ended = endedNodes
        try machine.add(addition, toGroup: group, at: now)
        seen.add(machine.topology, from: first) { ended.contains($0) }
        perform()
    }

    func finishTeardown(of node: Int) {
        tearingDown.removeAll { $0 == node }
        tornDown.append(node)
        machine.tornDown(node, nil, at: now)
        perform()
    }

    /// Lets time pass until the next timer, and fires it.
    func fireNext() {
        let next = timers.min { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }
        guard let (timer, at) = next else { return }
        timers[timer] = nil
        now = max(now, at)
        machine.fired(timer, at: now)
        perform()
    }

    /// Fires a timer, which need not be armed any more.
    func fire(_ timer: LaunchMachine.Timer) {
        machine.fired(timer, at: now)
        perform()
    }

    // MARK: What follows

    private func perform(releasing: Int = -1, eagerly: Bool = true) {
        readLog()
        for effect in machine.takeEffects() {
            trace?("  effect \(effect)")
            switch effect {
            case .evaluate(let node):
                checkMayEvaluate(node)
                evaluating.append(node)
            case .fallBack(let node):
                checkMayFallBack(node)
                fallingBack.append(node)
            case .requestCancel(let node):
                let isThere =
                    running.contains(node) || evaluating.contains(node)
                    || fallingBack.contains(node)
                if !isThere { complain("\(name(node)) is asked to give up and does not run") }
                asked.insert(node)
                seen.askedAt[node] = now
            case .tearDown(let node):
                checkMayTearDown(node)
                tearingDown.append(node)
            case .arm(let timer, let instant): timers[timer] = instant
            case .disarm(let timer): timers[timer] = nil
            case .dropPayload: break
            case .reached(let milestone): milestones.append(milestone)
            case .finish:
                if isFinished { complain("the launch finishes twice") }
                isFinished = true
            }
        }
        checkState()
        if isEager, eagerly { takeAll(releasing: releasing) }
    }

    private func readLog() {
        let (entries, lost) = machine.log.entries(from: nextEvent, upTo: .max)
        if lost > 0 { complain("\(lost) events are lost") }
        for entry in entries {
            nextEvent = entry.sequence + 1
            trace?(words(for: entry))
            if let other = entry.other {
                events.append(other)
                note(other)
            } else {
                note(entry.record)
            }
        }
        machine.log.forget(before: nextEvent)
    }

    func name(_ node: Int) -> String { "'\(machine.topology.name(of: node))'" }

    /// The nodes with what they depend on, and the locks that they name.
    var plot: String {
        let topology = machine.topology
        return machine.nodes.indices.map { node in
            let links = machine.isAction(node) ? [] : topology.dependencies(of: node)
            let needs = links.map { "\($0.kind == .requires ? "" : "after ")\($0.node)" }
            let locks = topology.policies(of: node)?.locks.map { " [\($0)]" } ?? []
            let current = machine.nodes[node]
            return "\(node) \(name(node)) \(current.state) flags \(current.flags.rawValue)"
                + " in group \(topology.group(of: node)) waits for \(current.waiting): "
                + needs.joined(separator: ", ") + locks.joined()
        }.joined(separator: "\n")
    }

    private func words(for entry: EventLog.Entry) -> String {
        if let other = entry.other { return "\("\(other)".prefix(200))" }
        let node = Int(entry.record.node)
        let outcome = entry.record.step == .ended ? machine.outcomes[node] ?? .succeeded : nil
        let end = outcome.map { " \($0)" } ?? ""
        return "\(entry.record.step) \(node) \(name(node))\(end)"
    }

    private var endedNodes: Set<Int> {
        Set(machine.nodes.indices.filter { machine.nodes[$0].state == .ended })
    }

    /// The nodes that wait for their queue.
    private var readyNodes: [Int] {
        machine.nodes.indices.filter { machine.nodes[$0].state == .ready }
    }
}
