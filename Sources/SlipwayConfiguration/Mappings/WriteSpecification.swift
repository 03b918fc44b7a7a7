internal import SlipwayJSON

/// Key `write`: puts text into a file, which has all of it or is as it was.
package struct WriteSpecification: Body {
    /// The owner of the file.
    package struct Owner: Hashable, Sendable {
        /// The user's name or number.
        package var user: String
        /// The group's name or number; `nil` leaves it the daemon's.
        package var group: String?

        /// Names an owner.
        package init(user: String, group: String? = nil) {
            self.user = user
            self.group = group
        }
    }

    package var path: Template
    package var content: Template
    /// The permissions, up to 0777.
    package var mode: UInt32
    /// `nil`: the daemon's own user.
    package var owner: Owner?

    /// Creates a specification.
    package init(path: Template, content: Template, mode: UInt32 = 0o644, owner: Owner? = nil) {
        self.path = path
        self.content = content
        self.mode = mode
        self.owner = owner
    }

    package var templates: [Template] { [path, content] }
    package var textsWithoutNUL: [Template] { templates }
}

extension WriteSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "write",
            title: "write",
            summary: "Writes a file, which has all of the content or is as it was."
        )
    }

    static func read(_ keys: inout Keys) -> WriteSpecification? {
        let path = keys.require("path", .chosenFile(), orElse: "add it")
            .means(
                "The file; never from a payload or a value. A symbolic link is replaced, not "
                    + "followed.",
                example: "/run/shop/token"
            )
        let content = keys.require("content", .template(in: .text), orElse: "add it")
            .means("The text, at most 1 MiB.", example: "\"${operations.login.value.token}\"")
        var write = WriteSpecification(
            path: path ?? Template(segments: []),
            content: content ?? Template(segments: [])
        )
        keys.read("mode", &write.mode, .mode)
            .means("Its permissions in octal digits.", example: "\"0600\"")
        keys.read("owner", &write.owner, .owner, usual: "the user that the service runs as")
            .means("Whose it is: `USER` or `USER:GROUP`, names or numbers.", example: "web:www")
        return path == nil || content == nil ? nil : write
    }
}

extension Kind where Value == WriteSpecification.Owner {
    fileprivate static var owner: Kind {
        Kind(.owner) { decoder, field in
            let expected = "USER or USER:GROUP, names or numbers"
            guard let text = decoder.text(field, expected: expected) else { return nil }
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
                .map(String.init)
            guard parts.count <= 2, parts.allSatisfy(Naming.isAccount) else {
                decoder.reject(field, expected: expected)
                return nil
            }
            return .init(user: parts[0], group: parts.count == 2 ? parts[1] : nil)
        }
    }
}

extension KeyType {
    fileprivate static var owner: KeyType {
        KeyType(
            "`USER` or `USER:GROUP`",
            [
                "oneOf": [
                    [
                        "type": "string",
                        "pattern": "^[^-\\s:/,][^\\s:/,]{0,255}(:[^-\\s:/,][^\\s:/,]{0,255})?$",
                    ],
                    ["type": "integer", "minimum": 0, "maximum": 4_294_967_294],
                ]
            ]
        )
    }
}
