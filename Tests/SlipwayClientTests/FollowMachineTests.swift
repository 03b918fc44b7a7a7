import Glibc
import Slipway
import SlipwayClient
import SlipwaySystem
import Testing

/// When a service is called again that went away, and what is told of it.
struct FollowMachineTests {
    private typealias Event = FollowDriver.Event

    private static func driver(
        until limit: Duration? = nil,
        hasKey: Bool = true,
        hasManager: Bool = false
    ) -> FollowDriver {
        let deadline = limit.map { FollowDriver.start.advanced(by: $0) }
        var driver = FollowDriver(
            .action(until: deadline, isRepeatable: hasKey, hasManager: hasManager)
        )
        driver.goOn()
        return driver
    }

    @Test func pausesGrowFrom100MillisecondsTo2Seconds() {
        var driver = Self.driver(until: .seconds(60))
        driver.goesOn(meeting: .notTaken)
        #expect(driver.pauses.prefix(7) == [100, 200, 400, 800, 1600, 2000, 2000])
        #expect(driver.pauses.reduce(0, +) == 60_000)
    }

    @Test(arguments: [Trouble.notTaken, .stopping, .lost])
    func withoutATimeoutADaemonThatWentAwayIsTriedFor10Seconds(trouble: Trouble) {
        var driver = Self.driver()
        driver.goesOn(meeting: trouble)
        #expect(driver.pauses.reduce(0, +) == 10_000)
        #expect(driver.end == .away(trouble == .lost ? .unknown : .notTaken))
    }

    @Test func aSocketThatIsNotThereAtTheFirstTryIsWaitedForOnlyWithATimeout() {
        var quick = Self.driver()
        quick.goesOn(meeting: .absent)
        #expect(quick.log == ["call", "away(SlipwayClient.FollowMachine.Fate.notTaken)"])
        var patient = Self.driver(until: .seconds(1))
        patient.goesOn(meeting: .absent, calls: 1)
        #expect(patient.pauses == [100])
    }

    @Test func aSocketThatIsBeingReplacedIsWaitedFor() {
        var driver = Self.driver()
        driver.goesOn(meeting: .lost, calls: 1)
        driver.goesOn(meeting: .absent, calls: 1)
        #expect(driver.pauses == [100, 200])
    }

    @Test func withoutAKeyNothingIsSentAgainThatMayHaveBeenTaken() {
        var driver = Self.driver(hasKey: false)
        driver.goesOn(meeting: .notTaken, calls: 1)
        #expect(driver.pauses == [100])
        driver.goesOn(meeting: .lost, calls: 1)
        #expect(driver.end == .away(.unknown))
    }

    @Test func anOutageAfterALongWaitIsTriedForAsLongAsTheFirst() {
        var driver = Self.driver()
        driver.goesOn(meeting: .lost, calls: 1)
        driver.take(.after(.seconds(11)))
        driver.goesOn(meeting: .lost, calls: 1)
        #expect(driver.pauses == [100, 100])
        driver.goesOn(meeting: .notTaken)
        #expect(driver.pauses.dropFirst().reduce(0, +) == 10_000)
    }

    @Test(arguments: [ECONNREFUSED, ECONNRESET, EAGAIN])
    func aConnectionThatIsNotTakenIsTriedAgain(code: Int32) {
        let error = ControlClientError.cannotConnect(path: "/socket", ErrorNumber(code))
        #expect(Trouble(error) == .notTaken)
    }

    @Test func anActionThatWasStoredBeforeACrashIsSentAgainWithItsKey() {
        var driver = Self.driver()
        driver.take(.takes(.disk))
        driver.goesOn(meeting: .lost, calls: 1)
        driver.take(.takes(.disk))
        driver.take(.ends(isOver: true))
        driver.goOn()
        let id = FollowDriver.id
        #expect(
            driver.log == [
                "call",
                "sendsAgain(\(id), Slipway.ActionPolicy.Durability.disk)", "call", "back",
                "answered",
            ]
        )
    }

    /// Without a key it is not sent again, though it is known to be stored.
    @Test func anActionWithoutAKeyThatWasStoredIsAskedFor() {
        var driver = Self.driver(hasKey: false)
        driver.take(.takes(.disk))
        driver.goesOn(meeting: .lost, calls: 1)
        driver.goesOn(meeting: .absent, calls: 1)
        driver.take(.answers)
        driver.take(.ends(isOver: true))
        driver.goOn()
        let news = "awaits(\(FollowDriver.id), SlipwayClient.Trouble.lost)"
        #expect(driver.log == ["call", news, "ask", "ask", "back", "answered"])
    }

    @Test(arguments: [true, false])
    func whatWasInMemoryAloneIsSaidToBeLost(hasKey: Bool) {
        var driver = Self.driver(hasKey: hasKey)
        driver.take(.takes(.memory))
        driver.goesOn(meeting: .lost)
        #expect(driver.end == .away(.inMemory(FollowDriver.id)))
        #expect(driver.pauses.isEmpty != hasKey)
    }

    @Test func whatIsLeftToTheNextLaunchIsAskedForAndStartsNothing() {
        var driver = Self.driver()
        driver.take(.takes(.disk))
        driver.take(.ends(isOver: false))
        driver.goOn()
        // However long it takes to end.
        driver.goesOn(meeting: .stopping, calls: 200)
        #expect(driver.pauses == Array(repeating: 100, count: 200))
        driver.goesOn(meeting: .absent)
        #expect(driver.pauses.dropFirst(200).reduce(0, +) == 10_000)
        #expect(driver.end == .waited("it has not answered again in the meantime"))
        #expect(!driver.log.dropFirst().contains("call"))
    }

    @Test func theReasonOfALaunchThatFailedIsTheLastWord() {
        var driver = Self.driver(until: .seconds(1))
        driver.take(.takes(.disk))
        driver.take(.ends(isOver: false))
        driver.goOn()
        driver.goesOn(meeting: .failed("it failed"), calls: 1)
        driver.goesOn(meeting: .absent)
        #expect(driver.end == .waited("it failed"))
    }

    @Test func aSecondAttemptThatIsRefusedByItsStoreLeavesOpenWhatTheFirstDid() {
        for (event, end) in [
            (Event.refused(leavesOpen: true), FollowMachine.End.away(.unknown)),
            (.refused(leavesOpen: false), .refused), (.late, .late),
        ] {
            var driver = Self.driver()
            driver.goesOn(meeting: .lost, calls: 1)
            driver.take(event)
            #expect(driver.end == end)
        }
        var first = Self.driver()
        first.take(.refused(leavesOpen: true))
        #expect(first.end == .refused)
    }

    @Test func afterItsKeyIsRefusedAnActionIsSentOnceMoreAtMost() {
        var driver = Self.driver()
        driver.take(.keyRefused)
        driver.goOn()
        driver.goesOn(meeting: .lost)
        #expect(driver.log == ["call", "call", "away(SlipwayClient.FollowMachine.Fate.unknown)"])
    }

    @Test func aLaunchIsLookedAtForAsLongAsItTakes() {
        var driver = FollowDriver(.launch(until: nil, every: .milliseconds(50)))
        driver.goOn()
        driver.take(.answers)
        for _ in 0..<5000 {
            driver.take(.meets(.lost))
            driver.goOn()
            if driver.log.last == "manager?" { driver.take(.says(.unknown)) }
        }
        #expect(driver.end == nil)
        #expect(Set(driver.pauses) == [50])
        #expect(driver.log.filter { $0 == "gone" || $0 == "manager" } == ["gone"])
    }
}
