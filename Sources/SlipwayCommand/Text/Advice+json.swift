internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayPictures

extension Advice {
    /// `{"launches", "launchId", "readyUSec", "replayedUSec", "faster": […], "useless": […],
    /// "proposals": […], "unneeded": [{"operation", "after"}]}`.
    var json: JSON {
        [
            "launches": JSON(count: launches),
            "launchId": .string(launchID),
            "readyUSec": JSON(microsecondsOf: ready),
            "replayedUSec": JSON(microsecondsOf: replayed),
            "faster": .array(faster.map(\.json)),
            "useless": .array(useless.map(\.json)),
            "proposals": .array(proposals.map(\.json)),
            "unneeded": .array(
                unneeded.map { ["operation": .string($0.operation), "after": .string($0.after)] }
            ),
        ]
    }
}

extension Advice.Gain {
    fileprivate var json: JSON {
        [
            "operation": .string(operation),
            "runUSec": JSON(microsecondsOf: run),
            "gainUSec": JSON(microsecondsOf: gain),
            "critical": .bool(isOnChain),
            "lowerBound": .bool(isLowerBound),
        ]
    }
}

extension Advice.Proposal {
    /// `{"kind", "queue", "width", "operations", "operation", "after", "without", "gainUSec", "worstLossUSec",
    /// "yaml"}`: those of its kind.
    fileprivate var json: JSON {
        var object: JSONObject = [:]
        switch change {
        case .width(let queue, let width):
            object["kind"] = "width"
            object["queue"] = .string(queue.name)
            object["width"] = JSON(count: width)
        case .priorities(let names):
            object["kind"] = "priorities"
            object["operations"] = .array(names.map { .string($0) })
        case .later(let name, let after):
            object["kind"] = "later"
            object["operation"] = .string(name)
            object["after"] = .array(after.map { .string($0) })
        case .sooner(let name, let without):
            object["kind"] = "sooner"
            object["operation"] = .string(name)
            object["without"] = .array(without.map { .string($0) })
        case .background(let name):
            object["kind"] = "background"
            object["operation"] = .string(name)
        }
        object["gainUSec"] = JSON(microsecondsOf: gain)
        object["worstLossUSec"] = JSON(microsecondsOf: worstLoss)
        object["yaml"] = .string(lines.joined(separator: "\n") + "\n")
        return .object(object)
    }
}
