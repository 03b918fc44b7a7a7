internal import Slipway
package import SlipwayJSON
package import SlipwayReport
internal import SlipwayVarlink

extension TimeSummary {
    /// The summary as JSON: `{"phase", "totalUSec", "beforeLaunchUSec", "operations", "ended",
    /// "troubles": [{"state", "failureKind", "count"}], "queues": [{"name", "operations",
    /// "busyUSec", "runUSec"}], "programs": […], "mainBlock": {"startedUSec", "endedUSec"}}`; a program is as `org.slipway.Launch` writes it.
    ///
    /// Unknown members are absent.
    package var json: JSON {
        var object: JSONObject = ["phase": .string(phase.word)]
        object["totalUSec"] = total.map { JSON(microsecondsOf: $0) }
        object["beforeLaunchUSec"] = beforeLaunch.map { JSON(microsecondsOf: $0) }
        object["operations"] = JSON(count: operations)
        object["ended"] = JSON(count: ended)
        object["troubles"] = .array(troubles.map(\.json))
        object["queues"] = .array(queues.map(\.json))
        let offsets = Offsets(processStart: processStart)
        object["programs"] = .array(programs.map { $0.json(offsets) })
        object["mainBlock"] = mainBlock?.json(offsets)
        return .object(object)
    }
}

extension TimeSummary.Trouble {
    /// The summary's words count timeouts apart; a record has an operation's state and the kind of
    /// its failure.
    fileprivate var json: JSON {
        var object: JSONObject = [:]
        switch word {
        case "timed out":
            object["state"] = "failed"
            object["failureKind"] = .string(Failure.Kind.timedOut.rawValue)
        case "failed":
            object["state"] = "failed"
            object["failureKind"] = .string(Failure.Kind.error.rawValue)
        default: object["state"] = .string(word)
        }
        object["count"] = JSON(count: count)
        return .object(object)
    }
}

extension TimeSummary.QueueTime {
    fileprivate var json: JSON {
        [
            "name": .string(queue.name),
            "operations": JSON(count: operations),
            "busyUSec": JSON(microsecondsOf: busy),
            "runUSec": JSON(microsecondsOf: run),
        ]
    }
}
