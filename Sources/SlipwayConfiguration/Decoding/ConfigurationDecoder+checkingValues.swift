internal import Slipway

/// A reference to the value of an operation.
struct ValueMention {
    /// The operation, and the position of the reference.
    let operation: DependencySpecification
    /// The keys of the part of the value that is meant; empty for all of it.
    var part: [String] = []
    /// The key of the reference.
    let path: String
    /// The operation or the action that the reference belongs to.
    let reader: String
    let isAction: Bool
}

extension ConfigurationDecoder {
    /// Reports each reference to the value of an operation that gives none, or to a part that the
    /// value never has.
    ///
    /// The plan checks the other references.
    func checkValues(_ operations: [OperationSpecification]) {
        let places = OperationPlaces(operations)
        values.removeAll { mention in
            guard let reason = places.barrenness(mention) ?? places.lack(mention) else {
                return false
            }
            report(reason, at: mention.operation.origin, mention.path)
            return true
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

    /// Tells whether an operation gives a value; `true`, too, for an unknown one, which is reported
    /// elsewhere.
    func givesValue(_ name: String) -> Bool { operations[name]?.givesValue ?? true }

    /// Why the operation that a reference names gives no value; `nil` if it gives one.
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
        return "'\(name)' gives no value; let its body give one, as exec does with output: json, "
            + "or remove the reference"
    }
}

extension OperationPlaces {
    /// Why the answer of a server never has the part that a reference names; `nil` if it may have
    /// it.
    func lack(_ mention: ValueMention) -> String? {
        let name = mention.operation.name
        guard let operation = operations[name], operation.fallback == nil,
            case .http(let request) = operation.body, let headers = request.answerHeaders,
            let part = mention.part.first
        else { return nil }
        guard ["status", "headers", "body"].contains(part) else {
            return
                "the value of '\(name)' has status, headers and body, and no \(Quoting.quoted(part))"
        }
        guard part == "headers", let header = mention.part.dropFirst().first,
            !headers.contains(header)
        else { return nil }
        guard !headers.contains(header.lowercased()) else {
            return "the names of headers are in lower case in a value; write \(header.lowercased())"
        }
        return
            "'\(name)' keeps no header \(Quoting.quoted(header)) of the answer; add it to the headers of its output"
    }
}

extension OperationSpecification {
    /// The operation gives a value; a group gives that of the operation that it names.
    fileprivate var givesValue: Bool {
        guard fallback == nil else { return true }
        guard body.givesValue else { return false }
        return valueChild?.givesValue ?? true
    }

    /// The operation in a group whose value is the group's.
    private var valueChild: OperationSpecification? {
        guard case .group(let group) = body else { return nil }
        return group.operations.first { $0.name == group.value }
    }
}
