package import Slipway
package import SlipwayJSON

extension ActionStatus {
    /// The status as `org.slipway.Launch` writes it: type `Action`.
    package func json(_ offsets: Offsets) -> JSON {
        var object: JSONObject = [
            "id": .string(id.description),
            "kind": .string(kind),
            "queue": .string(queue.name),
            "requires": JSON(requires),
        ]
        state.write(into: &object)
        object["attempts"] = JSON(count: attempts)
        object["failures"] = JSON(count: failures)
        object["failureLimit"] = failureLimit.map { JSON(count: $0) }
        object["retryUSec"] = offsets.json(retryAt)
        object["lastFailure"] = lastFailure.map { JSON(message: $0.message) }
        object["postponed"] = .bool(isPostponed)
        object["acceptedUSec"] = offsets.json(acceptedAt)
        object["readyUSec"] = offsets.json(readyAt)
        object["startedUSec"] = offsets.json(startedAt)
        object["endedUSec"] = offsets.json(endedAt)
        return .object(object)
    }

    /// Reads the fields of ``json(_:)``.
    package init(reading fields: inout JSONFields, _ offsets: Offsets) throws(JSONFieldError) {
        self.init(
            id: ActionID(try fields.required("id", .string)),
            kind: try fields.required("kind", .string),
            queue: .named(try fields.required("queue", .string)),
            requires: try fields.required("requires", .array(of: .string)),
            state: try State(reading: &fields),
            acceptedAt: try fields.required("acceptedUSec", offsets.instant),
            readyAt: try fields.optional("readyUSec", offsets.instant),
            startedAt: try fields.optional("startedUSec", offsets.instant),
            endedAt: try fields.optional("endedUSec", offsets.instant),
            attempts: try fields.required("attempts", .count),
            failures: try fields.optional("failures", .count) ?? 0,
            failureLimit: try fields.optional("failureLimit", .count),
            retryAt: try fields.optional("retryUSec", offsets.instant),
            lastFailure: try fields.optional("lastFailure", .string).map { Failure($0) },
            isPostponed: try fields.required("postponed", .bool)
        )
    }
}

extension ActionStatus.State {
    /// The state alone, with the fields that type `Action` has for it.
    package var json: JSON {
        var object: JSONObject = [:]
        write(into: &object)
        return .object(object)
    }

    /// Reads ``json``.
    package init(json: JSON) throws(JSONFieldError) {
        self = try JSONReading<Self>.record { fields throws(JSONFieldError) in
            try Self(reading: &fields)
        }.read(json)
    }

    fileprivate func write(into object: inout JSONObject) {
        object["state"] = .string(word)
        object["missing"] = []
        switch self {
        case .waiting(let missing): object["missing"] = JSON(missing)
        case .running, .done, .expired: break
        case .failed(let failure, let operation):
            failure.write(into: &object)
            object["failedOperation"] = operation.map { .string($0) }
        case .cancelled(let reason), .interrupted(let reason):
            object["message"] = JSON(message: reason)
        case .superseded(let successor): object["successor"] = .string(successor.description)
        }
    }

    private enum Word: String, CaseIterable {
        case waiting, running, done, failed, cancelled, expired, superseded, interrupted
    }

    fileprivate init(reading fields: inout JSONFields) throws(JSONFieldError) {
        switch try fields.required("state", .oneOf(Word.self)) {
        case .waiting:
            self = .waiting(missing: try fields.required("missing", .array(of: .string)))
        case .running: self = .running
        case .done: self = .done
        case .failed:
            self = .failed(
                try Failure(reading: &fields),
                operation: try fields.optional("failedOperation", .string)
            )
        case .cancelled: self = .cancelled(reason: try fields.required("message", .string))
        case .expired: self = .expired
        case .superseded:
            self = .superseded(by: ActionID(try fields.required("successor", .string)))
        case .interrupted: self = .interrupted(reason: try fields.required("message", .string))
        }
    }
}
