extension ConfigurationDecoder {
    /// Reads `operators`, or the `allow` of a kind of action.
    mutating func principals(_ field: Field) -> PrincipalsSpecification {
        var principals = PrincipalsSpecification()
        guard let section = section(field, .principals) else { return principals }
        principals.users = entries(section["users"], expected: "a list of users, such as [alice]")
        principals.groups = entries(section["groups"], expected: "a list of groups, such as [web]")
        return principals
    }

    private mutating func entries(
        _ field: Field?,
        expected: String
    ) -> [PrincipalsSpecification.Entry] {
        guard let field else { return [] }
        var entries: [PrincipalsSpecification.Entry] = []
        for item in list(field, expected: expected) ?? [] {
            guard let text = text(item, expected: "a name or a number") else { continue }
            guard Naming.isAccount(text) else {
                reject(item, expected: "a name or a number, without blanks, ':' and '/'")
                continue
            }
            entries.append(.init(text: text, origin: item.node.origin, path: item.path))
        }
        return entries
    }
}
