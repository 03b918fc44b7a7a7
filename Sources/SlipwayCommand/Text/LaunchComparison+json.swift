internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayPictures

extension LaunchComparison {
    /// `{"first", "second": {"launchId", "readyUSec"}, "differenceUSec", "operations": […], "swaps": […]}`.
    var json: JSON {
        [
            "first": [
                "launchId": .string(launches.first), "readyUSec": JSON(microsecondsOf: ready.first),
            ],
            "second": [
                "launchId": .string(launches.second),
                "readyUSec": JSON(microsecondsOf: ready.second),
            ],
            "differenceUSec": .integer(difference.microseconds),
            "operations": .array(changes.map(\.json)),
            "swaps": .array(
                swaps.map {
                    [
                        "queue": .string($0.queue.name), "earlier": .string($0.earlier),
                        "later": .string($0.later),
                    ]
                }
            ),
        ]
    }
}

extension LaunchComparison.Change {
    /// `{"operation", "presence", "chainUSec", "firstChainUSec", "secondChainUSec", "waitUSec", "runUSec",
    /// "firstResult", "secondResult"}`; unknown members are absent.
    fileprivate var json: JSON {
        var object: JSONObject = [:]
        object["operation"] = operation.map { .string($0) }
        object["presence"] = .string(presence.rawValue)
        object["chainUSec"] = .integer(onChain.microseconds)
        object["firstChainUSec"] = JSON(microsecondsOf: share.first)
        object["secondChainUSec"] = JSON(microsecondsOf: share.second)
        object["waitUSec"] = wait.map { .integer($0.microseconds) }
        object["runUSec"] = run.map { .integer($0.microseconds) }
        object["firstResult"] = results.map { .string($0.first) }
        object["secondResult"] = results.map { .string($0.second) }
        return .object(object)
    }
}
