internal import Slipway
package import SlipwayJSON
package import SlipwayReport
internal import SlipwayVarlink

extension BlameEntry {
    /// The entry as JSON: `{"name", "queue", "state", "optional", "waitUSec", "lockWait",
    /// "runUSec", "attempt", "backoffUSec"}`.
    ///
    /// `lockWait` is a part of `waitUSec`. Unknown members are absent.
    package var json: JSON {
        var object: JSONObject = [
            "name": .string(operation.name),
            "queue": .string(operation.queue.name),
            "state": .string(operation.word),
            "optional": .bool(operation.isOptional),
        ]
        object["waitUSec"] = wait.map { JSON(microsecondsOf: $0) }
        object["lockWait"] = operation.lockWait?.json()
        object["runUSec"] = run.map { JSON(microsecondsOf: $0) }
        object["attempt"] = JSON(count: operation.attemptCount)
        object["backoffUSec"] = operation.backoff.map { JSON(microsecondsOf: $0) }
        return .object(object)
    }
}
