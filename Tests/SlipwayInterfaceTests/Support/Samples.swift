import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
import SlipwayVarlink

/// Values with every field set.
enum Samples {
    static let start = Instant(nanoseconds: 5_000_000_000_000)
    static let offsets = Offsets(processStart: start)

    static func at(_ microseconds: Int64) -> Instant {
        start.advanced(by: .microseconds(microseconds))
    }

    private static let states: [OperationStatus.State] = [
        .pending, .ready, .running, .ended(.succeeded), .ended(.degraded(reason: "HTTP 503")),
        .ended(.failed(Failure(.error, "exit status 3", type: "Exit", errorNumber: 28))),
        .ended(.failed(Failure(.timedOut, "no end within 5s"))),
        .ended(.failed(Failure(.error, "exited with 3", exit: .status(3)))),
        .ended(.failed(Failure(.error, "was killed", exit: .signal("SIGKILL")))),
        .ended(.cancelled(reason: "asked")), .ended(.skipped(root: "sdk-init")),
        .ended(.notNeeded(condition: "not flag 'beta'")),
    ]

    private static let obstacles: [OperationStatus.Obstacle] = [
        .condition("flag 'beta'"), .lock("database", holder: "migrate"), .pause(.main),
        .backoff(until: at(99)), .fallback, .teardown("a"), .launch,
        .wait(for: .operation("migrate"), circle: "'é' waits in its body for 'migrate'"),
        .wait(for: .action(ActionID("a1")), circle: nil),
    ]

    static let operations: [OperationStatus] =
        states.enumerated().map { operation("state-\($0)", $1) }
        + obstacles.enumerated().map { number, obstacle in
            var status = operation("obstacle-\(number)", .ready)
            status.obstacle = obstacle
            status.stage = .launch
            return status
        }

    private static func operation(
        _ name: String,
        _ state: OperationStatus.State
    ) -> OperationStatus {
        var status = OperationStatus(
            name: name,
            queue: .named("authentication"),
            isOptional: true,
            requires: ["sdk-init"],
            after: ["é"],
            state: state,
            readyAt: at(10),
            startedAt: at(20),
            endedAt: at(30),
            releasedBy: "sdk-init",
            timeout: .seconds(5),
            stage: .background,
            group: "outer",
            isGroup: true,
            attemptLimit: 4
        )
        status.addedAs = status.isTrouble ? nil : "page"
        status.action = status.isTrouble ? nil : ActionID("1f")
        status.isOnDemand = !status.isTrouble
        status.attempt = 2
        status.attemptStartedAt = at(40)
        status.attempts = [
            .init(
                number: 1,
                startedAt: at(1),
                endedAt: at(20),
                failure: Failure(
                    .timedOut,
                    "over 5s",
                    type: "Late",
                    errorNumber: 110,
                    exit: .status(3)
                )
            ),
            .init(
                number: 2,
                startedAt: at(40),
                endedAt: at(50),
                failure: Failure(.error, "was killed", exit: .signal("SIGKILL")),
                readyAt: at(35)
            ),
        ]
        status.locks = ["database"]
        status.priority = .high
        status.condition = "flag 'beta'"
        status.fallback = FallbackUse(source: "cache", age: .seconds(7200))
        status.lack = "waits for tcp db:5432: Connection refused (ECONNREFUSED)"
        status.lockWait = .init(lock: "database", duration: .milliseconds(3), holder: "migrate")
        return status
    }

    static let actions: [ActionStatus] = [
        ActionStatus.State.waiting(missing: ["user-data"]), .running, .done,
        .failed(
            Failure(.timedOut, "over 60s", type: "Late", errorNumber: 110),
            operation: "user-data"
        ),
        .failed(Failure(.error, "exited with 3", exit: .status(3)), operation: nil),
        .failed(Failure(.error, "was killed", exit: .signal("SIGKILL")), operation: nil),
        .cancelled(reason: "asked"), .expired,
        .superseded(by: ActionID("a9")), .interrupted(reason: "the service ended"),
    ].enumerated().map { number, state in
        ActionStatus(
            id: ActionID("a\(number)"),
            kind: "open-url",
            queue: .main,
            requires: ["user-data"],
            state: state,
            acceptedAt: at(1),
            readyAt: at(2),
            startedAt: at(3),
            endedAt: at(4),
            attempts: 2,
            failures: 1,
            failureLimit: 4,
            retryAt: number == 0 ? at(5) : nil,
            lastFailure: Failure("no window")
        )
    }

    static let listed = actions.map {
        ListedAction($0, sender: ActionSender(uid: 1000, pid: 7), key: "k1", expiresAt: at(9))
    }

    static let programs: [ProgramStatus] = [
        ProgramStatus.State.starting, .running, .stopping, .pausing(next: at(9)), .stopped, .ended,
    ].enumerated().map { number, state in
        var program = ProgramStatus(
            name: "web\(number)",
            state: state,
            since: at(8),
            startedAt: at(6),
            readyAt: at(7),
            pid: 77,
            killedAt: at(9),
            restarts: 2,
            earlier: [
                ProgramRun(
                    startedAt: at(1),
                    readyAt: at(2),
                    endedAt: at(5),
                    pid: 76,
                    reason: "exited with 3"
                )
            ],
            lack: "has not said READY=1",
            message: "serving",
            reason: "exited with 1"
        )
        program.endedWell = state == .ended
        program.givesWay = state == .stopped
        program.stop = state == .stopped ? OperatorStop(uid: 1000, at: at(9)) : nil
        program.use = ResourceUse(
            memory: 5 << 20,
            processorTime: .seconds(1),
            processes: 2,
            tasks: 3,
            memoryWait: .milliseconds(20)
        )
        return program
    }

