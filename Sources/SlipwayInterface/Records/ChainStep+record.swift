package import Slipway
package import SlipwayJSON
internal import SlipwayVarlink

extension ChainStep {
    /// The step as JSON: `{"name", "queue", "state", "startedUSec", "waitUSec", "lockWait",
    /// "runUSec", "attempt", "backoffUSec", "cause": {"kind", "operation", "lock", "holder"}}`.
    ///
    /// `cause` is what let it start; its kinds are `launch`, `operation` (with `operation`),
    /// `queue` (with the former `holder`) and `lock` (with `lock` and `holder`). Unknown members
    /// are absent.
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
        return .object(object)
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
