import Slipway
import SlipwayProcess
import Testing

/// The words that a program wrote are in the reason of its end, and can be left out of it.
struct ProgramWordsTests {
    @Test func theReasonHasItsLastLineAndCanDoWithoutIt() {
        var driver = ProgramDriver(ProgramPolicy())
        driver.run()
        driver.exit(.exited(1), "GET /?token=secret")
        #expect(driver.status.reason == "exited with 1: GET /?token=secret")
        #expect(driver.status.reasonWithoutOutput == "exited with 1")
    }

    /// Without an error of its own, the last line is no cause.
    @Test(
        arguments: [
            (ChildStatus.killed(9), "was killed by SIGKILL; it last said: up"),
            (
                .outOfMemory(.ofItsOwn(64 << 20)),
                "was killed by the kernel: its memory reached memoryMax (64M); it last said: up"
            ),
            (
                .outOfMemory(.around),
                "was killed by the kernel: the memory of the service or of the machine ran out; it last said: up"
            ),
            (.exited(0), "exited with 0; it last said: up"),
            (.unknown, "has ended, and how is not known; it last said: up"),
        ]
    )
    func anOrdinaryLineIsNoCause(end: ChildStatus, reason: String) {
        var driver = ProgramDriver(ProgramPolicy())
        driver.run()
        driver.exit(end, "up")
        #expect(driver.status.reason == reason)
    }

    /// Its own `STATUS=` is meant to be seen.
    @Test func whatItSaysAboutItselfStays() {
        var driver = ProgramDriver(ProgramPolicy())
        driver.run()
        driver.say("STATUS=no database\nERRNO=2")
        driver.exit(.exited(1), "GET /?token=secret")
        #expect(driver.status.reasonWithoutOutput == driver.status.reason)
        #expect(driver.status.reason?.contains("no database") == true)
    }

    @Test func aHealthCheckMayQuoteAProgramToo() {
        var driver = ProgramDriver(
            ProgramPolicy(health: .init(every: .seconds(1), misses: 1))
        )
        driver.run()
        let failure = CheckFailure("'/bin/check' exited with 1: token=secret")
        driver.handle(.checked(failure))
        #expect(driver.status.reasonWithoutOutput == "failed its health check")
    }

    /// A status that somebody else took is no signal.
    @Test func anEndThatNobodySawIsNotCalledAKill() {
        var driver = ProgramDriver(ProgramPolicy())
        driver.run()
        driver.exit(.unknown)
        #expect(driver.status.reason == "has ended, and how is not known")
    }
}
