internal import SlipwayConfiguration
internal import SlipwayJSON

/// `config/slipway.schema.json`: JSON Schema for editors.
enum ConfigurationSchema {
    static var text: String { lines(schema, indentation: "") }

    private static var schema: JSON {
        let mappings = MappingDescription.all.map { ($0.name, definition(of: $0)) }
        let others = MappingDescription.definitions.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "https://slipway.invalid/schema/slipway.schema.json",
            "title": "Slipway configuration",
            "description":
                "The startup steps of one service, and the launch actions that it takes. Put '# yaml-language-server: $schema=slipway.schema.json' first in a file to have an editor check it. 'slipway check FILE' checks more: names, references and cycles.",
            "$ref": "#/$defs/configuration",
            "$defs": .object(JSONObject(mappings + others)),
        ]
    }

    private static func definition(of mapping: MappingDescription) -> JSON {
        let required = mapping.keys.filter { $0.need == .required }.map { JSON.string($0.name) }
        let properties = mapping.keys.map { key in
            let members = [("description", JSON.string(key.description))]
            return (
                key.name,
                JSON.object(JSONObject(members + key.type.schema.map { ($0.key, $0.value) }))
            )
        }
        var members: [(String, JSON)] = [("description", .string(plain(mapping.summary)))]
        members.append(("type", "object"))
        if !required.isEmpty { members.append(("required", .array(required))) }
        members += [
            ("patternProperties", ["^x-": true]), ("additionalProperties", false),
            ("properties", .object(JSONObject(properties))),
        ]
        return .object(JSONObject(members + mapping.constraints.map { ($0.key, $0.value) }))
    }

    /// Indented text; what fits into a line is one.
    private static func lines(_ json: JSON, indentation: String) -> String {
        let line = line(json)
        guard indentation.count + line.count > 96 else { return line }
        let inner = indentation + "  "
        let (open, items, close): (String, [String], String)
        switch json {
        case .object(let object):
            let members = object.map {
                "\(inner)\(JSON.string($0.key).compact): \(lines($0.value, indentation: inner))"
            }
            (open, items, close) = ("{", members, "}")
        case .array(let elements):
            (open, items, close) = (
                "[", elements.map { inner + lines($0, indentation: inner) }, "]"
            )
        default: return line
        }
        return "\(open)\n\(items.joined(separator: ",\n"))\n\(indentation)\(close)"
    }

    private static func line(_ json: JSON) -> String {
        switch json {
        case .object(let object) where !object.isEmpty:
            let members = object.map { "\(JSON.string($0.key).compact): \(line($0.value))" }
            return "{ \(members.joined(separator: ", ")) }"
        case .array(let elements): return "[\(elements.map(line).joined(separator: ", "))]"
        default: return json.compact
        }
    }

    /// Without the marks of Markdown.
    static func plain(_ text: String) -> String {
        text.replacing("`", with: "").replacing("*", with: "")
    }
}

extension KeyDescription {
    /// The text that an editor shows.
    fileprivate var description: String {
        let usual = usual.map { $0.hasPrefix("`") ? "Default \($0)." : "Default: \($0)." }
        return ConfigurationSchema.plain(
            [words, limits, usual].compactMap(\.self).joined(separator: " ")
        )
    }
}
