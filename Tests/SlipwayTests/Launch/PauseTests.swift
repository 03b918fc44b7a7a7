import Slipway
import Testing

struct PauseTests {
    @Test func nothingStartsInAPausedQueueAndWhatRunsGoesOn() throws {
        let driver = try started()
        driver.pause(0)
        try driver.end("a")
        #expect(driver.runningNames == ["c"])
        #expect(driver.status("b")?.obstacle == .pause(.main))
        driver.resume(0)
        #expect(driver.runningNames == ["c", "b"])
    }

    @Test func nothingStartsAnywhereWhileTheLaunchIsPaused() throws {
        let driver = try started()
        driver.pause()
        try driver.end("a")
        try driver.end("c")
        #expect(driver.running.isEmpty)
        #expect(driver.status("b")?.obstacle == .pause(nil))
        driver.resume()
        #expect(driver.runningNames == ["b", "d"])
    }

    @Test func aQueueThatWasPausedOnItsOwnStaysPaused() throws {
        let driver = try started()
        driver.pause(0)
        driver.pause()
        try driver.end("a")
        try driver.end("c")
        driver.resume()
        #expect(driver.runningNames == ["d"])
    }

    @Test(arguments: [0, nil])
    func aPauseLastsUntilTheLastOfItsOwnersLiftsIt(queue: Int?) throws {
        let driver = try started()
        driver.pause(queue, by: .reload)
        driver.pause(queue)
        try driver.end("a")
        driver.resume(queue, by: .reload)
        #expect(!driver.runningNames.contains("b"))
        driver.pause(queue, by: .reload)
        driver.resume(queue)
        #expect(!driver.runningNames.contains("b"))
        driver.resume(queue, by: .reload)
        #expect(driver.runningNames.contains("b"))
    }

    @Test func aPauseIsNoStall() throws {
        let driver = try started()
        driver.pause(0)
        for name in ["a", "c", "d"] { try driver.end(name) }
        #expect(driver.phase == .starting)
        driver.resume(0)
        try driver.end("b")
        #expect(driver.phase == .ready(degraded: false))
    }

    @Test func whatWaitsForAFreeLockInAPausedQueueIsNoStall() throws {
        var plan = Plan("locks")
        plan.add("a", locks: ["disk"]) { _ in }
        plan.add("b", on: .main, locks: ["disk"]) { _ in }
        let driver = MachineDriver.checked(try Graph(plan))
        driver.isEager = false
        driver.start()
        driver.takeFromPool()
        driver.takeOnMain()
        driver.pause(0)
        try driver.end("a")
        #expect(driver.phase == .starting)
        driver.resume(0)
        driver.takeOnMain()
        try driver.end("b")
        #expect(driver.phase == .ready(degraded: false))
    }

    @Test func pausingBeforeTheStartIsRemembered() throws {
        let driver = try MachineDriver.checked(Graph(Plan(["a": []])))
        driver.pause()
        driver.start()
        #expect(driver.running.isEmpty)
        driver.resume()
        #expect(driver.runningNames == ["a"])
    }

    @Test func thePauseIsTold() throws {
        let driver = try started()
        driver.pause(0)
        driver.resume(0)
        #expect(driver.events.contains(.paused(.main)))
        #expect(driver.events.contains(.resumed(.main)))
        driver.resume(0)
        #expect(driver.events.count { $0 == .resumed(.main) } == 1)
    }

    private func started() throws -> MachineDriver {
        var plan = Plan("pause")
        plan.queues[.userInitiated] = .fixed(1)
        plan.add("a", on: .main) { _ in }
        plan.add("b", on: .main) { _ in }
        plan.add("c") { _ in }
        plan.add("d") { _ in }
        return try MachineDriver.started(plan)
    }

    @Test(
        arguments: [
            (0, "queue 'main' is paused"), (nil, "the launch is paused"),
        ] as [(Int?, String)]
    )
    func aStartThatIsLateSaysThatItIsPaused(queue: Int?, words: String) throws {
        var plan = Plan("late", deadline: .seconds(8))
        plan.add("web", on: .main) { _ in }
        plan.add("page", requires: [Named("web")]) { _ in }
        let driver = MachineDriver.checked(try Graph(plan))
        driver.pause(queue)
        driver.start()
        driver.fireNext()
        #expect(
            driver.rootCauses.first?.failure.message
                == "not ready within 8s; \(words); waiting: 'web', 'page'"
        )
    }
}
