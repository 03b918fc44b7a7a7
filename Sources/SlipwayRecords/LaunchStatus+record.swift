internal import Slipway
package import SlipwayJSON

extension LaunchStatus {
    /// The status as `org.slipway.Launch` writes it: type `Status`.
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
        object["operations"] = operations.json
        object["background"] = background.json
        object["actions"] = actions.json
        object["programs"] = .array(programs.map { $0.json(offsets) })
        object["programCount"] = JSON(count: programCount)
        object["storage"] = storage?.json(offsets)
        object["log"] = log?.json
        object["paused"] = .bool(isPaused)
        object["pausedQueues"] = JSON(pausedQueues.map(\.name))
        object["pausedQueueCount"] = JSON(count: pausedQueueCount)
        object["rootCauses"] = .array(rootCauses.map(\.json))
        object["rootCauseCount"] = JSON(count: rootCauseCount)
        object["troubles"] = .array(troubles.map(\.json))
        object["troubleCount"] = JSON(count: troubleCount)
        object["waitsFor"] = .array(waitsFor.map(\.json))
        return .object(object)
    }

    fileprivate init(reading fields: inout JSONFields) throws(JSONFieldError) {
        processStart = try fields.required("processStartUSec", Offsets().instant)
        let offsets = Offsets(processStart: processStart)
        name = try fields.required("name", .string)
        launchID = try fields.required("launchId", .string)
        phase = try fields.required("phase", .phase)
        launchedAt = try fields.optional("launchedUSec", offsets.instant)
        readyAt = try fields.optional("readyUSec", offsets.instant)
        endedAt = try fields.optional("endedUSec", offsets.instant)
        deadline = try fields.optional("deadlineUSec", offsets.instant)
        operations = try fields.required("operations", .operationCounts)
        background = try fields.required("background", .operationCounts)
        actions = try fields.required("actions", .actionCounts)
        programs = try fields.optional("programs", .array(of: .program(offsets))) ?? []
        programCount = try fields.optional("programCount", .count) ?? 0
        storage = try fields.optional("storage", .storage(offsets))
        log = try fields.optional("log", .logPlace)
        isPaused = try fields.required("paused", .bool)
        pausedQueues = try fields.required("pausedQueues", .queues)
        pausedQueueCount = try fields.required("pausedQueueCount", .count)
        rootCauses = try fields.required("rootCauses", .array(of: .cause))
        rootCauseCount = try fields.required("rootCauseCount", .count)
        troubles = try fields.required("troubles", .array(of: .trouble))
        troubleCount = try fields.required("troubleCount", .count)
        waitsFor = try fields.required("waitsFor", .array(of: .step))
    }
}

extension LaunchStatus.Cause {
    fileprivate var json: JSON {
        var object = cause.json.objectValue ?? [:]
        object["skippedCount"] = JSON(count: skippedCount)
        return .object(object)
    }
}

extension LaunchStatus.Trouble {
    fileprivate var json: JSON {
        var object: JSONObject = ["name": .string(name), "state": .string(state)]
        object["failureKind"] = failureKind.map { .string($0.rawValue) }
        object["message"] = message.map { JSON(message: $0) }
        return .object(object)
    }
}

extension JSONReading<LaunchStatus> {
    /// A status, as ``LaunchStatus/json`` writes it.
    package static var launchStatus: Self {
        .record { fields throws(JSONFieldError) in try LaunchStatus(reading: &fields) }
    }
}

extension JSONReading<LaunchStatus.Cause> {
    fileprivate static var cause: Self {
        .record { fields throws(JSONFieldError) in
            LaunchStatus.Cause(
                cause: try RootCause(reading: &fields),
                skippedCount: try fields.required("skippedCount", .count)
            )
        }
    }
}

extension JSONReading<LaunchStatus.Trouble> {
    fileprivate static var trouble: Self {
        .record { fields throws(JSONFieldError) in
            LaunchStatus.Trouble(
                name: try fields.required("name", .string),
                state: try fields.required("state", .string),
                failureKind: try fields.optional("failureKind", .failureKind),
                message: try fields.optional("message", .string)
            )
        }
    }
}

extension JSON {
    /// A number of things.
    init(count: Int) { self = .integer(Int64(count)) }
}
