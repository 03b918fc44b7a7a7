import SlipwayReport
import Testing

@testable import Slipway

/// The reasons why an operation waits, in words, from real states of a launch.
struct LaunchExplanationTests {
    @Test func aGroupThatWaitsForALockNamesItsHolder() throws {
        var plan = Plan("locks")
        let first = plan.add("first", on: .main) { _ in }
        plan.add("holder", locks: ["disk"]) { _ in }
        plan.group("storage", requires: [first], locks: ["disk"], timeout: .seconds(5)) { plan in
            plan.add("migrate") { _ in }
        }
        let driver = try MachineDriver.started(plan)
        try driver.end("first")
        #expect(
            why(driver, "migrate") == """
                migrate: pending
                └─part of storage: ready for 0 (waits for lock 'disk')
                  └─lock held by holder: running for 0
                """
        )
        try driver.end("holder")
        #expect(
            why(driver, "storage") == """
                storage: running for 0 of 5s
                └─waits for migrate: running for 0
                """
        )
    }

    @Test func aLockThatAnActionWaitsForOrHoldsIsNamedWithItsHolder() throws {
        var plan = Plan("locks")
        let gate = plan.add("gate") { _ in }
        plan.add("write", locks: ["session"]) { _ in }
        plan.add("flush", requires: [gate], locks: ["session"]) { _ in }
        plan.action("open", policy: ActionPolicy(width: 2, locks: ["session"])) { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        try driver.submit("a1")
        driver.wait(40)
        #expect(
            why(driver, "a1") == """
                a1: waiting for 40ms (open; waits for lock 'session')
                └─lock held by write: running for 40ms
                """
        )
        try driver.end("write")
        try driver.submit("a2")
        try driver.end("gate")
        #expect(
            why(driver, "flush") == """
                flush: ready for 0 (waits for lock 'session')
                └─lock held by a1: running for 0 (open)
                """
        )
        #expect(
            why(driver, "a2") == """
                a2: waiting for 0 (open; waits for lock 'session')
                └─lock held by a1: running for 0 (open)
                """
        )
    }

    @Test func whatIsFirstOfItsLineSaysThatThePlacesAreTaken() throws {
        var plan = Plan("wide")
        let byName = PayloadKeys<String>(order: { $0 })
        plan.action("wide", policy: ActionPolicy(width: 2), keys: byName) { (_: String, _) in }
        let driver = try MachineDriver.started(plan)
        for (number, name) in ["x", "y", "z", "z"].enumerated() {
            let keys = ActionKeys(order: ActionKeyNames.text("payload", name))
            try driver.submit("a\(number)", keys: keys)
        }
        #expect(
            why(driver, "a2") == """
                a2: waiting for 0 (wide; all 2 slots of 'wide' are taken)
                └─waits for a0: running for 0 (wide)
                """
        )
        #expect(
            why(driver, "a3") == """
                a3: waiting for 0 (wide)
                └─comes after a2: waiting for 0 (wide; all 2 slots of 'wide' are taken)
                  └─waits for a0: running for 0 (wide)
                """
        )
    }

    @Test func whatComesAfterAnotherSaysWhatThatOneWaitsFor() throws {
        var plan = Plan("locks")
        plan.add("write", locks: ["session"]) { _ in }
        plan.action("open", policy: ActionPolicy(locks: ["session"])) { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        for id in ["a1", "a2"] { try driver.submit(id) }
        #expect(
            why(driver, "a2") == """
                a2: waiting for 0 (open)
                └─comes after a1: waiting for 0 (open; waits for lock 'session')
                  └─lock held by write: running for 0
                """
        )
    }

    @Test func aBackoffNamesTheNextAttempt() throws {
        var plan = Plan("retries")
        let retry = Retry.exponential(attempts: 4, initial: .milliseconds(400), jitter: 0)
        plan.add("user-data", timeout: .seconds(5), retry: retry) { _ in }
        let driver = try MachineDriver.started(plan)
        driver.wait(30)
        try driver.end("user-data", .failed("HTTP 503"))
        #expect(
            why(driver, "user-data")
                == "user-data: ready for 0 (attempt 2 of 4 in 400ms; attempt 1: HTTP 503)"
        )
        driver.fireNext()
        driver.wait(20)
        #expect(
            why(driver, "user-data")
                == "user-data: running for 20ms of 5s (attempt 2 of 4; attempt 1: HTTP 503)"
        )
        #expect(driver.status("user-data")?.backoff == .milliseconds(400))
    }

    @Test func aPauseAndTheBackgroundStageAreNamed() throws {
        var plan = Plan("paused")
        plan.add("sdk", on: .main) { _ in }
        plan.add("fetch") { _ in }
        plan.add("warm", stage: .background) { _ in }
        let driver = MachineDriver.checked(try Graph(plan))
        driver.pause(0)
        driver.start()
        #expect(
            why(driver, "warm") == """
                warm: pending (starts once the launch is ready)
                └─waits for fetch: running for 0
                """
        )
        #expect(why(driver, "sdk") == "sdk: ready for 0 (queue 'main' is paused)")
        #expect(driver.report.pausedQueues == [.main])
        #expect(driver.status("warm")?.stage == .background)
    }

    @Test func whatHappensBeforeTheFirstIterationIsNotMissed() async throws {
        var plan = Plan("events")
        plan.add("a") { _ in }
        let launch = Launch(try Graph(plan))
        let events = launch.events()
        try await launch.run(until: .complete)
        var words: [String] = []
        for await event in events {
            if case .operationEnded(let operation) = event.kind { words.append(operation.name) }
        }
        #expect(words == ["a"])
    }

    private func why(_ driver: MachineDriver, _ name: String) -> String? {
        driver.report.explanation(of: name, at: driver.now, driver.machine.actionHolds)?.text
    }
}
