package import Slipway
package import SlipwayJSON

extension OperationStatus {
    /// The status as `org.slipway.Launch` writes it: type `Operation`.
    package func json(_ offsets: Offsets) -> JSON {
        var object: JSONObject = [
            "name": .string(name),
            "queue": .string(queue.name),
            "optional": .bool(isOptional),
            "requires": JSON(requires),
            "after": JSON(after),
        ]
        state.write(into: &object)
        object["readyUSec"] = offsets.json(readyAt)
        object["startedUSec"] = offsets.json(startedAt)
        object["endedUSec"] = offsets.json(endedAt)
        object["releasedBy"] = releasedBy.map { .string($0) }
        object["lockWait"] = lockWait?.json
        object["timeoutUSec"] = timeout.map { JSON(microsecondsOf: $0) }
        object["stage"] = .string(stage.rawValue)
        object["group"] = group.map { .string($0) }
        object["isGroup"] = .bool(isGroup)
        object["attemptLimit"] = .integer(Int64(attemptLimit))
        object["attempt"] = .integer(Int64(attempt))
        object["attemptStartedUSec"] = offsets.json(attemptStartedAt)
        object["attempts"] = .array(attempts.map { $0.json(offsets) })
        object["fallback"] = fallback?.json
        object["obstacle"] = obstacle?.json(offsets)
        return .object(object)
    }

    init(reading fields: inout JSONFields, _ offsets: Offsets) throws(JSONFieldError) {
        self.init(
            name: try fields.required("name", .string),
            queue: .named(try fields.required("queue", .string)),
            isOptional: try fields.required("optional", .bool),
            requires: try fields.required("requires", .array(of: .string)),
            after: try fields.required("after", .array(of: .string)),
            state: try State(reading: &fields),
            readyAt: try fields.optional("readyUSec", offsets.instant),
            startedAt: try fields.optional("startedUSec", offsets.instant),
            endedAt: try fields.optional("endedUSec", offsets.instant),
            releasedBy: try fields.optional("releasedBy", .string),
            timeout: try fields.optional("timeoutUSec", .microsecondSpan),
            // A daemon of an earlier version does not send the following fields.
            stage: try fields.optional("stage", .stage) ?? .launch,
            group: try fields.optional("group", .string),
            isGroup: try fields.optional("isGroup", .bool) ?? false,
            attemptLimit: try fields.optional("attemptLimit", .count) ?? 1
        )
        lockWait = try fields.optional("lockWait", .lockWait)
        attempt = try fields.optional("attempt", .count) ?? 0
        attemptStartedAt = try fields.optional("attemptStartedUSec", offsets.instant)
        attempts = try fields.optional("attempts", .array(of: .attempt(offsets))) ?? []
        fallback = try fields.optional("fallback", .fallback)
        obstacle = try fields.optional("obstacle", .obstacle(offsets)) ?? nil
    }
}

extension JSONReading<Stage> {
    fileprivate static var stage: Self {
        .init("'launch' or 'background'") { $0.stringValue.flatMap(Stage.init(rawValue:)) }
    }
}

extension OperationStatus.State {
    fileprivate func write(into object: inout JSONObject) {
        switch self {
        case .pending: object["state"] = "pending"
        case .ready: object["state"] = "ready"
        case .running: object["state"] = "running"
        case .ended(let outcome):
            object["state"] = .string(outcome.word)
            switch outcome {
            case .succeeded: break
            case .degraded(let reason), .cancelled(let reason):
                object["message"] = JSON(message: reason)
            case .failed(let failure): failure.write(into: &object)
            case .skipped(let root): object["root"] = .string(root)
            case .notNeeded(let condition): object["condition"] = JSON(message: condition)
            }
        }
    }

    private enum Word: String, CaseIterable {
        case pending, ready, running, succeeded, degraded, failed, cancelled, skipped
    }

    fileprivate init(reading fields: inout JSONFields) throws(JSONFieldError) {
        switch try fields.required("state", .oneOf(Word.self)) {
        case .pending: self = .pending
        case .ready: self = .ready
        case .running: self = .running
        case .succeeded: self = .ended(.succeeded)
        case .degraded:
            self = .ended(.degraded(reason: try fields.required("message", .string)))
        case .failed: self = .ended(.failed(try Failure(reading: &fields)))
        case .cancelled:
            self = .ended(.cancelled(reason: try fields.required("message", .string)))
        case .skipped:
            if let condition = try fields.optional("condition", .string) {
                self = .ended(.notNeeded(condition: condition))
            } else {
                self = .ended(.skipped(root: try fields.required("root", .string)))
            }
        }
    }
}
