package import Slipway
package import SlipwayJSON
package import SlipwayRecords

/// One reply of `Watch`: the whole launch, or one change since the last reply.
package enum WatchReply: Hashable, Sendable {
    /// The whole launch: the first reply, and again when changes were lost.
    case launch(Report)
    /// An operation changed.
    case operation(OperationStatus)
    /// An action is new or changed.
    case action(ActionStatus)
    /// A program is new or changed.
    case program(ProgramStatus)
    /// The launch as a whole changed.
    case phase(PhaseChange)
}

extension WatchReply {
    /// The output of `Watch`.
    package func parameters(_ offsets: Offsets) -> JSONObject {
        switch self {
        case .launch(let report): ["launch": report.json]
        case .operation(let operation): ["operation": operation.json(offsets)]
        case .action(let action): ["action": action.json(offsets)]
        case .program(let program): ["program": program.json(offsets)]
        case .phase(let change): ["phase": change.json(offsets)]
        }
    }

    /// Reads the output of `Watch`.
    ///
    /// - Parameters:
    ///   - parameters: One reply.
    ///   - launch: The launch after the earlier replies, for the zero of its times; `nil` for the
    ///     first.
    /// - Returns: The change; `nil` for one that this build does not know.
    /// - Throws: The field that does not fit the interface.
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
            if let program = try fields.optional("program", .program(offsets)) {
                return .program(program)
            }
            return try fields.optional("phase", .phaseChange(offsets)).map { .phase($0) }
        }.read(parameters)
    }
}
