internal import Slipway
internal import SlipwayJSON

/// Body `group`: operations that begin together, and are one operation to the outside.
package struct GroupSpecification: Body {
    /// In the order of the file.
    package var operations: [OperationSpecification] = []
    /// The one of its operations whose value is the group's.
    package var value: String?
    package var failsFast = true

    /// Creates an empty group.
    package init() {}

    package var templates: [Template] { [] }
    package var givesValue: Bool { value != nil }
}

extension GroupSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "group",
            title: "group",
            summary:
                "Operations that begin together, once the group's own dependencies allow it, and that are one "
                + "operation to the outside. It fails when a required one in it fails."
        )
    }

    static func read(_ keys: inout Keys) -> GroupSpecification? {
        let operations = keys.field("operations", .nestedOperations, .required)
            .means(
                "The operations by name, groups too; names are unique in the whole file.",
                example: "{ cart: { http: \"https://…\" }, user: { exec: [/bin/user] } }"
            )
        var group = GroupSpecification()
        let value = keys.field("value", .name, usual: "the group has no value")
            .means("The one of its operations whose value is the group's.", example: "user")
        keys.read("failFast", &group.failsFast, .boolean)
            .means(
                "Whether the failure of a required operation cancels the others.",
                example: "false"
            )
        let decoder = keys.decoder
        group.value = value.flatMap { decoder.text($0, expected: "the name of an operation") }
        guard let operations else {
            keys.report("has no operations; add operations: { NAME: … }")
            return nil
        }
        let fields = decoder.names(operations, expected: "a mapping of operations")?.fields
        if let fields, fields.isEmpty {
            decoder.report(
                "is empty; expected a mapping of operations",
                at: operations.node.origin,
                operations.path
            )
        }
        group.operations = decoder.nested(fields ?? [])
        if let name = group.value, let value, let names = fields?.map(\.name) {
            decoder.check(name, among: names, value)
        }
        return group
    }
}

extension ConfigurationDecoder {
    /// Reads the operations in a group; after that the group is the ``reader`` again.
    fileprivate func nested(_ fields: [Field]) -> [OperationSpecification] {
        let around = (isInGroup, reader)
        isInGroup = true
        defer { (isInGroup, reader) = around }
        return fields.map { operation($0) }
    }

    fileprivate func check(_ value: String, among names: [String], _ field: Field) {
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

extension KeyType {
    fileprivate static var nestedOperations: KeyType {
        let operation = mapping(OperationSpecification.self)
        let nested: JSONObject = [
            "$ref": operation.json["$ref"] ?? .null, "properties": ["stage": false],
        ]
        return names(
            "mapping of [operations](#an-operation)",
            .name,
            of: KeyType("operation", nested, of: [operation]),
            ["minProperties": 1]
        )
    }
}
