import Slipway
import SlipwayProcess
import SlipwaySystem
import Testing

/// The restarts of a program, and their count, by its events.
struct ProgramRestartTests {
    @Test(arguments: [.exited(0), .exited(1)] as [ChildStatus])
    func oneThatIsToRunAlwaysIsStartedAgainHoweverItEnded(end: ChildStatus) throws {
        var driver = ProgramDriver(.restarting)
        driver.run()
        driver.exit(end)
        #expect(driver.status.isTrouble)
        #expect(!driver.status.endedWell)
        try driver.fire(.backoff)
        driver.handle(.spawned(101))
        driver.handle(.ready)
        #expect(driver.state == .running)
        #expect((driver.spawns, driver.status.restarts) == (2, 1))
    }

    /// The ways in which an operator may have it run again.
    enum Way: CaseIterable {
        case restart, restartWhileItEnds, restartInItsPause, startInItsPause, startAfterAStop
    }

    @Test(arguments: Way.allCases)
    func anOperatorsStartHasAllRestartsAgain(way: Way) throws {
        let limits = RestartLimits(attempts: 2, within: .seconds(3600))
        var driver = ProgramDriver(ProgramPolicy(ended: .restart(limits)))
        driver.run()
        try crash(&driver)
        // In its pause it has used up both.
        if way != .restartInItsPause, way != .startInItsPause { try crash(&driver) }
        switch way {
        case .restart:
            driver.handle(.restart)
            driver.exit(.killed(15))
        case .restartWhileItEnds:
            driver.handle(.exited(.exited(1), lastLine: nil))
            driver.handle(.restart)
            driver.handle(.treeGone(wasKilled: false))
        case .restartInItsPause, .startInItsPause:
            driver.exit()
            driver.handle(way == .startInItsPause ? .start(.operator) : .restart)
        case .startAfterAStop:
            driver.handle(.stop)
            driver.exit(.killed(15))
            driver.handle(.start(.operator))
        }
        driver.handle(.spawned(102))
        driver.handle(.ready)
        #expect(driver.status.restarts == 0)
        for pause in [1, 2] {
            #expect(try crash(&driver) == .seconds(pause))
        }
        #expect(driver.status.restarts == 2)
        driver.exit()
        #expect(driver.failures == ["exited with 1; started again 2 times in 1h"])
    }

    /// It ends by itself, and runs again after a pause, which is returned.
    @discardableResult
    private func crash(_ driver: inout ProgramDriver) throws -> Duration {
        driver.exit()
        let end = driver.now
        try driver.fire(.backoff)
        driver.handle(.spawned(101))
        driver.handle(.ready)
        return end.duration(to: driver.now)
    }
}
