import Slipway
import Testing

/// A stop that was asked for is an ordinary end, whatever those say that it asks to give up.
struct OrdinaryStopTests {
    private func started(_ plan: Plan) throws -> MachineDriver { try MachineDriver.started(plan) }

    @Test func anErrorOfWhatWasAskedToGiveUpDoesNotFailTheLaunch() throws {
        let driver = try started(Plan(["a": [], "b": ["a"]]))
        driver.stop(reason: "SIGTERM")
        driver.end(0, .failed("was killed by SIGTERM"))
        #expect(driver.phase == .stopped)
        #expect(driver.rootCauses.isEmpty)
        let reason = "SIGTERM; was killed by SIGTERM"
        #expect(driver.outcome(0) == .cancelled(reason: reason))
    }

    @Test func aFailureBeforeTheStopIsOne() throws {
        let driver = try started(Plan(["a": []]))
        driver.end(0, .failed("broken"))
        driver.stop(reason: "SIGTERM")
        #expect(driver.phase == .failed)
    }

    @Test func whatElseFailsWhileALaunchFailsIsARootCauseToo() throws {
        let driver = try started(Plan(["a": [], "b": []]))
        driver.end(0, .failed("broken"))
        driver.end(1, .failed("broken too"))
        #expect(driver.rootCauses.map(\.operation) == ["a", "b"])
    }

    /// The signal that stops a launch may end first what a body waits for.
    @Test func aSignalThatIsPendingIsReadBeforeABodyIsJudged() throws {
        let output = try Fixture.output(of: "signalled-body-fixture")
        #expect(output.hasPrefix("100 stopped\n"), "\(output)")
    }

    /// It would wait for its timers until the outer one has ended.
    @Test func aLaunchOnTheMainThreadInsideAnotherOneIsRefused() throws {
        let output = try Fixture.output(of: "signalled-body-fixture")
        let refusal = """
            cannot run the launch: another launch runs on this process's main thread; use run() for \
            one of them

            """
        #expect(output.hasSuffix(refusal), "\(output)")
    }
}

struct WaitingOutsideQueueTests {
    @Test func whatOnlyWaitsLetsOthersStartInTheConcurrentQueue() throws {
        var plan = Plan("wait")
        plan.queues[.userInitiated] = .fixed(1)
        for name in ["slow", "echo", "last"] { plan.add(name) { _ in } }
        let driver = try MachineDriver.started(plan)
        #expect(driver.running == [0])
        driver.waitOutsideQueue(0)
        #expect(driver.running == [0, 1])
        // Its slot is given back once.
        driver.waitOutsideQueue(0)
        driver.end(0)
        #expect(driver.running == [1])
        driver.end(1)
        #expect(driver.running == [2])
        driver.end(2)
        #expect(driver.phase == .ready(degraded: false))
    }

    @Test(arguments: [Queue.main, .named("narrow")])
    func aQueueWhoseWidthIsAPromiseKeepsIt(queue: Queue) throws {
        var plan = Plan("wait")
        plan.queues[.named("narrow")] = .fixed(1)
        for name in ["slow", "echo"] { plan.add(name, on: queue) { _ in } }
        let driver = try MachineDriver.started(plan)
        driver.waitOutsideQueue(0)
        #expect(driver.running == [0])
    }

    @Test func aSecondAttemptTakesAPlaceAgain() throws {
        var plan = Plan("wait")
        plan.queues[.userInitiated] = .fixed(1)
        plan.add("slow", retry: .exponential(attempts: 2, jitter: 0)) { _ in }
        plan.add("echo") { _ in }
        let driver = try MachineDriver.started(plan)
        driver.waitOutsideQueue(0)
        driver.end(0, .failed("refused"))
        driver.fireNext()
        // `echo` has the only slot.
        #expect(driver.running == [1])
        driver.end(1)
        #expect(driver.running == [0])
    }
}
