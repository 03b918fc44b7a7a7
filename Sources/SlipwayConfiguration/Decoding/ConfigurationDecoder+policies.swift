internal import Slipway
internal import SlipwayJSON

extension ConfigurationDecoder {
    /// Reads `stage`; what is in a group is in the group's.
    mutating func stage(_ field: Field?) -> Stage {
        guard let field else { return .launch }
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
    mutating func priority(_ field: Field) -> Priority? {
        let words: [String: Priority] = ["low": .low, "normal": .normal, "high": .high]
        if case .scalar(let scalar) = field.node.content, let priority = words[scalar.text] {
            return priority
        }
        return wholeNumber(field, in: -128...127, or: "low, normal, high")
            .map { Priority(Int8($0)) }
    }

    /// Reads `locks`.
    mutating func locks(_ field: Field?) -> [Lock] {
        guard let field else { return [] }
        let items = uniqueNames(field, expected: "a list of locks, such as [database]") { name in
            Naming.accepts(name, dots: true) ? nil : Naming.syntax(dots: true)
        }
        return items.map { Lock($0) }
    }

    /// Reads a list of different names that mean nothing else in the file; `accepts` gives what is
    /// expected in place of a name that cannot be one.
    mutating func uniqueNames(
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

    /// Reads `fallback`.
    mutating func fallback(_ field: Field) -> JSON? {
        guard let section = section(field, .fallback) else { return nil }
        guard let value = section["value"] else {
            // An unknown key has been reported already, and may have been meant as it.
            if section.entries.allSatisfy({ KeyTable.fallback.known.contains($0.key) }) {
                report(
                    "has no value; add the value that stands in, such as value: {}",
                    at: section.origin,
                    section.path
                )
            }
            return .null
        }
        return value.node.json()
    }

    /// Reads `success`: the exit statuses of a program that count as success.
    mutating func readSuccess(_ section: Section, into operation: inout OperationSpecification) {
        guard let field = section["success"] else { return }
        guard case .exec(var exec) = operation.body else {
            report(
                "is for exec: the exit statuses that count as success; remove it",
                at: field.keyOrigin,
                field.path
            )
            return
        }
        guard exec.ready == .exit else {
            report(
                "is for a program that exits; one that stays has no successful end: remove it",
                at: field.keyOrigin,
                field.path
            )
            return
        }
        let expected = "a list of exit statuses, such as [0, 3]"
        guard let items = list(field, expected: expected) else { return }
        if items.isEmpty {
            report("is an empty list; expected \(expected)", at: field.node.origin, field.path)
        }
        var statuses: Set<Int32> = []
        for item in items {
            guard let status = wholeNumber(item, in: 0...255) else { continue }
            if !statuses.insert(Int32(status)).inserted {
                report("'\(status)' is listed twice; remove one", at: item.node.origin, item.path)
            }
        }
        exec.success = statuses
        operation.body = .exec(exec)
    }
}

/// The words of `stage`.
enum OperationStage: String, CaseIterable {
    case launch, background
}
