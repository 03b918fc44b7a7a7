import Glibc
import Slipway
import SlipwaySystemd
import Testing

struct StatusMachineTests {
    var machine = StatusMachine()
    var script = LaunchScript.storefront()

    mutating func handle(_ event: Event, now: Int? = nil) -> String? {
        machine.handle(event, now: now.map { LaunchScript.at($0) } ?? event.at)?.text
    }

    mutating func refresh(now: Int) -> String? {
        machine.refresh(now: LaunchScript.at(now))?.text
    }

    @Test mutating func aLaunchIsToldFromBeginningToReady() {
        #expect(handle(script.begin(at: 0)) == "STATUS=Starting: 0/3 operations")
        #expect(
            handle(script.ready("sdk-init", at: 200))
                == "STATUS=Starting: 0/3 operations, sdk-init waits for queue main"
        )
        #expect(
            handle(script.start("sdk-init", at: 400))
                == "STATUS=Starting: 0/3 operations, waiting for sdk-init"
        )
        #expect(
            handle(script.start("user-data", at: 1400))
                == "STATUS=Starting: 0/3 operations, waiting for sdk-init 1s"
        )
        #expect(
            handle(script.end("sdk-init", .succeeded, at: 2000))
                == "STATUS=Starting: 1/3 operations, waiting for user-data 600ms"
        )
        #expect(
            handle(script.end("user-data", .succeeded, at: 3000))
                == "STATUS=Starting: 2/3 operations"
        )
        _ = handle(script.start("feature-toggles", at: 3001))
        _ = handle(script.end("feature-toggles", .succeeded, at: 3456))
        #expect(
            handle(script.add(.launchReady(degraded: false), at: 3457))
                == "READY=1\nSTATUS=Ready: 3/3 operations in 3.457s"
        )
    }

    @Test mutating func whoeverAsksGetsTheLineOfThatInstantUnlessTheLaunchIsFurther() {
        #expect(machine.line(in: .starting, at: LaunchScript.at(0)) == nil)
        _ = handle(script.begin(at: 0))
        _ = handle(script.start("sdk-init", at: 400))
        #expect(
            machine.line(in: .starting, at: LaunchScript.at(1400))
                == "Starting: 0/3 operations, waiting for sdk-init 1s"
        )
        #expect(machine.line(in: .ready(degraded: false), at: LaunchScript.at(1400)) == nil)
        _ = handle(script.add(.launchReady(degraded: false), at: 1500))
        let ready = machine.line(in: .ready(degraded: false), at: LaunchScript.at(1500))
        #expect(ready?.hasPrefix("Ready: ") == true)
        #expect(machine.line(in: .ready(degraded: true), at: LaunchScript.at(1500)) == nil)
        // Another launch speaks to the manager meanwhile.
        _ = machine.beginReload(now: LaunchScript.at(1600))
        #expect(machine.line(in: .ready(degraded: false), at: LaunchScript.at(1700)) == ready)
        _ = handle(script.add(.launchStopping(reason: "SIGTERM", rootCauses: []), at: 1800))
        #expect(
            machine.line(in: .stopping, at: LaunchScript.at(1800))?.hasPrefix("Stopping: SIGTERM")
                == true
        )
    }

    @Test mutating func readyIsSaidOnce() {
        _ = handle(script.begin())
        let first = handle(script.add(.launchReady(degraded: false), at: 5))
        #expect(first?.hasPrefix("READY=1\n") == true)
        #expect(handle(script.add(.launchReady(degraded: false), at: 500)) == nil)
        #expect(handle(script.begin(at: 700)) == nil)
        #expect(handle(script.add(.launchReady(degraded: false), at: 900)) == nil)
    }

    @Test mutating func readyIsNotSaidOnceStopping() {
        _ = handle(script.begin())
        _ = handle(script.add(.launchStopping(reason: "SIGTERM", rootCauses: []), at: 5))
        #expect(handle(script.add(.launchReady(degraded: false), at: 500)) == nil)
    }

    @Test mutating func changesInQuickSuccessionAreHeldBackAndNotLost() {
        _ = handle(script.begin(at: 0))
        #expect(handle(script.start("sdk-init", at: 50)) == nil)
        #expect(handle(script.start("user-data", at: 99)) == nil)
        #expect(
            refresh(now: 1050)
                == "STATUS=Starting: 0/3 operations, waiting for sdk-init 1s"
        )
    }

    @Test mutating func aChangeAfterQuietIsSentAtOnce() {
        _ = handle(script.begin(at: 0))
        #expect(handle(script.start("sdk-init", at: 99)) == nil)
        #expect(handle(script.start("user-data", at: 100)) != nil)
    }

    @Test mutating func aRefreshShowsTimeButAsksForNone() {
        _ = handle(script.begin(at: 0))
        _ = handle(script.start("sdk-init", at: 1000))
        #expect(
            refresh(now: 2000) == "STATUS=Starting: 0/3 operations, waiting for sdk-init 1s"
        )
        #expect(refresh(now: 2099) == nil)
    }

    @Test mutating func stoppingComesFirstAlsoWhileStarting() {
        _ = handle(script.begin(at: 0))
        _ = handle(script.start("user-data", at: 1))
        #expect(
            handle(
                script.add(.launchStopping(reason: "asked to by SIGTERM", rootCauses: []), at: 2),
                now: 1201
            )
                == "STOPPING=1\n"
                + "STATUS=Stopping: asked to by SIGTERM, waiting for user-data 1.2s\n"
                + "EXTEND_TIMEOUT_USEC=25000000"
        )
        #expect(
            handle(script.add(.launchStopping(reason: "again", rootCauses: []), at: 3000)) == nil
        )
        #expect(
            handle(script.launchEnded(.stopped, at: 3001))
                == "STATUS=Stopped: asked to by SIGTERM"
        )
    }

    @Test mutating func teardownSaysNothingNew() {
        _ = handle(script.begin(at: 0))
        _ = handle(script.add(.launchReady(degraded: false), at: 2))
        #expect(
            handle(script.add(.launchStopping(reason: "asked to", rootCauses: []), at: 3))
                == "STOPPING=1\nSTATUS=Stopping: asked to\nEXTEND_TIMEOUT_USEC=25000000"
        )
        let tornDown = script.add(.operationTornDown(name: "sdk-init", failure: nil), at: 1000)
        #expect(handle(tornDown) == nil)
    }

    @Test(
        arguments: [
            (
                [RootCause(operation: "user-data", failure: Failure(.error, "HTTP 503"))],
                "STATUS=Failed: user-data: HTTP 503"
            ),
            (
                [RootCause(operation: "user-data", failure: Failure(.timedOut, "no answer"))],
                "STATUS=Failed: user-data: no answer\nERRNO=\(ETIMEDOUT)"
            ),
            (
                [
                    RootCause(operation: nil, failure: Failure(.timedOut, "deadline of 30s")),
                    RootCause(operation: "user-data", failure: Failure(.error, "HTTP 503")),
                ],
                "STATUS=Failed: deadline of 30s (and 1 more)\nERRNO=\(ETIMEDOUT)"
            ),
            (
                [
                    RootCause(
                        operation: "web",
                        failure: Failure(.error, "exited with 1: disk full", errorNumber: ENOSPC)
                    )
                ],
                "STATUS=Failed: web: exited with 1: disk full\nERRNO=\(ENOSPC)"
            ),
            // The number goes with the text: both are of the first cause.
            (
                [
                    RootCause(operation: "user-data", failure: Failure(.error, "HTTP 503")),
                    RootCause(
                        operation: "web",
                        failure: Failure(.error, "disk full", errorNumber: ENOSPC)
                    ),
                ],
                "STATUS=Failed: user-data: HTTP 503 (and 1 more)"
            ),
            ([], "STATUS=Failed: it fails"),
        ] as [([RootCause], String)]
    )
    mutating func theLastWordOfAFailedLaunchIsWhy(causes: [RootCause], text: String) {
        _ = handle(script.begin(at: 0))
        _ = handle(script.add(.launchStopping(reason: "it fails", rootCauses: causes), at: 2))
        #expect(handle(script.launchEnded(.failed, causes, at: 3)) == text)
        #expect(handle(script.launchEnded(.failed, causes, at: 900)) == nil)
        #expect(refresh(now: 5000) == nil)
    }

    @Test mutating func aReportMakesUpForLostEvents() {
        _ = handle(script.begin(at: 0))
        _ = script.start("sdk-init", at: 100)
        _ = script.end("sdk-init", .succeeded, at: 200)
        _ = script.start("user-data", at: 300)
        #expect(
            handle(script.add(.eventsLost(count: 3, report: script.report), at: 1500))
                == "STATUS=Starting: 1/3 operations, waiting for user-data 1.2s"
        )
    }

    @Test(
        arguments: [
            (.ready(degraded: false), "READY=1\nSTATUS=Ready: 0/3 operations in 300ms"),
            (
                .stopping,
                "STOPPING=1\nSTATUS=Stopping: asked to\nEXTEND_TIMEOUT_USEC=25000000"
            ),
            (.stopped, "STOPPING=1\nSTATUS=Stopped: the launch stopped"),
            (.failed, "STOPPING=1\nSTATUS=Failed: the launch failed"),
        ] as [(Phase, String)]
    )
    mutating func aReportSaysOnceWhatLostEventsWouldHave(phase: Phase, text: String) {
        _ = handle(script.begin(at: 0))
        var report = script.report
        report.phase = phase
        report.readyAt = LaunchScript.at(300)
        #expect(handle(script.add(.eventsLost(count: 3, report: report), at: 400)) == text)
        #expect(handle(script.add(.eventsLost(count: 1, report: report), at: 600)) == nil)
        #expect(machine.refresh(now: LaunchScript.at(700)) == nil)
    }

    @Test mutating func theEndSaysStoppingWhenThatWasLost() {
        _ = handle(script.begin(at: 0))
        _ = handle(script.add(.eventsLost(count: 1, report: script.report), at: 400))
        #expect(
            handle(script.launchEnded(.stopped, at: 500))
                == "STOPPING=1\nSTATUS=Stopped: the launch stopped"
        )
    }

    @Test mutating func aPauseIsSaidAtOnce() {
        _ = handle(script.begin(at: 0))
        #expect(
            handle(script.add(.paused(.named("authentication")), at: 1))
                == "STATUS=Starting: 0/3 operations, queue authentication paused"
        )
        #expect(
            handle(script.add(.paused(nil), at: 2)) == "STATUS=Starting: 0/3 operations, paused"
        )
        #expect(
            handle(script.add(.launchReady(degraded: false), at: 3))
                == "READY=1\nSTATUS=Ready: 0/3 operations in 3ms, paused"
        )
        _ = handle(script.add(.resumed(nil), at: 4))
        #expect(
            handle(script.add(.resumed(.named("authentication")), at: 5))
                == "STATUS=Ready: 0/3 operations in 3ms"
        )
    }

    @Test mutating func everyMessageOfALargeLaunchIsShortAndFew() {
        let names = (0..<10_000).map { "operation-\($0)" }
        script = LaunchScript([])
        _ = handle(script.begin(at: 0))
        var sent = 0
        for (index, name) in names.enumerated() {
            let operation = OperationStatus(
                name: name,
                queue: .userInitiated,
                startedAt: LaunchScript.at(index)
            )
            if handle(script.add(.operationStarted(operation), at: index)) != nil { sent += 1 }
        }
        #expect(sent == 99)
    }
}
