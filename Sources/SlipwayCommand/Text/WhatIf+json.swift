internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayPictures

extension SlipwayPictures.WhatIf {
    /// `{"deadlineUSec", "rows": […], "unbounded": [names], "notNeeded": [names]}`.
    var json: JSONObject {
        var object: JSONObject = [:]
        object["deadlineUSec"] = deadline.map { JSON(microsecondsOf: $0) }
        object["rows"] = .array(rows.map(\.json))
        object["unbounded"] = .array(unbounded.map { .string($0) })
        object["notNeeded"] = .array(notNeeded.map { .string($0) })
        return object
    }
}

extension SlipwayPictures.WhatIf.Row {
    /// `{"operation", "if", "launch", "afterUSec", "reason", "skipped", "actions", "unbounded"}`; unknown
    /// members are absent.
    var json: JSON {
        var object: JSONObject = [:]
        object["operation"] = operation.map { .string($0) }
        object["if"] = trouble.map { .string($0.rawValue) }
        object["launch"] = .string(ending.rawValue)
        object["afterUSec"] = after.map { JSON(microsecondsOf: $0) }
        object["reason"] = reason.map { .string($0) }
        object["skipped"] = .array(skipped.map { .string($0) })
        object["actions"] = .array(actions.map(\.json))
        object["unbounded"] = .bool(isUnbounded)
        return .object(object)
    }

    /// `failed after 90s`, `never ready`.
    var result: String {
        guard let after else { return ending == .never ? "never ready" : ending.rawValue }
        return "\(ending.rawValue) after \(after.timespan)"
    }
}

extension SlipwayPictures.WhatIf.Kind {
    fileprivate var json: JSON {
        var object: JSONObject = ["kind": .string(name)]
        switch answer {
        case .runs(let after):
            object["answer"] = "runs"
            object["afterUSec"] = JSON(microsecondsOf: after)
        case .waits(let operation):
            object["answer"] = "waits"
            object["operation"] = .string(operation)
        case .fails(let operation):
            object["answer"] = "fails"
            object["operation"] = operation.map { .string($0) }
        case .nextLaunch: object["answer"] = "nextLaunch"
        }
        return .object(object)
    }
}
