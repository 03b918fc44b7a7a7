internal import Slipway
internal import SlipwayJSON

extension ConfigurationDecoder {
    /// Reads `stage`; an operation in a group is in the stage of the group.
    func stage(_ field: Field) -> Stage {
        guard !isInGroup else {
            report(
                "is for operations outside of groups; those of a group are in its stage: remove it",
                at: field.keyOrigin,
                field.path
            )
            return .launch
        }
        return choice(field, OperationStage.self) == .background ? .background : .launch
    }

    /// Reads `priority`: a word, or a number between the words.
    func priority(_ field: Field) -> Priority? {
        let words: [String: Priority] = ["low": .low, "normal": .normal, "high": .high]
        if case .scalar(let scalar) = field.node.content, let priority = words[scalar.text] {
            return priority
        }
        return wholeNumber(field, in: -128...127, or: "low, normal, high")
            .map { Priority(Int8($0)) }
    }

    /// Reads `locks`.
    func locks(_ field: Field) -> [Lock] {
        let items = uniqueNames(field, expected: "a list of locks, such as [database]") { name in
            Naming.accepts(name, dots: true) ? nil : Naming.syntax(dots: true)
        }
        return items.map { Lock($0) }
    }

    /// Reads a list of different names that refer to nothing else in the file; `accepts` returns
    /// the expected syntax for a wrong name.
    func uniqueNames(
        _ field: Field,
        expected: String,
        accepts: (String) -> String?
    ) -> [String] {
        var names: [String] = []
        for item in list(field, expected: expected) ?? [] {
            guard let name = text(item, expected: "a name") else { continue }
            if let syntax = accepts(name) {
                reject(item, expected: syntax)
            } else if names.contains(name) {
                report(
                    "\(Quoting.quoted(name)) is listed twice; remove one",
                    at: item.node.origin,
                    item.path
                )
            } else {
                names.append(name)
            }
        }
        return names
    }

    /// Reads `success` of a program that exits: the statuses that count as success.
    func readSuccess(_ field: Field, into body: inout BodySpecification) {
        guard case .exec(var exec) = body else {
            report(
                OperationSpecification.successIsOfExec,
                at: field.keyOrigin,
                field.path
            )
            return
        }
        // Of a program that stays, ``ProgramKeys`` reads the key.
        guard exec.ready == nil else { return }
        guard let success = success(field, ofProgram: false) else { return }
        exec.success = success.statuses
        body = .exec(exec)
    }
}

extension Kind where Value == Priority {
    static var priority: Kind { Kind(.priority) { $0.priority($1) } }
}

extension Kind where Value == [Lock] {
    static var locks: Kind {
        Kind(.list("names", of: .dottedName, ["uniqueItems": true])) { $0.locks($1) }
    }
}

extension Kind where Value == [DependencySpecification] {
    static var dependencies: Kind {
        Kind(.operationNames) { $0.dependencies($1) }
    }
}

extension KeyType {
    static var priority: KeyType {
        named(
            "priority",
            "`low`, `normal`, `high`, or whole number, -128 to 127",
            [
                "oneOf": [
                    ["enum": ["low", "normal", "high"]],
                    ["type": "integer", "minimum": -128, "maximum": 127],
                ]
            ]
        )
    }

    fileprivate static var operationNames: KeyType {
        let type = list("names of operations", of: .name, ["uniqueItems": true])
        return named("operationNames", type.words, type.schema, of: [type])
    }
}
