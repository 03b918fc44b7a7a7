import Testing

@testable import Slipway

/// The rules of the engine over thousands of random graphs, each in a random order of events.
///
/// A failure names its seed; running that seed alone replays it exactly.
struct RandomLaunchTests {
    @Test(arguments: 0..<20)
    func everyInterleavingKeepsTheRules(block: Int) throws {
        for seed in 0..<250 {
            try explore(seed: UInt64(block * 250 + seed))
        }
    }

    private func explore(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var driver = MachineDriver(
            try Graph(RandomPlan.make(&random)),
            width: random.number(1...4)
        )
        let mayStop = random.chance(30)
        let failures = random.number(0...30)
        var submitted = 0
        if random.chance(10) { submit(&driver, &submitted, &random) }
        if random.chance(10) { cancelSomething(&driver, &random) }
        driver.start()
        for _ in 0..<10_000 {
            guard !driver.isFinished else { break }
            driver.now = driver.now.advanced(by: .microseconds(random.number(0...3000)))
            if random.chance(8) { submit(&driver, &submitted, &random) }
            if random.chance(3) { cancelSomething(&driver, &random) }
            if mayStop, random.chance(3) {
                driver.machine.stop(reason: "test", at: driver.now)
                driver.perform()
            }
            guard step(&driver, failures, &random) else { break }
        }
        check(driver, seed)
    }

    /// Does one of the things that could happen next; `false` when nothing can.
    private func step(
        _ driver: inout MachineDriver,
        _ failures: Int,
        _ random: inout SeededGenerator
    ) -> Bool {
        let due = driver.timers.filter { $0.value <= driver.now }
        if !due.isEmpty, random.chance(60) {
            driver.fireNext()
        } else if let node = driver.starting.randomElement(using: &random), random.chance(60) {
            driver.begin(node)
        } else if let node = driver.running.sorted().randomElement(using: &random),
            random.chance(70)
        {
            driver.end(node, result(driver.asked.contains(node), failures, &random))
        } else if let node = driver.tearingDown.first {
            driver.finishTeardown(of: node)
        } else if !driver.timers.isEmpty {
            driver.fireNext()
        } else {
            return !driver.starting.isEmpty || !driver.running.isEmpty
        }
        return true
    }

    private func result(
        _ asked: Bool,
        _ failures: Int,
        _ random: inout SeededGenerator
    ) -> LaunchMachine.Result {
        if asked, random.chance(70) { return .cancelled(random.chance(50) ? "was far" : nil) }
        if random.chance(failures) {
            return random.chance(90) ? .failed("broken") : .cancelled(nil)
        }
        return .succeeded
    }

    private func submit(
        _ driver: inout MachineDriver,
        _ submitted: inout Int,
        _ random: inout SeededGenerator
    ) {
        guard let kind = driver.machine.kinds.indices.randomElement(using: &random) else { return }
        submitted += 1
        try? driver.machine.submit(kind: kind, id: ActionID("a\(submitted)"), at: driver.now)
        driver.perform()
        if random.chance(10) {
            _ = driver.machine.cancel(ActionID("a\(submitted)"), reason: "test", at: driver.now)
            driver.perform()
        }
    }

    private func cancelSomething(_ driver: inout MachineDriver, _ random: inout SeededGenerator) {
        guard driver.graph.operationCount > 0 else { return }
        let node = random.number(0...(driver.graph.operationCount - 1))
        _ = driver.machine.cancel(node, reason: "test", at: driver.now)
        driver.perform()
    }

    private func check(_ driver: MachineDriver, _ seed: UInt64) {
        let machine = driver.machine
        let isOver = machine.stage == .ended || machine.stage == .ready
        #expect(isOver, "seed \(seed) hangs in \(machine.stage)")
        #expect(
            machine.nodes.prefix(machine.graph.operationCount).allSatisfy { $0.state == .ended },
            "seed \(seed) left an operation"
        )
        #expect(driver.isFinished == (machine.stage == .ended), "seed \(seed)")
        #expect(driver.running.isEmpty || machine.stage == .ended, "seed \(seed) left a body")
        checkTeardown(driver, seed)
        checkActions(driver, seed)
    }

    private func checkTeardown(_ driver: MachineDriver, _ seed: UInt64) {
        let plan = driver.graph.plan
        let succeeded = driver.machine.succeeded.filter { plan.declarations[$0].stop != nil }
        let expected = driver.isFinished ? succeeded.reversed() : []
        // A late success after teardown began is not torn down, so the order is a prefix.
        #expect(
            expected.starts(with: driver.tornDown)
                || expected.filter(driver.tornDown.contains) == driver.tornDown,
            "seed \(seed) tore down in the wrong order"
        )
    }

    private func checkActions(_ driver: MachineDriver, _ seed: UInt64) {
        for action in driver.machine.actions.all {
            if driver.machine.stage == .ended {
                #expect(action.state.isEnded, "seed \(seed): action \(action.id) never ended")
            }
            guard let startedAt = action.startedAt else { continue }
            for other in driver.machine.actions.all where other.kind == action.kind {
                guard let otherStart = other.startedAt, other.acceptedAt < action.acceptedAt else {
                    continue
                }
                #expect(otherStart <= startedAt, "seed \(seed): \(action.kind) ran out of order")
            }
        }
    }
}
