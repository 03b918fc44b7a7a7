import Glibc
import Slipway
import Testing

@testable import SlipwaySystemd

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

    @Test mutating func aDegradedLaunchNamesWhatIsMissing() {
        script = LaunchScript([
            OperationStatus(name: "user-data", queue: .userInitiated),
            OperationStatus(name: "warm-cache", queue: .userInitiated, isOptional: true),
            OperationStatus(name: "after-cache", queue: .userInitiated, isOptional: true),
        ])
        _ = handle(script.begin())
        _ = handle(script.end("user-data", .succeeded, at: 2))
        let failure = Failure(.timedOut, "timed out after 5s")
        #expect(
            handle(script.end("warm-cache", .failed(failure), at: 1000))
                == "STATUS=Starting: 1/3 operations, warm-cache failed"
        )
        _ = handle(script.end("after-cache", .skipped(root: "warm-cache"), at: 1001))
        #expect(
            handle(script.add(.launchReady(degraded: true), at: 5012))
                == "READY=1\nSTATUS=Ready (degraded): 1/3 operations in 5.012s, "
                + "warm-cache failed: timed out after 5s"
        )
    }

    @Test mutating func aFallbackCountsAsUsable() {
        script = LaunchScript([OperationStatus(name: "toggles", queue: .userInitiated)])
        _ = handle(script.begin())
        _ = handle(script.end("toggles", .degraded(reason: "HTTP 503, cached 2h ago"), at: 2))
        #expect(
            handle(script.add(.launchReady(degraded: true), at: 10))
                == "READY=1\nSTATUS=Ready (degraded): 1/1 operations in 10ms, "
                + "toggles degraded: HTTP 503, cached 2h ago"
        )
    }

    @Test mutating func severalTroublesAreCounted() {
        script = LaunchScript(
            ["a", "b", "c"].map {
                OperationStatus(name: $0, queue: .userInitiated, isOptional: true)
            }
        )
        _ = handle(script.begin())
        for name in ["a", "b", "c"] {
            _ = handle(script.end(name, .failed(Failure(.error, "no \(name)")), at: 3))
        }
        #expect(
            handle(script.add(.launchReady(degraded: true), at: 10))
                == "READY=1\nSTATUS=Ready (degraded): 0/3 operations in 10ms, "
                + "a failed (and 2 more): no a"
        )
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

    @Test mutating func waitingActionsAreMentionedUntilTheLastHasWhatItNeeds() {
        _ = handle(script.begin(at: 0))
        #expect(
            handle(script.action(.waiting(missing: ["user-data"]), id: "a1", at: 200))
                == "STATUS=Starting: 0/3 operations, 1 launch action waiting"
        )
        #expect(
            handle(script.action(.waiting(missing: ["user-data"]), id: "a2", at: 400))
                == "STATUS=Starting: 0/3 operations, 2 launch actions waiting"
        )
        #expect(
            handle(script.add(.launchReady(degraded: false), at: 500))
                == "READY=1\nSTATUS=Ready: 0/3 operations in 500ms, 2 launch actions waiting"
        )
        // No refresh follows, so the last change must not be held back.
        #expect(handle(script.action(.running, id: "a1", at: 501)) == nil)
        #expect(
            handle(script.action(.running, id: "a2", at: 502))
                == "STATUS=Ready: 0/3 operations in 500ms"
        )
        #expect(handle(script.action(.done, id: "a2", at: 503)) == nil)
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

    @Test mutating func groupsAndTheBackgroundStageDoNotCount() {
        script = LaunchScript([
            OperationStatus(name: "fetch", queue: .userInitiated, group: "login"),
            OperationStatus(name: "login", queue: .userInitiated, isGroup: true),
            OperationStatus(name: "warm", queue: .userInitiated, stage: .background),
        ])
        #expect(handle(script.begin(at: 0)) == "STATUS=Starting: 0/1 operations")
        _ = handle(script.start("login", at: 50))
        #expect(
            handle(script.start("fetch", at: 200))
                == "STATUS=Starting: 0/1 operations, waiting for fetch"
        )
        let failure = Failure(.error, "HTTP 503")
        _ = handle(script.end("fetch", .failed(failure), at: 201))
        // The group's trouble is its operation's trouble.
        _ = handle(script.end("login", .failed(Failure(.error, "'fetch' failed")), at: 202))
        #expect(
            handle(script.add(.launchReady(degraded: true), at: 300))
                == "READY=1\nSTATUS=Ready (degraded): 0/1 operations in 300ms, "
                + "fetch failed: HTTP 503"
        )
    }

    @Test mutating func aGroupThatNothingInItSpeaksForIsNamed() {
        script = LaunchScript([
            OperationStatus(name: "fetch", queue: .userInitiated, group: "login"),
            OperationStatus(name: "login", queue: .userInitiated, isGroup: true),
        ])
        _ = handle(script.begin(at: 0))
        _ = handle(script.end("fetch", .skipped(root: "login"), at: 10))
        _ = handle(script.end("login", .failed(Failure(.error, "condition threw")), at: 10))
        #expect(
            handle(script.add(.launchReady(degraded: true), at: 300))
                == "READY=1\nSTATUS=Ready (degraded): 0/1 operations in 300ms, "
                + "login failed: condition threw"
        )
    }

    /// Everyone can read the line: an access log may have a token in it.
    @Test mutating func nothingThatAProgramWroteIsInTheLine() {
        script = LaunchScript([OperationStatus(name: "web", queue: .main)])
        _ = handle(script.begin(at: 0))
        let failure = Failure(
            .error,
            "'/bin/web' exited with 1: GET /?token=secret",
            withoutOutput: "'/bin/web' exited with 1"
        )
        _ = handle(script.end("web", .failed(failure), at: 2))
        #expect(
            handle(script.add(.launchReady(degraded: true), at: 10))
                == "READY=1\nSTATUS=Ready (degraded): 0/1 operations in 10ms, "
                + "web failed: '/bin/web' exited with 1"
        )
        let cause = RootCause(operation: "web", failure: failure)
        let reason = "'web' failed: \(failure.message)"
        let stop = handle(script.add(.launchStopping(reason: reason, rootCauses: [cause]), at: 20))
        #expect(stop?.contains("Stopping: 'web' failed: '/bin/web' exited with 1") == true)
        script.report.phase = .failed
        script.report.rootCauses = [cause]
        let end = handle(script.add(.launchEnded(script.report), at: 30))
        #expect(end == "STATUS=Failed: web: '/bin/web' exited with 1")
    }

    @Test mutating func aProgramThatWasStoppedIsMissed() {
        script = LaunchScript([OperationStatus(name: "web", queue: .main)])
        _ = handle(script.begin(at: 0))
        _ = handle(script.end("web", .succeeded, at: 2))
        _ = handle(script.add(.launchReady(degraded: false), at: 10))
        var web = ProgramStatus(
            name: "web",
            state: .pausing(next: LaunchScript.at(2020)),
            since: LaunchScript.at(20)
        )
        web.explain("exited with 1: token=secret", withoutOutput: "exited with 1")
        #expect(
            handle(script.add(.programChanged(web, degraded: true), at: 20))
                == "STATUS=Ready (degraded): 1/1 operations in 10ms, "
                + "web starts again in 2s: exited with 1"
        )
        web = ProgramStatus(name: "web", state: .stopped, since: LaunchScript.at(30))
        #expect(
            handle(script.add(.programChanged(web, degraded: true), at: 30))
                == "STATUS=Ready (degraded): 1/1 operations in 10ms, web is stopped"
        )
    }

    @Test mutating func whoWaitsForALockWaitsForNoQueue() {
        script = LaunchScript([OperationStatus(name: "migrate", queue: .main)])
        _ = handle(script.begin(at: 0))
        var status = OperationStatus(name: "migrate", queue: .main, state: .ready)
        status.obstacle = .lock("database", holder: "backup")
        #expect(
            handle(script.add(.operationReady(status), at: 200))
                == "STATUS=Starting: 0/1 operations, migrate waits for lock 'database', held by "
                + "'backup'"
        )
    }

    @Test mutating func whatIsNotNeededIsDone() {
        script = LaunchScript([OperationStatus(name: "banner", queue: .main)])
        _ = handle(script.begin(at: 0))
        _ = handle(script.end("banner", .notNeeded(condition: "flag 'beta'"), at: 2))
        #expect(
            handle(script.add(.launchReady(degraded: false), at: 10))
                == "READY=1\nSTATUS=Ready: 1/1 operations in 10ms"
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

    @Test mutating func addedOperationsCount() {
        _ = handle(script.begin(at: 0))
        let added = [
            OperationStatus(name: "d", queue: .main),
            OperationStatus(name: "e", queue: .main, stage: .background),
        ]
        #expect(
            handle(script.add(.operationsAdded(added), at: 200))
                == "STATUS=Starting: 0/4 operations"
        )
    }

    @Test mutating func troubleInTheBackgroundDegradesWhatIsReady() {
        script = LaunchScript([
            OperationStatus(
                name: "warm",
                queue: .userInitiated,
                isOptional: true,
                stage: .background
            )
        ])
        _ = handle(script.begin(at: 0))
        _ = handle(script.add(.launchReady(degraded: false), at: 3))
        #expect(
            handle(script.end("warm", .failed(Failure(.error, "disk full")), at: 500))
                == "STATUS=Ready (degraded): 0/0 operations in 3ms, warm failed: disk full"
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
