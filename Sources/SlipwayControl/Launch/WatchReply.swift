package import Slipway
package import SlipwayJSON

/// One reply of `Watch`: the launch, or what changed since the reply before.
package enum WatchReply: Hashable, Sendable {
    /// The whole launch: the first reply, and again when changes were lost.
    case launch(Report)
    /// An operation changed.
    case operation(OperationStatus)
    /// An action is new or changed.
    case action(ActionStatus)
    /// The launch as a whole changed.
    case phase(PhaseChange)

    /// Where the launch is as a whole: what a ``Report`` says beside its operations and actions.
    package struct PhaseChange: Hashable, Sendable {
        /// Where the launch is now.
        package var phase: Phase
        /// When the launch began to run operations.
        package var launchedAt: Instant?
        /// When the last operation that gates readiness ended.
        package var readyAt: Instant?
        /// When everything was torn down.
        package var endedAt: Instant?
        /// Why it failed; empty unless it did.
        package var rootCauses: [RootCause]
        /// Whether nothing starts in any queue.
        package var isPaused: Bool
        /// The queues that are paused on their own.
        package var pausedQueues: [Queue]

        /// Takes what `report` says.
        package init(_ report: Report) {
            phase = report.phase
            launchedAt = report.launchedAt
            readyAt = report.readyAt
            endedAt = report.endedAt
            rootCauses = report.rootCauses
            isPaused = report.isPaused
            pausedQueues = report.pausedQueues
        }
    }
}

extension WatchReply {
    /// The output of `Watch`.
    package func parameters(_ offsets: Offsets) -> JSONObject {
        switch self {
        case .launch(let report): ["launch": report.json]
        case .operation(let operation): ["operation": operation.json(offsets)]
        case .action(let action): ["action": action.json(offsets)]
        case .phase(let change): ["phase": change.json(offsets)]
        }
    }

    /// Reads the output of `Watch`.
    ///
    /// - Parameters:
    ///   - parameters: One reply.
    ///   - launch: The launch as the replies before made it, for its zero; `nil` for the first.
    /// - Returns: `nil` for a change that this build knows nothing about.
    /// - Throws: Which field is not what the interface declares.
    package static func read(
        _ parameters: JSON,
        following launch: Report?
    ) throws(JSONFieldError) -> WatchReply? {
        let offsets = launch.map { Offsets(processStart: $0.processStart) } ?? Offsets()
        return try JSONReading<WatchReply?>.record { fields throws(JSONFieldError) in
            if let launch = try fields.optional("launch", .launch) { return .launch(launch) }
            if let operation = try fields.optional("operation", .operation(offsets)) {
                return .operation(operation)
            }
            if let action = try fields.optional("action", .action(offsets)) {
                return .action(action)
            }
            return try fields.optional("phase", .phaseChange(offsets)).map { .phase($0) }
        }.read(parameters)
    }
}

extension WatchReply.PhaseChange {
    fileprivate func json(_ offsets: Offsets) -> JSON {
        var object: JSONObject = ["phase": phase.json]
        object["launchedUSec"] = offsets.json(launchedAt)
        object["readyUSec"] = offsets.json(readyAt)
        object["endedUSec"] = offsets.json(endedAt)
        object["rootCauses"] = .array(rootCauses.map(\.json))
        object["paused"] = .bool(isPaused)
        object["pausedQueues"] = .array(pausedQueues.map { .string($0.name) })
        return .object(object)
    }

    fileprivate init(
        reading fields: inout JSONFields,
        _ offsets: Offsets
    ) throws(JSONFieldError) {
        phase = try fields.required("phase", .phase)
        launchedAt = try fields.optional("launchedUSec", offsets.instant)
        readyAt = try fields.optional("readyUSec", offsets.instant)
        endedAt = try fields.optional("endedUSec", offsets.instant)
        rootCauses = try fields.required("rootCauses", .array(of: .rootCause))
        isPaused = try fields.optional("paused", .bool) ?? false
        pausedQueues = try fields.optional("pausedQueues", .queues) ?? []
    }
}

extension JSONReading<WatchReply.PhaseChange> {
    fileprivate static func phaseChange(_ offsets: Offsets) -> Self {
        .record { fields throws(JSONFieldError) in
            try WatchReply.PhaseChange(reading: &fields, offsets)
        }
    }
}
