@testable import Slipway

/// One launch of a random plan, with events in any order in which real threads could produce them.
///
/// The same seed gives the same launch.
struct Exploration {
    private var random: SeededGenerator
    private let driver: MachineDriver
    private let failures: Int
    /// The percentage of bodies, conditions and fallbacks that never return.
    private let stuck: Int
    private let isBusy: Bool
    private var neverReturn: Set<Int> = []
    private var submitted = 0
    private var additions = 0

    /// Explores one seed.
    ///
    /// - Parameters:
    ///   - seed: The launch.
    ///   - trace: Called with every event.
    /// - Returns: The rules that were broken.
    static func violations(seed: UInt64, trace: ((String) -> Void)? = nil) -> [String] {
        var random = SeededGenerator(seed: seed)
        guard let graph = RandomPlan.graph(&random, upTo: random.chance(80) ? 12 : 40) else {
            return []
        }
        var exploration = Exploration(graph, random, seed)
        exploration.driver.trace = trace
        return exploration.run()
    }

    private init(_ graph: Graph, _ random: SeededGenerator, _ seed: UInt64) {
        self.random = random
        driver = MachineDriver(graph, width: self.random.number(1...4), seed: seed)
        // So that places of released operations are used again.
        driver.machine.additions.retained = 2
        driver.machine.additions.threshold = 3
        failures = self.random.number(0...30)
        stuck = self.random.chance(25) ? self.random.number(1...20) : 0
        isBusy = self.random.chance(60)
    }

    private mutating func run() -> [String] {
        var violations: [String] = []
        let driver = driver
        driver.complain = { violation in
            violations.append(violation)
            driver.trace?("\(violation)\n\(driver.plot)")
        }
        for _ in 0..<random.number(0...2) where isBusy { interfere() }
        driver.start()
        var steps = 0
        var final: [OperationStatus]?
        while violations.isEmpty, step() {
            steps += 1
            if final == nil, driver.machine.course.hasEnded {
                final = driver.machine.report().operations
            }
            if steps == 20_000 { violations.append("the launch does not come to an end") }
        }
        // Reports of the end rely on it.
        if let final, final != driver.machine.report().operations {
            driver.complain("operations have changed after the end")
        }
        if violations.isEmpty { checkEnd() }
        driver.complain = { _ in }
        return violations
    }

    /// Performs one of the possible next events; `false` when there is none.
    private mutating func step() -> Bool {
        driver.now = driver.now.advanced(by: .microseconds(random.number(0...3000)))
        if isBusy, !driver.isFinished, random.chance(10) { interfere() }
        let isDue = driver.timers.values.contains { $0 <= driver.now }
        if isDue, random.chance(60) {
            driver.fireNext()
        } else if random.chance(50), driver.take(random.chance(40) ? .main : .pool) != nil {
            return true
        } else if let node = next(driver.running), random.chance(70) {
            driver.end(node, result(of: node))
        } else if let node = next(driver.evaluating) {
            driver.endCondition(of: node, answer(of: node))
        } else if let node = driver.judging.first {
            driver.judge(node, mayRetry: random.chance(80))
        } else if let node = next(driver.fallingBack), random.chance(70) {
            let found = random.chance(failures)
            driver.endFallback(
                of: node,
                found
                    ? .failure(Failure(.error, "nothing there"))
                    : .success(random.chance(20) ? nil : FallbackUse(source: "cache"))
            )
        } else if let node = next(driver.staying), random.chance(driver.leaving.isEmpty ? 20 : 60) {
            changePart(node)
        } else if let node = random.pick(driver.tearingDown), !random.chance(stuck) {
            driver.finishTeardown(of: node)
        } else {
            return goOn()
        }
        return true
    }

    /// No random event was possible: performs the remaining ones.
    private mutating func goOn() -> Bool {
        if driver.take(.main) != nil || driver.take(.pool) != nil { return true }
        let open = driver.running + driver.evaluating + driver.fallingBack
        if !neverReturn.isSuperset(of: open) { return true }
        if !driver.tearingDown.isEmpty, random.chance(50) { return true }
        if !neverReturn.isSuperset(of: driver.leaving) { return true }
        if driver.isFinished { return false }
        if driver.seen.isPaused, random.chance(50) || driver.timers.isEmpty {
            driver.resume(nil)
        } else if let queue = driver.seen.pausedQueues.min(),
            random.chance(50) || driver.timers.isEmpty
        {
            driver.resume(queue)
        } else if !driver.timers.isEmpty {
            driver.fireNext()
        } else if !open.isEmpty {
            driver.stop()  // Nothing limits the time of what never returns.
        } else {
            return !driver.tearingDown.isEmpty
        }
        return true
    }

