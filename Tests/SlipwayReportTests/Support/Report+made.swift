import Slipway

/// Reports made by hand: all times in milliseconds since the process's start.
extension Report {
    static func made(
        launched: Int64? = 12,
        ready: Int64? = nil,
        deadline: Int64? = nil,
        _ operations: [OperationStatus],
        actions: [ActionStatus] = []
    ) -> Report {
        made(
            .starting,
            launched: launched,
            ready: ready,
            deadline: deadline,
            operations,
            actions: actions
        )
    }

    static func made(
        _ phase: Phase,
        launched: Int64? = 12,
        ready: Int64? = nil,
        ended: Int64? = nil,
        deadline: Int64? = nil,
        _ operations: [OperationStatus],
        actions: [ActionStatus] = [],
        rootCauses: [RootCause] = []
    ) -> Report {
        Report(
            name: "storefront",
            launchID: "l1",
            course: LaunchCourse(
                phase: phase,
                launchedAt: launched.map(Instant.at),
                readyAt: ready.map(Instant.at),
                endedAt: ended.map(Instant.at),
                rootCauses: rootCauses
            ),
            processStart: .at(0),
            deadline: deadline.map(Instant.at),
            operations: operations,
            actions: actions
        )
    }

    /// The running example, at the moment when it was ready.
    static var storefront: Report {
        made(
            .ready(degraded: false),
            ready: 980,
            [
                .made("sdk-init", .main, .ended(.succeeded), 12, 12, 410),
                .made("user-data", .ended(.succeeded), 12, 14, 826),
                .made(
                    "feature-toggles",
                    requires: ["sdk-init"],
                    .ended(.succeeded),
                    410,
                    410,
                    980
                ),
            ]
        )
    }
}

extension OperationStatus {
    static func made(
        _ name: String,
        optional: Bool = false,
        requires: [String] = [],
        after: [String] = [],
        _ state: State = .pending,
        _ ready: Int64? = nil,
        _ started: Int64? = nil,
        _ ended: Int64? = nil,
        releasedBy: String? = nil,
        timeout: Duration? = nil,
        stage: Stage = .launch,
        group: String? = nil,
        isGroup: Bool = false,
        obstacle: Obstacle? = nil,
        lockWait: (Int64, holder: String)? = nil
    ) -> OperationStatus {
        var status = made(
            name,
            .userInitiated,
            optional: optional,
            requires: requires,
            after: after,
            state,
            ready,
            started,
            ended,
            releasedBy: releasedBy,
            timeout: timeout,
            stage: stage,
            group: group,
            isGroup: isGroup,
            obstacle: obstacle
        )
        status.lockWait = lockWait.map {
            LockWait(lock: "db", duration: .milliseconds($0.0), holder: $0.holder)
        }
        return status
    }

    static func made(
        _ name: String,
        _ queue: Queue,
        optional: Bool = false,
        requires: [String] = [],
        after: [String] = [],
        _ state: State = .pending,
        _ ready: Int64? = nil,
        _ started: Int64? = nil,
        _ ended: Int64? = nil,
        releasedBy: String? = nil,
        timeout: Duration? = nil,
        stage: Stage = .launch,
        group: String? = nil,
        isGroup: Bool = false,
        obstacle: Obstacle? = nil
    ) -> OperationStatus {
        var status = OperationStatus(
            name: name,
            queue: queue,
            isOptional: optional,
            requires: requires,
            after: after,
            state: state,
            readyAt: ready.map(Instant.at),
            startedAt: started.map(Instant.at),
            endedAt: ended.map(Instant.at),
            releasedBy: releasedBy,
            timeout: timeout,
            stage: stage,
            group: group,
            isGroup: isGroup
        )
        status.obstacle = obstacle
        return status
    }
}

extension ActionStatus {
    static func made(
        _ id: String,
        requires: [String] = [],
        _ state: State,
        ready: Int64? = nil,
        started: Int64? = nil,
        ended: Int64? = nil
    ) -> ActionStatus {
        made(
            id,
            "open-url",
            requires: requires,
            state,
            ready: ready,
            started: started,
            ended: ended
        )
    }

    static func made(
        _ id: String,
        _ kind: String,
        _ queue: Queue = .main,
        requires: [String] = [],
        _ state: State,
        accepted: Int64 = 20,
        ready: Int64? = nil,
        started: Int64? = nil,
        ended: Int64? = nil
    ) -> ActionStatus {
        ActionStatus(
            id: ActionID(id),
            kind: kind,
            queue: queue,
            requires: requires,
            state: state,
            acceptedAt: .at(accepted),
            readyAt: ready.map(Instant.at),
            startedAt: started.map(Instant.at),
            endedAt: ended.map(Instant.at)
        )
    }
}
