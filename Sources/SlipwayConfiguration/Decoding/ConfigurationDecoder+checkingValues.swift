internal import Slipway

/// A reference to the value of an operation.
struct ValueMention {
    /// The operation, and the position of the reference.
    let operation: DependencySpecification
    /// The key of the reference.
    let path: String
    /// The operation that the reference belongs to; `nil` for an action.
    let reader: String?
}

extension ConfigurationDecoder {
    /// Reports each reference to the value of an operation that gives none, or that may not run.
    mutating func checkValues(_ operations: [OperationSpecification]) {
        let places = OperationPlaces(operations)
        for mention in values {
            guard let reason = places.barrenness(mention) ?? places.absence(mention) else {
                continue
            }
            report(reason, at: mention.operation.origin, mention.path)
        }
        for (value, path) in groupValues where !places.givesValue(value.name) {
            report(
                "'\(value.name)' gives no value; name another operation of the group, or remove it",
                at: value.origin,
                path
            )
        }
    }
}

/// The operations by name, and the group around each.
struct OperationPlaces {
    private(set) var operations: [String: OperationSpecification] = [:]
    private(set) var groups: [String: String] = [:]

    init(_ operations: [OperationSpecification]) {
        for operation in operations { add(operation, in: nil) }
    }

    private mutating func add(_ operation: OperationSpecification, in group: String?) {
        guard operations[operation.name] == nil else { return }
        operations[operation.name] = operation
        groups[operation.name] = group
        for child in operation.children ?? [] { add(child, in: operation.name) }
    }

    /// Whether an operation gives a value; one that is not declared has another fault.
    func givesValue(_ name: String) -> Bool { operations[name]?.givesValue ?? true }

    /// Why a reference is to no value; `nil` if it is to one.
    func barrenness(_ mention: ValueMention) -> String? {
        let name = mention.operation.name
        guard let operation = operations[name], !operation.givesValue else { return nil }
        if operation.program != nil {
            return "'\(name)' is a program, which gives no value; remove the reference"
        }
        if operation.children != nil {
            return
                "'\(name)' gives no value; name one of its operations under value, or remove the "
                + "reference"
        }
        return "'\(name)' gives no value; let its body keep one, as output: json of exec does, or "
            + "remove the reference"
    }

    /// Why a reference may be to no value although what it requires has succeeded: by its condition
    /// it may not have run.
    func absence(_ mention: ValueMention) -> String? {
        let name = mention.operation.name
        // Its own `stop` runs only if it ran.
        guard name != mention.reader else { return nil }
        let around = Set(mention.reader.map { chain(from: $0) } ?? [])
        let places = chain(from: name).prefix { !around.contains($0) }
        for place in places {
            guard let operation = operations[place], let condition = operation.doubt else {
                continue
            }
            guard place == name else {
                return absence(
                    name,
                    "'\(place)', which it is in,",
                    condition,
                    "refer to it only in '\(place)', or remove the reference"
                )
            }
            let advice =
                operation.children == nil
                ? "give it a fallback, or remove the reference"
                : "remove the condition or the reference"
            return absence(name, "it", condition, advice)
        }
        guard let source = operations[name]?.doubtfulSource, let condition = source.doubt else {
            return nil
        }
        return absence(
            name,
            "'\(source.name)', whose value it has,",
            condition,
            "give '\(source.name)' a fallback, or remove the reference"
        )
    }

    private func absence(
        _ name: String,
        _ cause: String,
        _ condition: ConditionSpecification,
        _ advice: String
    ) -> String {
        let words = Quoting.shown(condition.description, limit: 200)
        return "'\(name)' may have no value: \(cause) runs only if \(words); \(advice)"
    }

    /// An operation and the groups around it, from the inside.
    private func chain(from name: String) -> [String] {
        var chain = [name]
        // Of a name that is declared twice only the first has a place, so there is no circle.
        while let group = groups[chain[chain.count - 1]] { chain.append(group) }
        return chain
    }
}

extension OperationSpecification {
    /// Whether it gives a value: a group that of the operation that it names.
    fileprivate var givesValue: Bool {
        guard fallback == nil else { return true }
        guard body.givesValue else { return false }
        return valueChild?.givesValue ?? true
    }

    /// The condition because of which it may succeed without a value.
    fileprivate var doubt: ConditionSpecification? { fallback == nil ? condition : nil }

    /// The operation in a group whose value is the group's, if that one may not run.
    fileprivate var doubtfulSource: OperationSpecification? {
        guard let child = valueChild else { return nil }
        return child.doubt == nil ? child.doubtfulSource : child
    }

    /// The operation in a group whose value is the group's.
    private var valueChild: OperationSpecification? {
        guard case .group(let group) = body else { return nil }
        return group.operations.first { $0.name == group.value }
    }
}