    /// One that was not chosen to never return.
    private mutating func next(_ nodes: [Int]) -> Int? {
        // Bodies that never returned do so after the end.
        let others = driver.isFinished ? nodes : nodes.filter { !neverReturn.contains($0) }
        guard let node = random.pick(others) else { return nil }
        guard !driver.isFinished, random.chance(stuck) else { return node }
        neverReturn.insert(node)
        return nil
    }

    private mutating func result(of node: Int) -> LaunchMachine.Result {
        if driver.asked.contains(node), random.chance(70) {
            return .cancelled(random.chance(50) ? Cancelled("was far") : nil)
        }
        guard random.chance(failures) else { return .succeeded }
        return random.chance(90)
            ? .failed(Failure(.error, "broken"), mayRetry: random.chance(80)) : .cancelled(nil)
    }

    private mutating func changePart(_ node: Int) {
        if !driver.isFinished, random.chance(10) {
            driver.operate(node, random.pick([.start, .stop, .restart]) ?? .stop)
        } else if driver.leaving.contains(node) || random.chance(failures) {
            driver.endPart(node, result(of: node))
        } else {
            driver.becomeReady(node)
        }
    }

    private mutating func answer(of node: Int) -> Result<Bool, Failure> {
        random.chance(failures / 2)
            ? .failure(Failure(.error, "cannot say")) : .success(random.chance(75))
    }

    private mutating func interfere() {
        let queues = driver.machine.slots.queues.count
        switch random.number(0...25) {
        case 0...6: submit()
        case 7...9:
            guard let node = random.pick(driver.machine.topology.inOrder) else { return }
            driver.cancel(node)
        case 10: driver.pause(random.number(0...(queues - 1)))
        case 11: if random.chance(50) { driver.pause() }
        case 12:
            if let queue = random.pick(driver.seen.pausedQueues.sorted()) { driver.resume(queue) }
        case 13: driver.resume()
        case 14...18: add()
        case 19:
            guard let node = random.pick(driver.running) else { return }
            if !driver.isAction(node) { driver.waitOutsideQueue(node) }
        case 20...23:
            guard let node = random.pick(driver.running) else { return }
            let others = driver.machine.topology.inOrder.filter { !driver.isAction($0) }
            driver.beginWait(of: node, for: random.chance(80) ? random.pick(others) : nil)
        case 24:
            guard let node = random.pick(driver.running) else { return }
            driver.putBack(node)
        default: if random.chance(15) { driver.stop() }
        }
    }

    private mutating func submit() {
        guard let kind = random.pick(driver.machine.book.kinds.keys.sorted()) else { return }
        submitted += 1
        try? driver.submit("a\(submitted)", kind: kind)
        if random.chance(10) { driver.cancel(ActionID("a\(submitted)")) }
    }

    private mutating func add() {
        additions += 1
        let topology = driver.machine.topology
        let groups = topology.inOrder.filter { index in
            topology.operations[index].isGroup && !driver.machine.records[index].hasEnded
        }
        // A body adds to the group that it is in.
        let adder = random.chance(50) ? random.pick(driver.running) : nil
        let group =
            if let adder { topology.operations[adder].group } else {
                random.chance(60) ? random.pick(groups) : nil
            }
        let candidates = topology.inOrder.filter { index in
            group.map { !topology.groups(around: index).contains($0) } ?? true || random.chance(50)
        }
        let chosen = random.sample(candidates, upTo: 3)
        let plan = RandomPlan.addition(
            existing: chosen.map { (topology.handle(of: $0), topology.isSure($0)) },
            // Names come back, of what has ended and of what has not.
            number: additions % 5,
            &random
        )
        // Some are refused, and change nothing.
        _ = try? driver.add(plan, toGroup: group, by: adder)
    }

