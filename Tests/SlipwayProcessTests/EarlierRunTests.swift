import Slipway
import SlipwayProcess
import Testing

/// A program's status tells of the runs before its last start.
struct EarlierRunTests {
    private func at(_ milliseconds: Int) -> Instant {
        Instant(nanoseconds: 0).advanced(by: .milliseconds(milliseconds))
    }

    @Test func aRunIsToldOnceTheNextOneBegins() throws {
        var driver = ProgramDriver(.restarting)
        driver.run()
        driver.pass(.milliseconds(200))
        driver.exit(.exited(3), "no database")
        #expect(driver.status.earlier.isEmpty)
        try driver.fire(.backoff)
        let first = ProgramRun(
            startedAt: at(0),
            readyAt: at(0),
            endedAt: at(200),
            pid: 100,
            reason: "exited with 3: no database"
        )
        #expect(driver.status.earlier == [first])
        // It cannot be started, and then an operator wants it.
        driver.handle(.notSpawned("cannot be started: no such file"))
        driver.handle(.start(.operator))
        let second = try #require(driver.status.earlier.last)
        #expect(driver.status.earlier == [first, second])
        #expect((second.pid, second.readyAt) == (nil, nil))
        #expect(second.reason == "cannot be started: no such file")
        #expect(driver.status.restarts == 0)
    }

    @Test func aRunThatAnOperatorEndedHasNoReason() throws {
        var driver = ProgramDriver(.restarting)
        driver.run()
        driver.pass(.milliseconds(200))
        driver.handle(.restart)
        if driver.stopCommands > 0 { driver.handle(.stopCommandEnded(nil)) }
        driver.pass(.milliseconds(10))
        driver.exit(.killed(15))
        let run = try #require(driver.status.earlier.first)
        #expect((run.reason, run.endedAt, run.pid) == (nil, at(210), 100))
    }

    @Test func theLastSixteenAreKept() throws {
        var driver = ProgramDriver(.restarting)
        driver.run()
        for number in 1...20 {
            driver.pass(.seconds(3600))
            driver.exit(.exited(Int32(number)), String(repeating: "é", count: 300))
            try driver.fire(.backoff)
            driver.handle(.spawned(100 + Int32(number)))
            driver.handle(.ready)
        }
        #expect(driver.status.earlier.count == 16)
        #expect(driver.status.earlier.first?.pid == 104)
        #expect(driver.status.earlier.last?.reason?.hasPrefix("exited with 20: é") == true)
        #expect(driver.status.earlier.allSatisfy { ($0.reason?.unicodeScalars.count ?? 0) <= 201 })
    }
}
