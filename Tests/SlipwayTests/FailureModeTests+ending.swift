import Slipway
import Testing

/// The ends of launches and groups.
extension FailureModeTests {
    /// ProcedureKit#352: adding to a group that has finished is an assertion.
    @Test func addingToAGroupThatHasEndedIsRefused() async throws {
        var plan = Plan("late")
        plan.group("login") { plan in plan.add("fetch") { _ in } }
        let launch = Launch(try Graph(plan))
        async let running: Void = launch.run()
        await launch.waitUntilReady()
        let refusal = #expect(throws: AddingRefusal.self) {
            try launch.add(toGroup: "login") { plan in plan.add("late") { _ in } }
        }
        #expect(refusal == .groupEnded("login"))
        launch.stop()
        try await running
    }

    /// swift-service-lifecycle#248: a shutdown before the run makes the run fail.
    @Test func aStopBeforeTheStartIsRemembered() async throws {
        var plan = Plan("early")
        let ran = Lines()
        plan.add("a") { _ in ran.add("a") }
        let launch = Launch(try Graph(plan))
        launch.stop(reason: "never mind")
        try await launch.run()
        #expect(launch.report.phase == .stopped)
        #expect(launch.report.operations[0].outcome == .cancelled(reason: "never mind"))
        #expect(ran.all.isEmpty)
    }

    /// swift-service-lifecycle#20 and fx#1035: a shutdown during startup stops services that never
    /// started, or leaves started ones behind.
    @Test func aStopDuringStartupTearsDownWhatSucceededInReverse() async throws {
        var plan = Plan("stopped")
        plan.grace = .seconds(100)
        let undone = Lines()
        let stop = { @Sendable (name: String) async in undone.add(name) }
        let a = plan.add("a", teardown: stop) { _ in "a" }
        let b = plan.add("b", requires: [a], teardown: stop) { _ in "b" }
        let c = plan.add("c", requires: [b], teardown: stop) { context async throws in
            context.launch.stop(reason: "SIGTERM")
            try await Task.sleep(for: .seconds(600))
            return "c"
        }
        plan.add("d", requires: [c], teardown: stop) { _ in "d" }
        let launch = Launch(try Graph(plan))
        try await launch.run()
        #expect(undone.all == ["b", "a"])
        #expect(launch.report.phase == .stopped)
        #expect(launch.report.rootCauses.isEmpty)
    }

    /// ProcedureKit#532: a cancelled group reports the errors of the children that it cancelled.
    @Test func aCancelledGroupIsCancelledAndNotFailed() async throws {
        var plan = Plan("group")
        plan.grace = .seconds(100)
        let login = plan.group("login", optional: true) { plan in
            plan.add("fetch") { context async throws in
                context.launch.cancel("login", reason: "gone back")
                do { try await Task.sleep(for: .seconds(600)) } catch { throw Broken() }
            }
            plan.add("save", requires: [Named("fetch")]) { _ in }
        }
        plan.add("home", after: [login]) { _ in }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        let login2 = try #require(launch.report.operations.first { $0.name == "login" })
        #expect(login2.outcome == .cancelled(reason: "gone back"))
        #expect(launch.report.rootCauses.isEmpty)
    }

    /// Taskflow and ProcedureKit 5 keep only one of several simultaneous errors.
    @Test func everyRootCauseIsKept() async throws {
        var plan = Plan("causes")
        let both = Rendezvous(2)
        plan.group("fetch", failsFast: false) { plan in
            for name in ["user", "toggles"] {
                plan.add(name) { _ async throws in
                    await both.arrive()
                    throw Broken()
                }
            }
        }
        let launch = Launch(try Graph(plan))
        await #expect(throws: LaunchError.self) { try await launch.run() }
        #expect(launch.report.rootCauses.compactMap(\.operation).sorted() == ["toggles", "user"])
    }

    /// alibaba/alpha#4: observers hear of an end after the operations that waited for it have
    /// begun.
    @Test func anEndIsSeenBeforeTheStartsThatItAllows() async throws {
        let recorder = Recorder()
        var plan = Plan("seen")
        var last: Handle<Void>?
        for number in 0..<200 {
            last = plan.add(
                "o\(number)",
                on: number % 3 == 0 ? .main : .userInitiated,
                requires: last.map { [$0] } ?? []
            ) { _ in }
        }
        try await Launch(Graph(plan)).run(reportingTo: [recorder], until: .ready)
        let names = recorder.events.compactMap { event -> String? in
            switch event.kind {
            case .operationStarted(let operation): "start \(operation.name)"
            case .operationEnded(let operation): "end \(operation.name)"
            default: nil
            }
        }
        #expect(names == (0..<200).flatMap { ["start o\($0)", "end o\($0)"] })
    }

    /// A timeout of PSOperations continues after its operation has finished.
    @Test func noTimerIsLeftWhenTheLaunchHasEnded() throws {
        var plan = Plan("timers", deadline: .seconds(60))
        plan.add("a", timeout: .seconds(5), retry: .constant(attempts: 2, pause: .seconds(1))) {
            _ in
        }
        plan.group("g", timeout: .seconds(9)) { plan in plan.add("b", timeout: .seconds(5)) { _ in }
        }
        plan.add("c", teardown: { (_: Void) async in }) { _ in }
        plan.action("open", policy: ActionPolicy(expires: .seconds(30))) { (_: Void, _) in }
        let driver = try MachineDriver.started(plan)
        for id in ["x", "y"] { try driver.submit(id) }
        #expect(!driver.timers.isEmpty)
        while let node = driver.running.first { driver.end(node) }
        driver.stop()
        while let node = driver.tearingDown.last { driver.finishTeardown(of: node) }
        #expect(driver.phase == .stopped)
        #expect(driver.timers.isEmpty)
    }
}
