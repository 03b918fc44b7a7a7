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
            guard let reason = places.barrenness(mention) ?? places.absence(mention) else { continue }
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
private struct OperationPlaces {
    private var operations: [String: OperationSpecification] = [:]
    private var groups: [String: String] = [:]

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
    func givesValue(_ name: String) -> Bool {
        guard let operation = operations[name] else { return true }
        guard operation.fallback == nil else { return true }
        guard case .group(let group) = operation.body else { return operation.body.givesValue }
        return group.value.map { value in
            group.operations.contains { $0.name == value } ? givesValue(value) : true
        } ?? false
    }

    /// Why a reference is to no value; `nil` if it is to one.
    func barrenness(_ mention: ValueMention) -> String? {
        let name = mention.operation.name
        guard !givesValue(name), let operation = operations[name] else { return nil }
        if operation.program != nil {
            return "'\(name)' is a program, which gives no value; remove the reference"
        }
        if operation.children != nil {
            return "'\(name)' gives no value; name one of its operations under value, or remove the "
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
        guard let place = places.first(where: mayBeSkipped) ?? valueSource(of: name),
            let condition = operations[place]?.condition
        else { return nil }
        let words = Quoting.shown(condition.description, limit: 200)
        let (cause, advice) =
            if place == name {
                ("it", "give it a fallback")
            } else if operations[place]?.children?.isEmpty == false, places.contains(place) {
                ("'\(place)', which it is in,", "refer to it only in '\(place)'")
            } else {
                ("'\(place)', whose value it has,", "give '\(place)' a fallback")
            }
        let isGroup = place == name && operations[place]?.children != nil
        return "'\(name)' may have no value: \(cause) runs only if \(words); "
            + (isGroup ? "remove the condition or the reference" : "\(advice), or remove the reference")
    }

    /// An operation and the groups around it, from the inside.
    private func chain(from name: String) -> [String] {
        var chain = [name]
        // A name that is declared twice cannot make a circle: only the first has a place.
        while let group = groups[chain[chain.count - 1]] { chain.append(group) }
        return chain
    }

    private func mayBeSkipped(_ name: String) -> Bool {
        operations[name].map { $0.condition != nil && $0.fallback == nil } ?? false
    }

    /// The operation in a group whose value is the group's, if that one may not run.
    private func valueSource(of name: String) -> String? {
        guard case .group(let group) = operations[name]?.body, let value = group.value,
            group.operations.contains(where: { $0.name == value })
        else { return nil }
        return mayBeSkipped(value) ? value : valueSource(of: value)
    }
}
