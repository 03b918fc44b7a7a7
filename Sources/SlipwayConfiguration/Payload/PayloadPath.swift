internal import Slipway
internal import SlipwayJSON

/// The part of a payload by which actions are told apart: `payload.account.id`, or `payload`, all of it.
package struct PayloadPath: Hashable, Sendable, CustomStringConvertible {
    /// The keys that lead to it, from the outside.
    package let keys: [String]

    /// The path as the file writes it.
    package var description: String { (["payload"] + keys).joined(separator: ".") }

    /// Makes the text of the key: the JSON of the part, the same for every order of members and
    /// notation of numbers; `null` for a missing part.
    var key: @Sendable (JSON) -> String {
        { [keys] payload in
            var part = payload
            for key in keys { part = part[key] ?? .null }
            return part.comparable.compact
        }
    }
}

extension ConfigurationDecoder {
    /// Reads the path of a part of the payload, in the scope of its action.
    func payloadPath(_ field: Field) -> PayloadPath? {
        let expected = "a part of the payload, such as payload.account"
        guard let text = text(field, expected: expected) else { return nil }
        guard let reference = try? ValueReference(parsing: text),
            case .payload(let keys) = reference
        else {
            report(
                "is \(Quoting.quoted(text)); expected \(expected)",
                at: field.node.origin,
                field.path
            )
            return nil
        }
        check(reference, at: field.node.origin, field.path)
        return PayloadPath(keys: keys)
    }
}

extension KeyType {
    /// The path of a part of the payload.
    static var payloadPath: KeyType {
        named(
            "payloadPath",
            "`payload.KEY`, or `payload`",
            ["type": "string", "pattern": "^payload(\\.[^.]+)*$"]
        )
    }
}
