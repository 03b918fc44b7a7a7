import Slipway
import Testing

struct StageTests {
    @Test func theBackgroundStartsOnceTheLaunchIsReady() throws {
        let driver = try started()
        #expect(driver.runningNames == ["a"])
        #expect(driver.status("warm")?.obstacle == .launch)
        try driver.end("a")
        #expect(driver.reached == ["ready"])
        #expect(driver.runningNames == ["warm"])
    }

    @Test func theLaunchIsCompleteWhenTheBackgroundHasEnded() throws {
        let driver = try started()
        for name in ["a", "warm", "index"] { try driver.end(name) }
        #expect(driver.reached == ["ready", "complete"])
    }

    @Test func aLaunchWithoutABackgroundIsCompleteWhenItIsReady() throws {
        let driver = try MachineDriver.started(Plan(["a": []]))
        try driver.end("a")
        #expect(driver.reached == ["ready", "complete"])
    }

    @Test func aFailureInTheBackgroundDegradesTheLaunchAndDoesNotEndIt() throws {
        let driver = try started()
        try driver.end("a")
        try driver.end("warm", .failed("no disk"))
        #expect(driver.phase == .ready(degraded: true))
        #expect(driver.outcome("index") == .skipped(root: "warm"))
        #expect(driver.reached == ["ready", "complete"])
    }

    @Test func theDeadlineDoesNotConcernTheBackground() throws {
        let driver = try started(deadline: .seconds(1))
        try driver.end("a")
        #expect(driver.timers.isEmpty)
    }

    @Test func whatIsInAGroupOfTheBackgroundFailsTheGroupOnly() throws {
        var plan = Plan("stages")
        plan.group("g", stage: .background) { plan in
            plan.add("a") { _ in }
            plan.add("b") { _ in }
        }
        let driver = try MachineDriver.started(plan)
        #expect(driver.reached == ["ready"])
        try driver.end("a", .failed("broken"))
        try driver.end("b", .gaveUp)
        #expect(driver.outcome("g")?.word == "failed")
        #expect(driver.phase == .ready(degraded: true))
    }

    private func started(deadline: Duration? = nil) throws -> MachineDriver {
        var plan = Plan("stages", deadline: deadline)
        let warm = plan.add("warm", stage: .background) { _ in }
        plan.add("index", requires: [warm], stage: .background) { _ in }
        plan.add("a") { _ in }
        return try MachineDriver.started(plan)
    }
}
