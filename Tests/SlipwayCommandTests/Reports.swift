import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink

/// Reports made by hand: times in milliseconds since the process's start.
enum Reports {
    static func at(_ milliseconds: Int64) -> Instant {
        Instant(nanoseconds: 90_000_000_000_000 + milliseconds * 1_000_000)
    }

    static func operation(
        _ name: String,
        _ queue: Queue = .userInitiated,
        optional: Bool = false,
        requires: [String] = [],
        state: OperationStatus.State = .pending,
        times: [Int64?] = [nil, nil, nil],
        timeout: Duration? = nil
    ) -> OperationStatus {
        OperationStatus(
            name: name,
            queue: queue,
            isOptional: optional,
            requires: requires,
            state: state,
            readyAt: times[0].map(at),
            startedAt: times[1].map(at),
            endedAt: times[2].map(at),
            timeout: timeout
        )
    }

    static func action(
        _ id: String,
        _ state: ActionStatus.State,
        started: Int64? = nil,
        ended: Int64? = nil
    ) -> ActionStatus {
        ActionStatus(
            id: ActionID(id),
            kind: "open-url",
            queue: .main,
            requires: ["user-data", "feature-toggles"],
            state: state,
            acceptedAt: at(100),
            startedAt: started.map(at),
            endedAt: ended.map(at)
        )
    }

    static func report(
        _ phase: Phase,
        ready: Int64? = nil,
        ended: Int64? = nil,
        _ operations: [OperationStatus] = [],
        actions: [ActionStatus] = [],
        rootCauses: [RootCause] = []
    ) -> Report {
        Report(
            name: "storefront",
            launchID: "l1",
            course: LaunchCourse(
                phase: phase,
                launchedAt: at(12),
                readyAt: ready.map(at),
                endedAt: ended.map(at),
                rootCauses: rootCauses
            ),
            processStart: at(0),
            deadline: at(30_000),
            operations: operations,
            actions: actions
        )
    }

    /// The storefront 1.2 s after its start: the backend is slow, and an action waits.
    static let starting = report(
        .starting,
        [
            operation(
                "sdk-init",
                .main,
                state: .ended(.succeeded),
                times: [12, 12, 410],
                timeout: .seconds(5)
            ),
            operation("user-data", state: .running, times: [12, 14, nil], timeout: .seconds(5)),
            operation("feature-toggles", requires: ["sdk-init", "user-data"]),
            operation(
                "warm-cache",
                optional: true,
                state: .ended(.failed(Failure(.timedOut, "over 1s"))),
                times: [12, 12, 1012]
            ),
        ],
        actions: [
            action("a1", .waiting(missing: ["user-data", "feature-toggles"])),
            action("a0", .done, started: 120, ended: 130),
        ]
    )

    /// The answer to `GetStatus`.
    static func status(_ report: Report) -> JSONObject {
        Method.GetStatus.Reply(LaunchStatus(report, at: at(1214))).object()
    }

    /// The answer to `ListActions`.
    static func page(_ report: Report) -> JSONObject {
        ActionPage(listed: report.actions.map { ListedAction($0) }, now: .now).object(
            Offsets(processStart: report.processStart)
        )
    }

    static let ready = report(
        .ready(degraded: false),
        ready: 980,
        [
            operation("sdk-init", .main, state: .ended(.succeeded), times: [12, 12, 410]),
            operation("user-data", state: .ended(.succeeded), times: [12, 14, 826]),
            operation(
                "feature-toggles",
                requires: ["sdk-init"],
                state: .ended(.succeeded),
                times: [410, 410, 980]
            ),
        ]
    )

    /// The same, after an operator has stopped its program.
    static let degraded = {
        var report = ready
        report.phase = .ready(degraded: true)
        report.programs = [ProgramStatus(name: "web", state: .stopped, since: at(1000))]
        return report
    }()

    static let failed = report(
        .failed,
        ended: 600,
        [
            operation(
                "sdk-init",
                .main,
                state: .ended(.failed(Failure(.error, "exit status 3"))),
                times: [12, 12, 400]
            ),
            operation(
                "feature-toggles",
                requires: ["sdk-init"],
                state: .ended(.skipped(root: "sdk-init")),
                times: [nil, nil, 400]
            ),
        ],
        actions: [
            action(
                "a1",
                .failed(Failure(.error, "'sdk-init' failed"), operation: "sdk-init"),
                ended: 400
            )
        ],
        rootCauses: [
            RootCause(
                operation: "sdk-init",
                failure: Failure(.error, "exit status 3"),
                skipped: ["feature-toggles"]
            )
        ]
    )
}
