package import Slipway
package import SlipwayJSON

extension Report {
    /// The report as `org.slipway.Launch` writes it: type `Launch`.
    package var json: JSON {
        let offsets = Offsets(processStart: processStart)
        var object: JSONObject = [
            "name": .string(name),
            "launchId": .string(launchID),
            "phase": phase.json,
            "processStartUSec": .integer(processStart.microseconds),
        ]
        object["launchedUSec"] = offsets.json(launchedAt)
        object["readyUSec"] = offsets.json(readyAt)
        object["endedUSec"] = offsets.json(endedAt)
        object["deadlineUSec"] = offsets.json(deadline)
        object["graceUSec"] = JSON(microsecondsOf: grace)
        object["drainUSec"] = JSON(microsecondsOf: drain)
        object["teardowns"] = JSON(count: teardowns)
        object["tearingDown"] = .array(tearingDown.map { $0.json(offsets) })
        object["operations"] = .array(operations.map { $0.json(offsets) })
        object["actions"] = .array(actions.map { $0.json(offsets) })
        object["programs"] = .array(programs.map { $0.json(offsets) })
        object["storage"] = storage?.json(offsets)
        object["rootCauses"] = .array(rootCauses.map(\.json))
        object["paused"] = .bool(isPaused)
        object["pausedQueues"] = JSON(pausedQueues.map(\.name))
        return .object(object)
    }

    init(reading fields: inout JSONFields) throws(JSONFieldError) {
        let start = try fields.required("processStartUSec", Offsets().instant)
        let offsets = Offsets(processStart: start)
        self.init(
            name: try fields.required("name", .string),
            launchID: try fields.required("launchId", .string),
            phase: try fields.required("phase", .phase),
            processStart: start,
            launchedAt: try fields.optional("launchedUSec", offsets.instant),
            readyAt: try fields.optional("readyUSec", offsets.instant),
            endedAt: try fields.optional("endedUSec", offsets.instant),
            deadline: try fields.optional("deadlineUSec", offsets.instant),
            grace: try fields.required("graceUSec", .microsecondSpan),
            drain: try fields.optional("drainUSec", .microsecondSpan) ?? .zero,
            teardowns: try fields.optional("teardowns", .count) ?? 0,
            tearingDown: try fields.optional("tearingDown", .array(of: .teardown(offsets))) ?? [],
            operations: try fields.required("operations", .array(of: .operation(offsets))),
            actions: try fields.required("actions", .array(of: .action(offsets))),
            programs: try fields.optional("programs", .array(of: .program(offsets))) ?? [],
            storage: try fields.optional("storage", .storage(offsets)),
            rootCauses: try fields.required("rootCauses", .array(of: .rootCause)),
            isPaused: try fields.optional("paused", .bool) ?? false,
            pausedQueues: try fields.optional("pausedQueues", .queues) ?? []
        )
    }
}

extension JSONReading<Report> {
    /// A launch, as ``Report/json`` writes it.
    package static var launch: Self {
        .record { fields throws(JSONFieldError) in try Report(reading: &fields) }
    }
}

extension JSONReading<OperationStatus> {
    /// An operation, as ``OperationStatus/json(_:)`` writes it.
    package static func operation(_ offsets: Offsets) -> Self {
        .record { fields throws(JSONFieldError) in
            try OperationStatus(reading: &fields, offsets)
        }
    }
}

extension JSONReading<ActionStatus> {
    /// An action, as ``ActionStatus/json(_:)`` writes it.
    package static func action(_ offsets: Offsets) -> Self {
        .record { fields throws(JSONFieldError) in try ActionStatus(reading: &fields, offsets) }
    }
}

extension JSONReading<[Queue]> {
    static var queues: Self {
        .init("an array of queues' names") { json in
            try? JSONReading<[String]>.array(of: .string).read(json).map { .named($0) }
        }
    }
}

extension JSONReading<RootCause> {
    static var rootCause: Self {
        .record { fields throws(JSONFieldError) in try RootCause(reading: &fields) }
    }
}
