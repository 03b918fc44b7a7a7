internal import Slipway
package import SlipwayJSON
package import SlipwayReport
internal import SlipwayVarlink

extension ChainStep {
    /// The step as JSON: `{"name", "queue", "state", "startedUSec", "waitUSec", "lockWait",
    /// "runUSec", "attempt", "backoffUSec", "cause": {"kind", "operation", "lock", "holder"},
    /// "parts"}`.
    ///
    /// `cause` is what let the operation start; its kinds are `launch`, `operation` (with
    /// `operation`), `queue` (with the former `holder`) and `lock` (with `lock` and `holder`).
    /// `parts` is the step's share of the whole time, see ``ChainPart/json``. Unknown members are
    /// absent.
    package var json: JSON {
        var object: JSONObject = [
            "name": .string(name),
            "queue": .string(queue.name),
            "state": .string(OperationStatus(name: name, queue: queue, state: state).word),
        ]
        object["startedUSec"] = startedAfter.map { JSON(microsecondsOf: $0) }
        object["waitUSec"] = wait.map { JSON(microsecondsOf: $0) }
        object["lockWait"] = lockWait?.json()
        object["runUSec"] = run.map { JSON(microsecondsOf: $0) }
        object["attempt"] = JSON(count: attempts)
        object["backoffUSec"] = backoff.map { JSON(microsecondsOf: $0) }
        object["cause"] = cause.json
        object["parts"] = .array(parts.map(\.json))
        return .object(object)
    }
}

extension ChainPart {
    /// The part as JSON: `{"kind", "operation", "startUSec", "durationUSec", "attempt", "lock", "queue"}`.
    ///
    /// Both ends are cut to microseconds, so that the durations of all parts of a chain add up to its
    /// time. `attempt` is there for `run`, `lock` for `lock`, `queue` for `slot`, and for `pause` unless the
    /// launch was paused.
    package var json: JSON {
        let (first, last) = (start.microseconds, (start + duration).microseconds)
        var object: JSONObject = ["kind": .string(word)]
        object["operation"] = operation.map { .string($0) }
        object["startUSec"] = .integer(first)
        object["durationUSec"] = .integer(last - first)
        switch kind {
        case .run(let attempt): object["attempt"] = JSON(count: attempt)
        case .lock(let lock): object["lock"] = .string(lock.name)
        case .slot(let queue), .pause(let queue?): object["queue"] = .string(queue.name)
        case .beforeLaunch, .condition, .pause(nil), .backoff, .fallback, .gap: break
        }
        return .object(object)
    }

    private var word: String {
        switch kind {
        case .beforeLaunch: "before-launch"
        case .condition: "condition"
        case .lock: "lock"
        case .slot: "slot"
        case .pause: "pause"
        case .run: "run"
        case .backoff: "backoff"
        case .fallback: "fallback"
        case .gap: "gap"
        }
    }
}

extension ChainStep.Cause {
    fileprivate var json: JSON {
        switch self {
        case .launch: ["kind": "launch"]
        case .operation(let name): ["kind": "operation", "operation": .string(name)]
        case .queue(let holder): ["kind": "queue", "holder": .string(holder)]
        case .lock(let lock, let holder):
            ["kind": "lock", "lock": .string(lock.name), "holder": .string(holder)]
        }
    }
}
