import Slipway
import SlipwayClient
import Testing

/// A service whose manager starts it, or starts it again, or has given it up.
struct ManagerTests {
    private static func sender(hasKey: Bool = true) -> FollowDriver {
        FollowDriver(.action(until: nil, isRepeatable: hasKey, hasManager: true))
    }

    /// The calls find nothing for so long.
    private func wait(
        _ driver: inout FollowDriver,
        for duration: Duration,
        _ outlook: FollowMachine.Outlook
    ) {
        let end = driver.now.advanced(by: duration)
        while driver.now < end, driver.end == nil {
            driver.goOn()
            switch driver.log.last {
            case "call": driver.take(.meets(.absent))
            case "manager?": driver.take(.says(outlook))
            default: break
            }
        }
    }

    @Test func aServiceThatSystemdStartsAgainIsWaitedForAsLongAsItDoes() {
        var driver = Self.sender()
        wait(&driver, for: .seconds(600), .restarting)
        #expect(driver.end == nil)
        #expect(driver.log.filter { $0 == "manager" }.count == 1)
        let began = driver.now
        wait(&driver, for: .seconds(600), .unknown)
        #expect(driver.end == .away(.notTaken))
        #expect((8...12).contains(began.duration(to: driver.now) / .seconds(1)))
    }

    @Test func itIsAskedAtOnceAndThenEachTwoSeconds() {
        var driver = Self.sender()
        wait(&driver, for: .seconds(20), .starting)
        #expect((9...11).contains(driver.log.filter { $0 == "manager?" }.count))
        #expect(driver.log.prefix(3) == ["call", "manager?", "manager"])
    }

    @Test func aServiceThatItIsNotStartingIsNotWaitedFor() {
        var driver = Self.sender()
        wait(&driver, for: .seconds(1), .unknown)
        #expect(driver.end == .away(.notTaken))
        #expect(!driver.log.contains("manager"))
    }

    @Test func aServiceThatItHasGivenUpEndsTheWait() {
        var driver = Self.sender()
        wait(&driver, for: .seconds(5), .restarting)
        wait(&driver, for: .seconds(5), .never)
        #expect(driver.end == .away(.notTaken))
    }

    /// What may end the service is not sent to each that is started after it.
    @Test func whatMayHaveBeenTakenIsSentForNoLongerThan10Seconds() {
        var driver = Self.sender()
        driver.goOn()
        driver.take(.meets(.lost))
        driver.take(.says(.restarting))
        let began = driver.now
        wait(&driver, for: .seconds(60), .restarting)
        #expect(driver.end == .away(.unknown))
        #expect(began.duration(to: driver.now) <= .seconds(10))
        var keyless = Self.sender(hasKey: false)
        keyless.goOn()
        keyless.take(.meets(.lost))
        keyless.take(.says(.restarting))
        #expect(keyless.end == .away(.unknown))
        #expect(!keyless.log.contains("manager"))
    }

    @Test func aLaunchThatIsNotThereIsToldOnceAfterASecond() {
        var driver = FollowDriver(.launch(until: nil, every: .milliseconds(50)))
        wait(&driver, for: .milliseconds(900), .unknown)
        #expect(!driver.log.contains("manager?"))
        wait(&driver, for: .seconds(9), .unknown)
        #expect(driver.log.filter { $0 == "manager" }.count == 1)
        #expect((4...5).contains(driver.log.filter { $0 == "manager?" }.count))
        #expect(driver.end == nil)
        wait(&driver, for: .seconds(3), .never)
        #expect(driver.end == .away(.notTaken))
    }

    @Test func aCallThatTheManagerBreaksOffIsNotMadeAgain() {
        var driver = Self.sender()
        driver.goOn()
        driver.says(.never)
        #expect(driver.machine.isOver)
        driver.take(.meets(.lost))
        #expect(driver.end == .away(.notTaken))
    }
}
