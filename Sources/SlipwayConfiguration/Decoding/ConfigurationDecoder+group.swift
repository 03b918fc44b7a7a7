internal import Slipway

extension ConfigurationDecoder {
    /// Reads `group`.
    mutating func group(_ field: Field) -> GroupSpecification? {
        guard let section = section(field, .group) else { return nil }
        var group = GroupSpecification()
        group.failsFast = section["failFast"].flatMap { boolean($0) } ?? true
        let value = section["value"].flatMap { text($0, expected: "the name of an operation") }
        guard let operations = section["operations"] else {
            report(
                "has no operations; add operations: { NAME: … }",
                at: section.origin,
                section.path
            )
            return nil
        }
        let fields = names(operations, expected: "a mapping of operations")?.fields
        if let fields, fields.isEmpty {
            report(
                "is empty; expected a mapping of operations",
                at: operations.node.origin,
                operations.path
            )
        }
        group.operations = nested(fields ?? [])
        group.value = value
        if let value, let field = section["value"], let names = fields?.map(\.key) {
            check(value, among: names, field)
        }
        return group
    }

    /// The operations in a group; then the group itself is read on.
    private mutating func nested(
        _ fields: [(key: String, field: Field)]
    ) -> [OperationSpecification] {
        let around = (isInGroup, reader)
        isInGroup = true
        defer { (isInGroup, reader) = around }
        return fields.map { operation($0.key, $0.field) }
    }

    private mutating func check(_ value: String, among names: [String], _ field: Field) {
        guard !names.contains(value) else {
            groupValues.append((.init(name: value, origin: field.node.origin), field.path))
            return
        }
        let advice =
            nearest.next(value, among: names).map { "did you mean '\($0)'?" }
            ?? "name one of its operations"
        report(
            "no operation of this group is named \(Quoting.quoted(value)); \(advice)",
            at: field.node.origin,
            field.path
        )
    }
}
