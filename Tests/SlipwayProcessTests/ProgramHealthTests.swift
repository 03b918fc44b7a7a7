import Slipway
import SlipwayProcess
import Testing

/// The time that a program must run, and its health checks, by its events.
struct ProgramHealthTests {
    @Test func itIsReadyOnceItHasRunForItsTime() throws {
        var policy = ProgramPolicy()
        policy.settling = .seconds(2)
        var driver = ProgramDriver(policy)
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        #expect(driver.status.lack == "has not run for 2s yet")
        let begin = driver.now
        try driver.fire(.settled)
        #expect(begin.duration(to: driver.now) == .seconds(2))
        #expect(driver.outcomes == [.running])
    }

    @Test func anEndBeforeThatIsAFailedStart() {
        var policy = ProgramPolicy()
        policy.settling = .seconds(2)
        var driver = ProgramDriver(policy)
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        driver.exit(.exited(2))
        #expect(driver.timers[.settled] == nil)
        #expect(driver.outcomes == [.ended("exited with 2 before it was ready")])
    }

    static let shortage = CheckFailure("no descriptor", isShortage: true)

    static let results: [Character: CheckFailure?] = [
        "+": nil, "-": CheckFailure("refused"), "0": shortage,
    ]

    /// Each check passes (`+`), fails (`-`) or cannot be asked (`0`) a second after the one before.
    @Test(
        arguments: [
            // So many in a row are too many.
            ("---", 3, 1, 0, true), ("--+--", 3, 1, 0, false),
            // One that passes now and then is not enough.
            ("--+-", 3, 2, 0, true), ("--++--", 3, 2, 0, false), ("-+-+-", 3, 2, 0, true),
            // In the beginning they do not count,
            ("-----", 2, 1, 5, false), ("------", 2, 1, 5, true),
            // until one has passed.
            ("-+--", 2, 1, 60, true),
            // One that could not be asked is no miss and no success.
            ("0000", 1, 1, 0, false), ("--000", 3, 1, 0, false), ("--0-", 3, 1, 0, true),
            ("--+0+-", 3, 2, 0, false), ("--+0-", 3, 2, 0, true), ("0--", 2, 1, 60, false),
        ]
    )
    func failedChecksThatNothingMakesUpForAreAnEnd(
        checks: String,
        misses: Int,
        successes: Int,
        startPeriod: Int,
        isEnd: Bool
    ) throws {
        let health = HealthLimits(
            every: .seconds(1),
            misses: misses,
            successes: successes,
            startPeriod: .seconds(startPeriod)
        )
        var driver = ProgramDriver(ProgramPolicy(health: health))
        driver.run()
        for check in checks {
            #expect(driver.trees == 0)
            try driver.fire(.health)
            driver.handle(.checked(Self.results[check] ?? nil))
        }
        #expect(driver.trees == (isEnd ? 1 : 0))
    }

    @Test(arguments: [
        (1, "failed its health check 2 times in a row: refused"),
        (2, "failed its health check 2 times: refused"),
    ])
    func itsReasonSaysInARowOnlyIfTheyWere(successes: Int, reason: String) throws {
        let health = HealthLimits(every: .seconds(1), misses: 2, successes: successes)
        var driver = ProgramDriver(ProgramPolicy(health: health))
        driver.run()
        let checks: [String?] =
            successes == 1 ? ["refused", "refused"] : ["refused", nil, "refused"]
        for failure in checks {
            try driver.fire(.health)
            driver.handle(.checked(failure.map { CheckFailure($0) }))
        }
        driver.exit(.killed(15))
        #expect(driver.failures == [reason])
    }

    @Test func itsStatusSaysHowManyHaveFailedAndItsLogWhyTheFirstDid() throws {
        let health = HealthLimits(every: .seconds(1), misses: 3)
        var driver = ProgramDriver(ProgramPolicy(health: health))
        driver.run()
        for _ in 0..<2 {
            try driver.fire(.health)
            driver.handle(.checked(CheckFailure("refused")))
        }
        #expect(driver.status.lack == "failed its health check 2 of 3 times")
        #expect(driver.warnings == ["failed its health check 1 of 3 times: refused"])
        #expect(!driver.status.isTrouble)
        try driver.fire(.health)
        driver.handle(.checked(nil))
        #expect(driver.status.lack == nil)
        for _ in 0..<3 {
            try driver.fire(.health)
            driver.handle(.checked(CheckFailure("refused")))
        }
        #expect(driver.status.lack == nil)
        driver.exit(.killed(15))
        #expect(driver.failures == ["failed its health check 3 times in a row: refused"])
    }

    @Test func whileItCannotBeAskedItsStatusSaysSoAndItsLogOnce() throws {
        let health = HealthLimits(every: .seconds(1), misses: 3)
        var driver = ProgramDriver(ProgramPolicy(health: health))
        driver.run()
        let words = "cannot be asked for its health: no descriptor"
        let misses = "failed its health check 1 of 3 times"
        let steps: [(CheckFailure?, String?)] = [
            (Self.shortage, words), (Self.shortage, words), (nil, nil),
            (CheckFailure("refused"), misses), (Self.shortage, "\(misses); \(words)"),
            (Self.shortage, "\(misses); \(words)"), (nil, nil),
        ]
        for (result, lack) in steps {
            try driver.fire(.health)
            driver.handle(.checked(result))
            #expect(driver.status.lack == lack)
        }
        #expect(driver.warnings == [words, "\(misses): refused", words])
        #expect((driver.trees, driver.state) == (0, .running))
    }

    /// A first check that fails in the beginning does not count, and ends what was said before.
    @Test func itsStatusSaysNothingOnceItWasAskedInTheBeginning() throws {
        let health = HealthLimits(
            every: .seconds(1),
            misses: 1,
            startPeriod: .seconds(60)
        )
        var driver = ProgramDriver(ProgramPolicy(health: health))
        driver.run()
        for result in [Self.shortage, CheckFailure("refused")] {
            try driver.fire(.health)
            driver.handle(.checked(result))
        }
        #expect(driver.status.lack == nil)
    }
}
