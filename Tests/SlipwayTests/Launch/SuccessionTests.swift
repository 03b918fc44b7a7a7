import SlipwayTestSupport
import Synchronization
import Testing

@testable import Slipway

/// One launch of a service takes another one's place.
struct SuccessionTests {
    private func graph() throws -> Graph {
        var plan = Plan("service")
        plan.add("step") { 7 }
        return try Graph(plan)
    }

    private func successor() throws -> Launch {
        Launch(try graph(), deadlineFrom: .run, keeper: nil, isSuccessor: true)
    }

    /// Else the first launch of a service would hold all that came after it.
    @Test func aLaunchThatHasEndedDoesNotHoldTheOneThatTookItsPlace() async throws {
        let old = Launch(try graph())
        var new: Launch? = try successor()
        weak let held = new
        async let running: Void = old.run()
        await old.waitUntilReady()
        if let new { await old.handOver(to: new) }
        await old.waitUntilHandedOver()
        old.stop()
        try await running
        new = nil
        #expect(held == nil)
    }

    /// Actions of that one may need it.
    @Test func nothingIsUndoneBeforeAnEarlierLaunchHasEnded() async throws {
        let isUndone = Mutex(false)
        var plan = Plan("service")
        plan.add("step", teardown: { _ in isUndone.withLock { $0 = true } }) { 7 }
        let launch = Launch(try Graph(plan))
        launch.awaitOthers()
        async let running: Void = launch.run()
        await launch.waitUntilReady()
        launch.stop()
        #expect(launch.report.phase == .stopping)
        #expect(!isUndone.withLock { $0 })
        launch.othersEnded()
        try await running
        #expect(isUndone.withLock { $0 })
    }

    /// A launch with a kind of which each action waits for the gate, in its turn.
    private func launch(
        _ gate: Gate,
        isSuccessor: Bool = true
    ) throws -> (Launch, ActionKind<Int>) {
        var plan = Plan("service")
        let kind = plan.action("slow") { (_: Int, _) in await gate.pass() }
        let graph = try Graph(plan)
        return (Launch(graph, deadlineFrom: .run, keeper: nil, isSuccessor: isSuccessor), kind)
    }

    /// However many come while one action runs, only the first and the last are held.
    @Test(.timeLimit(.minutes(1)))
    func launchesWithNothingOfTheirOwnArePassedBy() async throws {
        let gate = Gate()
        let (first, kind) = try launch(gate, isSuccessor: false)
        async let running: Void = first.run()
        let action = try first.submit(kind, 1)
        try await eventually("it runs") { first.action(action.id)?.state == .running }
        weak var passed: Launch?
        var (last, lastKind) = try launch(gate)
        await first.handOver(to: last)
        for _ in 1...5 {
            let before = last
            (last, lastKind) = try launch(gate)
            await before.handOver(to: last)
            #expect(await before.waitUntilOnlyPassesOn())
            #expect(first.tell(past: before))
            #expect(!first.tell(past: before))
            #expect(await !before.waitUntilOnlyPassesOn())
            await before.waitUntilHandedOver()
            passed = before
        }
        #expect(passed == nil)
        let later = try last.submit(lastKind, 2)
        async let runningLast: Void = last.run()
        await last.waitUntilReady()
        #expect(last.action(later.id)?.state == .waiting(missing: []))
        gate.open()
        try await eventually("both have ended") { [last] in
            first.action(action.id)?.state == .done && last.action(later.id)?.state == .done
        }
        first.stop()
        last.stop()
        try await (running, runningLast)
    }

    /// Each passes on what it is told, and the stack of a thread is not endless.
    @Test(.timeLimit(.minutes(1)))
    func aLongRowOfLaunchesIsTold() async throws {
        let gate = Gate()
        let (first, kind) = try launch(gate, isSuccessor: false)
        async let running: Void = first.run()
        let action = try first.submit(kind, 1)
        try await eventually("it runs") { first.action(action.id)?.state == .running }
        var row = [first]
        for _ in 1...2000 {
            let (next, _) = try launch(gate)
            await row[row.count - 1].handOver(to: next)
            row.append(next)
        }
        gate.open()
        await row[row.count - 1].waitUntilActionsRest()
        first.stop()
        try await running
    }

    @Test func theResultOfAnOperationIsThereForTheNextLaunch() async throws {
        let old = Launch(try graph())
        async let running: Void = old.run()
        let found = await old.result(of: "step", as: Int.self)
        #expect(found?.outcome == .succeeded)
        #expect(found?.value == 7)
        #expect(await old.result(of: "other", as: Int.self) == nil)
        old.stop()
        try await running
    }

    /// It goes over to the other launch, which does the operation in its own way.
    @Test(arguments: [true, false])
    func anActionIsNotFailedByASuccessionThatCancelsTheStepThatItRequires(isOptional: Bool) throws {
        var plan = Plan("service")
        let step = plan.add("step", optional: isOptional, stage: .background) {}
        plan.action("act", requires: [step]) { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        try driver.submit("a")
        #expect(driver.supersede())
        try driver.end("step", .gaveUp)
        #expect(driver.state("a") == .waiting(missing: []))
        #expect(driver.runningNames == [])
    }

    /// The launch that did it has handed it on.
    @Test func whatALaunchHasTakenOverIsUndoneThoughItEndsBeforeItsOwnOperation() throws {
        var plan = Plan("service")
        plan.add("step", teardown: { _ in }) {}
        let late = plan.add("late", stage: .background) {}
        plan.add("taken", requires: [late], stage: .background, teardown: { _ in }) {}
        let driver = try MachineDriver.started(plan)
        try driver.end("step")
        driver.takeOver(["step", "taken"])
        driver.stop()
        try driver.end("late", .gaveUp)
        #expect(driver.tearingDownNames == ["taken", "step"])
    }

    /// Nothing that fails there ends the service any more.
    @Test func aLaunchThatWasReplacedDoesNotFail() async throws {
        let old = Launch(try graph())
        async let running: Void = old.run()
        await old.waitUntilReady()
        #expect(old.supersede(handingOn: []))
        old.fail(Failure("its program died"))
        #expect(old.report.phase == .ready(degraded: false))
        old.stop()
        try await running
        #expect(!old.supersede(handingOn: []))
    }
}
