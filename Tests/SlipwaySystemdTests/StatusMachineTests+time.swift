import Slipway
import Testing

@testable import SlipwaySystemd

/// How much time a launch asks systemd for.
extension StatusMachineTests {
    @Test mutating func anOperationWithoutATimeoutIsGivenUntilTheDeadline() {
        script = LaunchScript.storefront(deadline: 21_000)
        _ = handle(script.begin(at: 0))
        let text = handle(script.start("feature-toggles", at: 1000))
        #expect(text?.hasSuffix("\nEXTEND_TIMEOUT_USEC=25000000") == true)
    }

    @Test mutating func anOperationWithoutAnyBoundIsGivenHalfAMinute() {
        _ = handle(script.begin(at: 0))
        let text = handle(script.start("feature-toggles", at: 1000))
        #expect(text?.hasSuffix("\nEXTEND_TIMEOUT_USEC=35000000") == true)
    }

    @Test mutating func anOverdueOperationEarnsNothingButTheMargin() {
        _ = handle(script.begin(at: 0))
        _ = handle(script.start("sdk-init", at: 1000))
        let text = handle(script.start("user-data", at: 1050), now: 60_000)
        #expect(text?.hasSuffix("\nEXTEND_TIMEOUT_USEC=5000000") == true)
    }

    @Test mutating func noTimeIsAskedForOnceReady() {
        _ = handle(script.begin(at: 0))
        _ = handle(script.start("sdk-init", at: 10))
        _ = handle(script.add(.launchReady(degraded: false), at: 20))
        #expect(handle(script.start("user-data", at: 1000)) == nil)
    }

    @Test mutating func aPauseBeforeTheNextAttemptIsShownAndEarnsTime() {
        _ = handle(script.begin(at: 0))
        _ = handle(script.start("sdk-init", at: 10))
        // The pause of 3 s, the timeout of 5 s, and the margin of 5 s.
        #expect(
            handle(script.retry("sdk-init", "HTTP 503", delay: 3000, at: 200))
                == "STATUS=Starting: 0/3 operations, sdk-init tries again in 3s\n"
                + "EXTEND_TIMEOUT_USEC=13000000"
        )
        #expect(refresh(now: 1200) == "STATUS=Starting: 0/3 operations, sdk-init tries again in 2s")
        #expect(
            refresh(now: 3150) == "STATUS=Starting: 0/3 operations, sdk-init tries again soon"
        )
        #expect(
            handle(script.start("sdk-init", at: 4200))?
                .hasPrefix("STATUS=Starting: 0/3 operations, waiting for sdk-init\n") == true
        )
    }

    @Test mutating func aLaterAttemptHasTheWholeTimeoutAgain() {
        _ = handle(script.begin(at: 0))
        _ = script.start("sdk-init", at: 10)
        var operation = script.report.operations[0]
        operation.attemptStartedAt = LaunchScript.at(20_000)
        #expect(
            handle(script.add(.operationStarted(operation), at: 20_000))
                == "STATUS=Starting: 0/3 operations, waiting for sdk-init 19.9s\n"
                + "EXTEND_TIMEOUT_USEC=10000000"
        )
    }
}
