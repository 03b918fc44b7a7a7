package import Slipway
internal import SlipwayJSON

/// Users and groups as a file names them.
package struct PrincipalsSpecification: Hashable, Sendable {
    /// A user or a group.
    package struct Entry: Hashable, Sendable {
        /// A name, or a number in decimal digits.
        package var text: String
        /// The position of the entry.
        package var origin: Origin
        /// The path of the entry's key.
        package var path: String
    }

    package var users: [Entry] = []
    package var groups: [Entry] = []

    /// Creates a specification without users and groups.
    package init() {}
}

extension PrincipalsSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "principals",
            title: "Users and groups",
            summary: "Users and groups, by name or number."
        )
    }

    static func read(_ keys: inout Keys) -> PrincipalsSpecification? {
        var principals = PrincipalsSpecification()
        keys.read(
            "users",
            &principals.users,
            .accounts("a list of users, such as [alice]"),
            usual: "none"
        )
        .means("Users.", example: "[ann, 1007]")
        keys.read(
            "groups",
            &principals.groups,
            .accounts("a list of groups, such as [web]"),
            usual: "none"
        )
        .means("Groups: whoever is in one of them.", example: "[adm]")
        return principals
    }
}

extension Kind where Value == [PrincipalsSpecification.Entry] {
    fileprivate static func accounts(_ expected: String) -> Kind {
        Kind(.list("names or numbers", of: .account)) { decoder, field in
            (decoder.list(field, expected: expected) ?? []).compactMap { decoder.account($0) }
        }
    }
}

extension ConfigurationDecoder {
    /// A user or a group, by name or number.
    func account(_ item: Field) -> PrincipalsSpecification.Entry? {
        guard let text = text(item, expected: "a name or a number") else { return nil }
        guard Naming.isAccount(text) else {
            reject(item, expected: "a name or a number, without blanks, ':' and '/'")
            return nil
        }
        return .init(text: text, origin: item.node.origin, path: item.path)
    }
}

extension KeyType {
    static var account: KeyType {
        named(
            "account",
            "name or number",
            [
                "oneOf": [
                    ["type": "string", "pattern": "^[^-\\s:/,][^\\s:/,]{0,255}$"],
                    ["type": "integer", "minimum": 0, "maximum": 4_294_967_294],
                ]
            ]
        )
    }
}