    private func checkEnd() {
        let machine = driver.machine
        let isHeld = !driver.running.isEmpty || !driver.fallingBack.isEmpty || stuck > 0
        let isOver = machine.course.hasEnded || machine.course.isReady
        if !isOver { driver.complain("the launch hangs in \(machine.course.state)") }
        for node in machine.indices where !machine.records[node].hasEnded {
            let isWaiting = driver.isAction(node) && machine.records[node].isPending
            let isLate = machine.records[node].stage == .background && isHeld
            if !isWaiting, !isLate || machine.course.hasEnded {
                driver.complain("\(driver.name(node)) is left in \(machine.records[state: node])")
            }
        }
        if driver.isFinished != machine.course.hasEnded { driver.complain("no finish") }
        if machine.course.hasEnded, machine.course.rootCauses.isEmpty, !driver.seen.isAskedToStop {
            driver.complain("the launch ended for nothing")
        }
        if stuck == 0, driver.callers.contains(where: { machine.parts[$0]?.isThere == false }) {
            driver.complain("\(driver.callers) have no answer")
        }
        if machine.course.hasEnded, stuck == 0, !driver.staying.isEmpty {
            driver.complain("\(driver.staying) stay after the end")
        }
        checkRoots(machine)
        checkActions(machine)
        checkInstants(machine)
        driver.readLate()
        driver.folds.finish(machine.log.last, machine.report(), at: driver.now)
        for violation in driver.folds.violations { driver.complain(violation) }
    }

    /// Every skipped operation names one that did not succeed, and no root cause was skipped itself.
    private func checkRoots(_ machine: borrowing LaunchMachine) {
        for cause in machine.course.rootCauses {
            guard let node = cause.operation.flatMap({ machine.topology.index(named: $0) }),
                case .skipped(let root)? = machine.records[outcome: node]
            else { continue }
            if !driver.hasReleased {
                driver.complain("\(driver.name(node)) is a root cause, and '\(root)' of it")
            }
        }
        for node in machine.indices {
            guard case .skipped(let root)? = machine.records[outcome: node] else { continue }
            let rootNode = machine.topology.index(named: root)
            // It may have been released.
            // A group that could not begin may have fallen back since.
            if let rootNode, machine.isGroup(rootNode) { continue }
            let isUsable =
                (rootNode.map { (machine.records[outcome: $0] ?? .succeeded).isUsable } ?? false)
                // A part of the service may have ended after its operation.
                && !machine.course.rootCauses.contains { $0.operation == root }
            if isUsable { driver.complain("\(driver.name(node)) is skipped because of '\(root)'") }
            // What stood between it and its root may have been released.
            if let rootNode, !driver.hasReleased, !machine.topology.needs(node, rootNode) {
                driver.complain("\(driver.name(node)) is skipped, and does not need '\(root)'")
            }
        }
    }

    private func checkActions(_ machine: borrowing LaunchMachine) {
        let actions = machine.book.all
        for action in actions {
            if machine.course.hasEnded, !action.state.isEnded {
                driver.complain("action \(action.id) never ended")
            }
            guard let startedAt = action.startedAt else { continue }
            for other in actions where other.kind == action.kind {
                guard let otherStart = other.startedAt, other.acceptedAt < action.acceptedAt else {
                    continue
                }
                if otherStart > startedAt { driver.complain("\(action.kind) ran out of order") }
            }
        }
    }

    private func checkInstants(_ machine: borrowing LaunchMachine) {
        for operation in machine.report().operations {
            let instants = [operation.readyAt, operation.startedAt, operation.endedAt]
                .compactMap { $0 }
            if instants != instants.sorted() { driver.complain("'\(operation.name)': \(instants)") }
        }
    }
}

extension Topology {
    /// A handle of an operation.
    fileprivate func handle(of index: Int) -> Handle<Int> {
        Handle(operation: OperationID(number: operations[index].declaration.number, index: index))
    }

    /// Tells whether an operation requires another one, directly or through others; of a group, all that
    /// is in it, and of what is in another group, what ends that group.
    fileprivate func needs(_ index: Int, _ root: Int) -> Bool {
        var seen: Set<Int> = [], open = [index] + groups(around: index)
        let around = Set(open)
        while let next = open.popLast() {
            if next == root { return true }
            guard seen.insert(next).inserted else { continue }
            if !around.contains(next) {
                open += groups(around: next).filter { !around.contains($0) }
                open += operations[next].children
            }
            open += dependencies[next].filter { $0.kind == .requires }.map(\.index)
        }
        return false
    }

    /// Tells whether an operation and the groups around it are all required.
    fileprivate func isSure(_ index: Int) -> Bool {
        ([index] + groups(around: index)).allSatisfy { !operations[$0].options.isOptional }
    }
}
