package import Slipway
package import SlipwayJSON

extension ProgramStatus {
    /// The status as `org.slipway.Launch` writes it: type `Program`.
    package func json(_ offsets: Offsets) -> JSON {
        var object: JSONObject = ["name": .string(name), "state": .string(state.word)]
        object["sinceUSec"] = offsets.json(since)
        object["startedUSec"] = offsets.json(startedAt)
        object["readyUSec"] = offsets.json(readyAt)
        if case .pausing(let next) = state { object["nextUSec"] = offsets.json(next) }
        object["pid"] = pid.map { .integer(Int64($0)) }
        object["killedUSec"] = offsets.json(killedAt)
        object["restarts"] = JSON(count: restarts)
        object["lack"] = lack.map { JSON(message: $0) }
        object["message"] = message.map { JSON(message: $0) }
        object["reason"] = reason.map { JSON(message: $0) }
        return .object(object)
    }

    fileprivate init(
        reading fields: inout JSONFields,
        _ offsets: Offsets
    ) throws(JSONFieldError) {
        self.init(
            name: try fields.required("name", .string),
            state: try State(reading: &fields, offsets),
            since: try fields.required("sinceUSec", offsets.instant),
            // A daemon of an earlier version does not send the following two, nor `lack`.
            startedAt: try fields.optional("startedUSec", offsets.instant),
            readyAt: try fields.optional("readyUSec", offsets.instant),
            pid: try fields.optional("pid", .count).map { Int32(clamping: $0) },
            killedAt: try fields.optional("killedUSec", offsets.instant),
            restarts: try fields.required("restarts", .count),
            lack: try fields.optional("lack", .string),
            message: try fields.optional("message", .string),
            reason: try fields.optional("reason", .string)
        )
    }
}

extension ProgramStatus.State {
    private enum Word: String, CaseIterable {
        case starting, running, stopping, pausing, stopped, ended
    }

    fileprivate init(
        reading fields: inout JSONFields,
        _ offsets: Offsets
    ) throws(JSONFieldError) {
        switch try fields.required("state", .oneOf(Word.self)) {
        case .starting: self = .starting
        case .running: self = .running
        case .stopping: self = .stopping
        case .pausing: self = .pausing(next: try fields.required("nextUSec", offsets.instant))
        case .stopped: self = .stopped
        case .ended: self = .ended
        }
    }
}

extension JSONReading<ProgramStatus> {
    /// A program, as ``ProgramStatus/json(_:)`` writes it.
    package static func program(_ offsets: Offsets) -> Self {
        .record { fields throws(JSONFieldError) in try ProgramStatus(reading: &fields, offsets) }
    }
}
