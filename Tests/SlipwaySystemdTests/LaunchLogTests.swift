import Slipway
import SlipwaySystemd
import Testing

struct LaunchLogTests {
    var log = LaunchLog()
    var script = LaunchScript.storefront()

    /// The entry in the journal's order, without the fields that every entry has.
    mutating func lines(_ event: Event) -> [String] {
        log.entry(for: event).assignments.filter {
            $0 != "LAUNCH_ID=launch-1" && $0 != "LAUNCH_NAME=storefront"
        }
    }

    @Test mutating func anOperationThatSucceededIsToldWithItsTimes() {
        _ = lines(script.begin())
        _ = script.ready("feature-toggles", at: 412)
        _ = script.start("feature-toggles", at: 422)
        #expect(
            lines(script.end("feature-toggles", .succeeded, at: 980)) == [
                "MESSAGE=Operation 'feature-toggles' succeeded in 558ms, "
                    + "waited 10ms for queue 'userInitiated'",
                "PRIORITY=6",
                "LAUNCH_EVENT=operation-ended",
                "LAUNCH_OPERATION=feature-toggles",
                "LAUNCH_QUEUE=userInitiated",
                "LAUNCH_REQUIRES=sdk-init",
                "LAUNCH_OUTCOME=succeeded",
                "LAUNCH_WAIT_USEC=10000",
                "LAUNCH_RUN_USEC=558000",
                "LAUNCH_STARTED_USEC=422000",
            ]
        )
    }

    @Test(
        arguments: [
            (.succeeded, false, .info, nil),
            (.degraded(reason: "x"), false, .warning, .operationDegraded),
            (.failed(Failure(.error, "x")), false, .error, .operationFailed),
            (.failed(Failure(.error, "x")), true, .warning, .operationFailed),
            (.failed(Failure(.timedOut, "x")), false, .error, .operationTimedOut),
            (.cancelled(reason: "x"), false, .notice, nil),
            (.skipped(root: "x"), false, .notice, nil),
            (.notNeeded(condition: "x"), false, .info, nil),
        ] as [(Outcome, Bool, LogPriority, MessageID?)]
    )
    mutating func howAnOperationEndedDecidesHowMuchItMatters(
        outcome: Outcome,
        isOptional: Bool,
        priority: LogPriority,
        messageID: MessageID?
    ) {
        script = LaunchScript([
            OperationStatus(name: "a", queue: .main, isOptional: isOptional)
        ])
        _ = log.entry(for: script.begin())
        let entry = log.entry(for: script.end("a", outcome, at: 5))
        #expect(entry.priority == priority)
        #expect(entry.messageID == messageID)
        #expect(entry.fields.contains(.init(.outcome, outcome.word)))
        #expect(
            entry.fields.filter { $0.name == .reason }.map(\.value)
                == [outcome.message].compactMap(\.self)
        )
    }

    @Test mutating func anAttemptThatFailedSaysWhenTheNextOneIs() {
        script = LaunchScript([
            OperationStatus(name: "user-data", queue: .userInitiated, attemptLimit: 4)
        ])
        _ = lines(script.begin())
        #expect(
            lines(script.retry("user-data", "HTTP 503", delay: 400, at: 20)) == [
                "MESSAGE=Operation 'user-data' tries again, attempt 2 of 4 in 400ms: HTTP 503",
                "PRIORITY=5",
                "MESSAGE_ID=\(MessageID.operationRetrying)",
                "LAUNCH_EVENT=operation-retrying",
                "LAUNCH_OPERATION=user-data",
                "LAUNCH_QUEUE=userInitiated",
                "LAUNCH_REASON=HTTP 503",
                "LAUNCH_ATTEMPT=1",
                "LAUNCH_DELAY_USEC=400000",
            ]
        )
    }

    @Test mutating func whatStandsInForAValueIsToldWithItsAge() {
        script = LaunchScript([
            OperationStatus(name: "toggles", queue: .main, stage: .background, group: "login")
        ])
        _ = lines(script.begin())
        _ = script.start("toggles", at: 10)
        script.report.operations[0].fallback = FallbackUse(source: "cache", age: .seconds(7200))
        script.report.operations[0].attempts = [
            .init(number: 1, startedAt: LaunchScript.at(10), endedAt: LaunchScript.at(20)),
            .init(number: 2, startedAt: LaunchScript.at(120), endedAt: LaunchScript.at(130)),
        ]
        #expect(
            lines(script.end("toggles", .degraded(reason: "HTTP 503"), at: 130)) == [
                "MESSAGE=Operation 'toggles' is degraded after 120ms, 2 attempts, "
                    + "100ms between them: value from cache, 2h old; HTTP 503",
                "PRIORITY=4",
                "MESSAGE_ID=\(MessageID.operationDegraded)",
                "LAUNCH_EVENT=operation-ended",
                "LAUNCH_OPERATION=toggles",
                "LAUNCH_QUEUE=main",
                "LAUNCH_STAGE=background",
                "LAUNCH_GROUP=login",
                "LAUNCH_OUTCOME=degraded",
                "LAUNCH_REASON=HTTP 503",
                "LAUNCH_ATTEMPT=2",
                "LAUNCH_FALLBACK=cache",
                "LAUNCH_FALLBACK_AGE_USEC=7200000000",
                "LAUNCH_WAIT_USEC=0",
                "LAUNCH_RUN_USEC=120000",
                "LAUNCH_STARTED_USEC=10000",
            ]
        )
    }

    @Test mutating func aSuccessWithAValueThatIsNotNewSaysSo() {
        script = LaunchScript([OperationStatus(name: "toggles", queue: .userInitiated)])
        _ = lines(script.begin())
        _ = script.start("toggles", at: 10)
        script.report.operations[0].fallback = FallbackUse(source: "cache", age: .seconds(7200))
        let found = lines(script.end("toggles", .succeeded, at: 12))
        #expect(
            found.first
                == "MESSAGE=Operation 'toggles' succeeded in 2ms: value from cache, 2h old"
        )
    }

    @Test(
        arguments: [
            (.paused(nil), "Paused: nothing starts", "launch-paused"),
            (
                .paused(.named("authentication")),
                "Queue 'authentication' is paused: nothing starts there", "queue-paused"
            ),
            (.resumed(nil), "The launch goes on after a pause", "launch-resumed"),
            (.resumed(.main), "Queue 'main' goes on", "queue-resumed"),
            (
                .operationsAdded([OperationStatus(name: "a", queue: .main)]),
                "Added operation 'a'", "operations-added"
            ),
            (
                .operationsAdded(
                    ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].map {
                        OperationStatus(name: $0, queue: .main)
                    } + [OperationStatus(name: "group", queue: .main, isGroup: true)]
                ),
                "Added 10 operations: 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h' and 2 more",
                "operations-added"
            ),
        ] as [(Event.Kind, String, String)]
    )
    mutating func whatIsDoneToTheLaunchIsTold(kind: Event.Kind, message: String, word: String) {
        _ = log.entry(for: script.begin())
        let entry = log.entry(for: script.add(kind, at: 5))
        #expect(entry.message == message)
        #expect(entry.fields.contains(.init(.event, word)))
    }

    @Test mutating func whatAHandlerAddsNamesItsAction() {
        var status = OperationStatus(name: "page#2", queue: .main)
        status.action = ActionID("a1")
        _ = log.entry(for: script.begin())
        let entry = log.entry(for: script.add(.operationsAdded([status]), at: 5))
        #expect(entry.message == "Added operation 'page#2', by the handler of action a1")
        #expect(entry.fields.contains(.init(.actionID, "a1")))
    }

    @Test mutating func whoWaitsForALockIsSaidToAndForWhose() {
        var status = OperationStatus(name: "migrate", queue: .main, state: .ready)
        status.obstacle = .lock("database", holder: "backup")
        let entry = log.entry(for: script.add(.operationReady(status), at: 1))
        #expect(
            entry.message == "Operation 'migrate' waits for lock 'database', held by 'backup'"
        )
        #expect(entry.priority == .info)
    }

    @Test mutating func aProgramIsToldOfOnceForEachStep() {
        _ = log.entry(for: script.begin())
        var status = ProgramStatus(name: "web", state: .starting, since: LaunchScript.at(0))
        var messages: [String] = []
        func tell(_ log: inout LaunchLog, _ script: inout LaunchScript) {
            let event = script.add(.programChanged(status, degraded: false), at: 2)
            messages.append(log.entry(for: event).message)
        }
        tell(&log, &script)
        status.pid = 7
        tell(&log, &script)
        status.message = "opens the database"
        tell(&log, &script)
        status.state = .stopping
        status.reason = "exited with 1 before it was ready"
        tell(&log, &script)
        status.pid = nil
        tell(&log, &script)
        status.state = .ended
        tell(&log, &script)
        status.restarts = 1
        status.state = .pausing(next: LaunchScript.at(1000))
        tell(&log, &script)
        #expect(
            messages == [
                "Program 'web' is about to start", "Program 'web' starts, pid 7",
                "Program 'web' says: opens the database",
                "Program 'web' is being ended: exited with 1 before it was ready",
                "Program 'web' has lost its main process",
                "Program 'web' exited with 1 before it was ready",
                "Program 'web' exited with 1 before it was ready; it starts again in 1s",
            ]
        )
    }

    @Test mutating func aWaitForALockIsNotOneForAQueue() {
        script = LaunchScript([OperationStatus(name: "settings", queue: .main)])
        _ = lines(script.begin())
        script.report.operations[0].readyAt = LaunchScript.at(10)
        script.report.operations[0].lockWait = .init(lock: "token", duration: .milliseconds(90))
        _ = script.start("settings", at: 110)
        #expect(
            lines(script.end("settings", .succeeded, at: 120)).first
                == "MESSAGE=Operation 'settings' succeeded in 10ms, waited 90ms for lock 'token' "
                + "and 10ms for queue 'main'"
        )
    }

    @Test mutating func aGroupIsCalledOne() {
        script = LaunchScript([
            OperationStatus(name: "fetch", queue: .main, group: "login"),
            OperationStatus(name: "login", queue: .userInitiated, isGroup: true),
            OperationStatus(name: "warm", queue: .main, stage: .background),
        ])
        #expect(
            log.entry(for: script.begin()).message
                == "Starting 'storefront': 1 operation, and 1 in the background once it is ready"
        )
        #expect(log.entry(for: script.start("login", at: 2)).message == "Group 'login' started")
        let end = log.entry(for: script.end("login", .succeeded, at: 5))
        #expect(end.message == "Group 'login' succeeded in 3ms")
        #expect(!end.fields.contains { $0.name == .queue })
    }

    @Test mutating func aStuckOperationNamesTheQueueItHolds() {
        _ = log.entry(for: script.begin())
        _ = script.start("sdk-init", at: 2)
        let stuck = script.report.operations[0]
        let entry = log.entry(
            for: script.add(.operationStuck(stuck, since: LaunchScript.at(1000)), at: 11_000)
        )
        #expect(
            entry.message
                == "Operation 'sdk-init' is stuck for 10s; it goes on holding queue 'main'"
        )
        #expect(entry.messageID == .operationStuck)
        #expect(entry.priority == .warning)
    }

    @Test mutating func aBodyThatWaitsInVainIsAWarningThatSaysWhatToDo() {
        _ = log.entry(for: script.begin())
        _ = script.start("sdk-init", at: 2)
        var status = script.report.operations[0]
        let circle =
            "'sdk-init' waits in its body for the launch to be ready, which waits for 'sdk-init'"
        status.obstacle = .wait(for: .launch, circle: circle)
        let entry = log.entry(for: script.add(.operationWaitsInVain(status), at: 3))
        #expect(
            entry.message
                == "Operation \(circle): let 'sdk-init' return, and do the rest in the background stage"
        )
        #expect(entry.priority == .warning)
    }

    @Test(arguments: [(0, "0 operations"), (1, "1 operation"), (2, "2 operations")])
    mutating func theBeginningCountsItsOperations(count: Int, words: String) {
        script = LaunchScript(
            (0..<count).map { OperationStatus(name: "o\($0)", queue: .userInitiated) }
        )
        #expect(log.entry(for: script.begin()).message == "Starting 'storefront': \(words)")
    }

    @Test(
        arguments: [
            (
                .waiting(missing: ["user-data", "feature-toggles"]), .info, .actionDeferred,
                "Action 'open-url' (a1) waits for 'user-data', 'feature-toggles'"
            ),
            (
                .waiting(missing: []), .debug, nil,
                "Action 'open-url' (a1) has what it requires"
            ),
            (.running, .debug, nil, "Action 'open-url' (a1) started, 15ms old"),
            (.done, .info, .actionDone, "Action 'open-url' (a1) done in 75ms"),
            (
                .failed(Failure(.error, "HTTP 503"), operation: "user-data"), .warning,
                .actionFailed, "Action 'open-url' (a1) failed: operation 'user-data': HTTP 503"
            ),
            (
                .failed(Failure(.error, "exit status 1"), operation: nil), .warning,
                .actionFailed, "Action 'open-url' (a1) failed: exit status 1"
            ),
            (
                .cancelled(reason: "the launch stops"), .notice, nil,
                "Action 'open-url' (a1) was cancelled: the launch stops"
            ),
            (.expired, .notice, nil, "Action 'open-url' (a1) expired, 90ms old"),
            (
                .interrupted(reason: "the service ended"), .warning, .actionInterrupted,
                "Action 'open-url' (a1) was interrupted: the service ended"
            ),
        ] as [(ActionStatus.State, LogPriority, MessageID?, String)]
    )
    mutating func anActionIsToldWithItsIdentity(
        state: ActionStatus.State,
        priority: LogPriority,
        messageID: MessageID?,
        message: String
    ) {
        _ = log.entry(for: script.begin())
        let entry = log.entry(for: script.action(state, at: 100))
        #expect(entry.message == message)
        #expect(entry.priority == priority)
        #expect(entry.messageID == messageID)
        for field in [
            LogEntry.Field(.actionID, "a1"), .init(.action, "open-url"), .init(.queue, "main"),
            .init(.requires, "user-data"), .init(.requires, "feature-toggles"),
        ] { #expect(entry.fields.contains(field)) }
    }
}
