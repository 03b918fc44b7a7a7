import Slipway
import SlipwaySystemd
import Testing

/// The operations, programs and actions that the line counts and names.
extension StatusMachineTests {
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

    @Test mutating func aValueThatIsNotNewIsNamed() {
        script = LaunchScript([OperationStatus(name: "toggles", queue: .userInitiated)])
        _ = handle(script.begin())
        script.report.operations[0].fallback = FallbackUse(source: "cache", age: .seconds(7200))
        _ = handle(script.end("toggles", .succeeded, at: 2))
        #expect(
            handle(script.add(.launchReady(degraded: false), at: 10))
                == "READY=1\nSTATUS=Ready: 1/1 operations in 10ms, toggles: value from cache, 2h old"
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
        let log = "'slipway --app storefront logs web' says why"
        #expect(end == "STATUS=Failed: web: '/bin/web' exited with 1; \(log)")
    }

    @Test mutating func aReasonThatIsCutLeavesRoomForWhereAllOfItIs() throws {
        _ = handle(script.begin(at: 0))
        let causes = [
            RootCause(
                operation: "web",
                failure: Failure(String(repeating: "no such file; ", count: 40))
            ),
            RootCause(operation: "user-data", failure: Failure("HTTP 503")),
        ]
        script.report.phase = .failed
        script.report.rootCauses = causes
        let end = try #require(handle(script.add(.launchEnded(script.report), at: 30)))
        #expect(
            end.hasSuffix("… (and 1 more); 'slipway --app storefront logs web' says why")
        )
        #expect(end.hasPrefix("STOPPING=1\nSTATUS=Failed: web: no such file; no such file"))
        #expect(end.split(separator: "\n")[1].utf8.count <= "STATUS=".utf8.count + 200)
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

    @Test mutating func whoWaitsInVainIsNamedWithTheCircle() {
        script = LaunchScript([OperationStatus(name: "migrate", queue: .main)])
        _ = handle(script.begin(at: 0))
        _ = handle(script.start("migrate", at: 200))
        var status = script.report.operations[0]
        status.obstacle = .wait(for: .launch, circle: "'migrate' waits in its body for itself")
        #expect(
            handle(script.add(.operationWaitsInVain(status), at: 1200))
                == "STATUS=Starting: 0/1 operations, waiting for migrate 1s: 'migrate' waits in its body "
                + "for itself"
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

    @Test mutating func whatAnAttemptOfAGroupDidIsNotCountedOnceItBeginsAnew() {
        let inside = ["a", "b"].map { OperationStatus(name: $0, queue: .main, group: "g") }
        let group = OperationStatus(name: "g", queue: .main, isGroup: true, attemptLimit: 2)
        script = LaunchScript(inside + [group])
        _ = handle(script.begin(at: 0))
        for attempt in 1...2 {
            _ = handle(script.end("a", .succeeded, at: 10 * attempt))
            guard attempt == 1 else { break }
            _ = handle(script.end("b", .failed(Failure(.error, "broken")), at: 11))
            _ = handle(script.add(.operationsRenewed(inside, gone: []), at: 12))
        }
        _ = handle(script.end("b", .succeeded, at: 21))
        _ = handle(script.end("g", .succeeded, at: 21))
        #expect(
            handle(script.add(.launchReady(degraded: false), at: 30))
                == "READY=1\nSTATUS=Ready: 2/2 operations in 30ms"
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

    /// A fetch of a page, which a handler adds, is no part of the service.
    private static func onDemand(
        _ name: String,
        _ state: OperationStatus.State,
        at milliseconds: Int
    ) -> OperationStatus {
        var status = OperationStatus(
            name: name,
            queue: .userInitiated,
            isOptional: true,
            state: state,
            startedAt: LaunchScript.at(milliseconds),
            stage: .background
        )
        (status.addedAs, status.isOnDemand, status.action) = (name, true, ActionID("a1"))
        return status
    }

    @Test(
        arguments: [
            .failed(Failure(.error, "HTTP 503")), .cancelled(reason: "the attempt has ended"),
            .degraded(reason: "HTTP 503"),
        ] as [Outcome]
    )
    mutating func whatIsThereOnDemandIsNoTroubleOfTheLaunch(outcome: Outcome) {
        script = LaunchScript([OperationStatus(name: "sdk", queue: .main)])
        _ = handle(script.begin(at: 0))
        _ = handle(script.end("sdk", .succeeded, at: 2))
        _ = handle(script.add(.launchReady(degraded: false), at: 10))
        _ = handle(
            script.add(.operationsAdded([Self.onDemand("page", .running, at: 20)]), at: 20)
        )
        let ended = Self.onDemand("page", .ended(outcome), at: 20)
        _ = handle(script.add(.operationEnded(ended), at: 300))
        _ = refresh(now: 500)
        #expect(
            machine.line(in: .ready(degraded: false), at: LaunchScript.at(600))
                == "Ready: 1/1 operations in 10ms"
        )
    }

    @Test mutating func aStartNamesWhatItWaitsForAndNotWhatAHandlerAdded() {
        script = LaunchScript([OperationStatus(name: "sdk", queue: .main)])
        _ = handle(script.begin(at: 0))
        _ = handle(script.add(.operationStarted(Self.onDemand("page", .running, at: 1)), at: 1))
        #expect(
            handle(script.ready("sdk", at: 1000))
                == "STATUS=Starting: 0/1 operations, sdk waits for queue main"
        )
        #expect(
            handle(script.start("sdk", at: 2000))
                == "STATUS=Starting: 0/1 operations, waiting for sdk"
        )
    }

    @Test mutating func aConditionThatIsEvaluatedIsNamed() {
        var sync = OperationStatus(name: "sync", queue: .main, requires: ["sdk"])
        sync.condition = "store is there"
        script = LaunchScript([OperationStatus(name: "sdk", queue: .main), sync])
        #expect(handle(script.begin(at: 0)) == "STATUS=Starting: 0/2 operations")
        #expect(
            handle(script.end("sdk", .succeeded, at: 200))
                == "STATUS=Starting: 1/2 operations, waiting for the condition of sync"
        )
        #expect(
            handle(script.end("sync", .notNeeded(condition: "store is there"), at: 400))
                == "STATUS=Starting: 2/2 operations"
        )
    }

    @Test mutating func aStopNamesTheActionsThatItWaitsForAndThenWhatElseRuns() {
        script = LaunchScript([OperationStatus(name: "sdk", queue: .main)])
        _ = handle(script.begin(at: 0))
        _ = handle(script.end("sdk", .succeeded, at: 2))
        _ = handle(script.add(.launchReady(degraded: false), at: 10))
        _ = handle(script.action(.running, id: "a1", at: 25))
        _ = handle(script.action(.running, id: "a2", at: 30))
        _ = handle(script.add(.operationStarted(Self.onDemand("page", .running, at: 40)), at: 40))
        let stop = script.add(.launchStopping(reason: "SIGTERM", rootCauses: []), at: 1025)
        #expect(
            handle(stop)
                == "STOPPING=1\nSTATUS=Stopping: SIGTERM, waiting for action open-url 1s "
                + "(and 1 more)\nEXTEND_TIMEOUT_USEC=25000000"
        )
        _ = handle(script.action(.done, id: "a1", at: 2025))
        #expect(
            refresh(now: 3025) == "STATUS=Stopping: SIGTERM, waiting for action open-url 3s"
        )
        #expect(
            handle(script.action(.done, id: "a2", at: 3040))
                == nil
        )
        #expect(refresh(now: 4040) == "STATUS=Stopping: SIGTERM, waiting for page 4s")
    }
}
