import Slipway
import SlipwaySystemd
import Testing

/// The time that a launch asks systemd for.
extension StatusMachineTests {
    @Test mutating func theStartAsksOnceForTheDeadlineAndTheGraces() {
        script = LaunchScript.storefront(deadline: 21_000)
        // At 1 s: 20 s to the deadline, 2 graces of 10 s, and the margin of 5 s.
        #expect(
            handle(script.begin(at: 1000))
                == "STATUS=Starting: 0/3 operations\nEXTEND_TIMEOUT_USEC=45000000"
        )
        let text = handle(script.start("feature-toggles", at: 2000))
        #expect(text?.contains("EXTEND") == false)
    }

    @Test mutating func withoutADeadlineTheManagersOwnLimitHolds() {
        #expect(handle(script.begin(at: 0)) == "STATUS=Starting: 0/3 operations")
        let text = handle(script.start("feature-toggles", at: 1000))
        #expect(text?.contains("EXTEND") == false)
    }

    @Test(arguments: [(0, 15), (1, 18), (4, 27)])
    mutating func theStopAsksForTheGraceOfEachTeardownAndWhatComesAfter(
        teardowns: Int,
        seconds: Int
    ) {
        machine = StatusMachine(afterwards: .seconds(7))
        script.report.grace = .seconds(3)
        script.report.teardowns = teardowns
        _ = handle(script.begin(at: 0))
        let text = handle(script.add(.launchStopping(reason: "asked to", rootCauses: []), at: 3))
        #expect(text?.hasSuffix("\nEXTEND_TIMEOUT_USEC=\(seconds)000000") == true)
    }

    @Test mutating func theStopAsksForTheEndsOfEarlierLaunches() {
        machine.before = .seconds(60)
        _ = handle(script.begin(at: 0))
        let text = handle(script.add(.launchStopping(reason: "asked to", rootCauses: []), at: 3))
        #expect(text?.hasSuffix("\nEXTEND_TIMEOUT_USEC=85000000") == true, "\(text ?? "")")
    }

    @Test mutating func whoLearnsLateOfTheStartAsksAllTheSame() {
        script = LaunchScript.storefront(deadline: 30_000)
        script.report.launchedAt = LaunchScript.at(0)
        let lost = Event.Kind.eventsLost(count: 3, report: script.report)
        let text = handle(script.add(lost, at: 10_000))
        #expect(text?.hasSuffix("\nEXTEND_TIMEOUT_USEC=45000000") == true)
    }

    @Test mutating func noTimeIsAskedForOnceReady() {
        _ = handle(script.begin(at: 0))
        _ = handle(script.start("sdk-init", at: 10))
        _ = handle(script.add(.launchReady(degraded: false), at: 20))
        #expect(handle(script.start("user-data", at: 1000)) == nil)
    }

    @Test mutating func aPauseBeforeTheNextAttemptIsShown() {
        _ = handle(script.begin(at: 0))
        _ = handle(script.start("sdk-init", at: 10))
        #expect(
            handle(script.retry("sdk-init", "HTTP 503", delay: 3000, at: 200))
                == "STATUS=Starting: 0/3 operations, sdk-init tries again in 3s"
        )
        #expect(refresh(now: 1200) == "STATUS=Starting: 0/3 operations, sdk-init tries again in 2s")
        #expect(
            refresh(now: 3150) == "STATUS=Starting: 0/3 operations, sdk-init tries again soon"
        )
        #expect(
            handle(script.start("sdk-init", at: 4200))
                == "STATUS=Starting: 0/3 operations, waiting for sdk-init"
        )
    }

    @Test mutating func anActionThatEndedInLostEventsIsNotMentionedAsWaiting() {
        _ = handle(script.begin(at: 0))
        _ = handle(script.action(.waiting(missing: ["user-data"]), id: "a1", at: 200))
        var report = script.report
        report.actions = []
        #expect(
            handle(script.add(.eventsLost(count: 3, report: report), at: 400))
                == "STATUS=Starting: 0/3 operations"
        )
    }
}
