internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

extension Plan {
    /// The output of `slipway graph --format json`; its help names every member.
    var json: JSON {
        [
            "name": .string(name),
            "nodes": .array(
                operations.map { $0.json(kind: $0.isGroup ? "group" : "operation") }
                    + actions.map { $0.json(kind: "action") }
            ),
        ]
    }
}

extension OperationDeclaration {
    fileprivate func json(kind: String) -> JSON {
        let isAction = kind == "action"
        var object: JSONObject = ["name": .string(name), "kind": .string(kind)]
        object["queue"] = isGroup ? nil : .string(queue.name)
        object["group"] = group.map { .string($0) }
        if !isAction {
            object["stage"] = .string(stage.rawValue)
            object["priority"] = .integer(Int64(priority.rawValue))
            object["optional"] = .bool(isOptional)
            object["locks"] = .array(locks.map { .string($0.name) })
        }
        object["requires"] = .array(requires.map { .string($0) })
        object["after"] = .array(after.map { .string($0) })
        object["when"] = condition.map { .string($0) }
        object["timeoutUSec"] = timeout.map { JSON(microsecondsOf: $0) }
        object["budgetUSec"] = budget.map { JSON(microsecondsOf: $0) }
        object["attempts"] = attemptLimit > 1 ? .integer(Int64(attemptLimit)) : nil
        object["fallback"] = hasFallback ? true : nil
        object["file"] = origin.map { .string($0.file) }
        object["line"] = origin.map { .integer(Int64($0.line)) }
        object["column"] = origin.map { .integer(Int64($0.column)) }
        return .object(object)
    }
}