    static let report = report(.failed)

    static func report(_ phase: Phase) -> Report {
        Report(
            name: "storefront",
            launchID: "0123456789abcdef",
            course: LaunchCourse(
                phase: phase,
                launchedAt: at(900),
                readyAt: at(1000),
                stoppingAt: at(1400),
                endedAt: at(2000),
                storage: storage(phase),
                rootCauses: failures.map(cause),
                isPaused: true,
                pausedQueues: [.main, .named("authentication")],
                pauses: [
                    Pause(queue: .main, startedAt: at(1), endedAt: at(2)),
                    Pause(queue: nil, startedAt: at(3)),
                ]
            ),
            processStart: start,
            deadline: at(30_000_000),
            drain: .seconds(7),
            teardowns: 3,
            tearingDown: [RunningTeardown(name: "web", since: at(1500))],
            failedTeardowns: failures.map { FailedTeardown(name: "cache", failure: $0) },
            operations: operations,
            actions: actions,
            programs: programs,
            mainBlock: MainBlock(startedAt: at(1), endedAt: at(4)),
            widths: [.main: 1, .userInitiated: 8]
        )
    }

    private static let exits: [ProgramExit] = [.status(3), .signal("SIGKILL")]

    private static var failures: [Failure] {
        [Failure(.error, "no", type: "Refusal", errorNumber: 13)]
            + exits.map { Failure(.error, "ended", exit: $0) }
    }

    private static func cause(_ failure: Failure) -> RootCause {
        RootCause(operation: "sdk-init", failure: failure, skipped: ["a", "b"], isCancelled: true)
    }

    private static func storage(_ phase: Phase) -> StorageTrouble {
        let kind: StorageTrouble.Kind =
            switch phase {
            case .starting: .awaited
            case .ready(degraded: false): .filling
            case .ready(degraded: true): .failing
            case .stopping: .damaged
            case .failed: .unavailable
            case .stopped: .absent
            }
        return StorageTrouble(kind, "another process has locked it", since: at(3))
    }

    static let phases: [Phase] = [
        .starting, .ready(degraded: false), .ready(degraded: true), .stopping, .stopped, .failed,
    ]

    static let explanation = Explanation(
        subject: "open-url",
        state: "waiting",
        steps: [
            .init(name: "a1", relation: Explanation.Step.subject, state: "waiting"),
            .init(
                name: "user-data",
                relation: Explanation.Step.requires,
                state: "running",
                elapsed: .milliseconds(1200),
                budget: .seconds(5),
                detail: "attempt 2 of 5"
            ),
        ]
    )

    static var status: LaunchStatus {
        var report = report(.failed)
        for index in report.operations.indices where index % 2 == 0 {
            report.operations[index].isGroup = false
        }
        for index in report.operations.indices {
            var other = report.operations[index]
            other.name += "-launch"
            other.isGroup = false
            other.stage = .launch
            report.operations.append(other)
            other.name += "-background"
            other.stage = .background
            report.operations.append(other)
        }
        var status = LaunchStatus(report, at: at(5000))
        status.generation = 3
        status.log = LogPlace(
            isJournal: true,
            unit: "slipway@shop.service",
            invocationID: "i1",
            output: "socket:[1]"
        )
        status.remarks = remarks
        status.reload = runningReloads[0]
        status.waitsFor = explanation.steps
        return status
    }

    /// One of each step.
    static let runningReloads = RunningReload.Step.allCases.map { step in
        RunningReload(
            generation: 4,
            step: step,
            detail: "queue 'main'",
            elapsed: .seconds(3),
            waitsFor: explanation.steps
        )
    }

    static let remarks = ServiceRemarks(
        safeMode: "3 starts crashed",
        suspects: ["warm-cache"],
        regressions: ["user-data took 1.900s; usually 210ms to 260ms (last 20 warm starts)"],
        failedReload: FailedReload(
            reason: "'web' failed: exit status 1",
            date: .seconds(1_795_793_468)
        ),
        changedFiles: ["/etc/slipway/shop.yaml"],
        unknownBoot: "the machine's boot is not known"
    )

    /// One of each start and of each end.
    static let recorded = RecordedLaunch.Start.allCases.flatMap { start in
        RecordedLaunch.End.allCases.map { end in
            var launch = LaunchSummary(launchID: "8b383ac31d993463a6342b0af91b21d7", start: start)
            (launch.bootID, launch.startedAt) = ("b1", 1_790_000_000_000_000)
            (launch.configurationDigest, launch.version) = ("d1", "1.0")
            (launch.generation, launch.timeToReady) = (2, .milliseconds(523))
            (launch.end, launch.cause) = (end, "user-data: HTTP 503")
            return launch
        }
    }

    static let reload = ReloadReply(
        generation: 3,
        operations: ReloadStep.Fate.allCases.map { fate in
            ReloadStep(name: "web", fate: fate, reason: "its exec changed")
        },
        notes: ["'grace' changed: it counts from the new generation on"],
        progress: status
    )
}
