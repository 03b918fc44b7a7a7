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
    /// The permissions, up to 0777; `nil`: ``usualMode``, or ``secretMode`` for what has a credential in it.
    package var mode: UInt32?
    /// `nil`: the daemon's own user.
    package var owner: Owner?

    /// Creates a specification.
    package init(path: Template, content: Template, mode: UInt32? = nil, owner: Owner? = nil) {
        self.path = path
        self.content = content
        self.mode = mode
        self.owner = owner
    }

    /// The permissions of most files, of which the mask of new files takes some away.
    package static let usualMode: UInt32 = 0o644
    /// The permissions of a file with a credential in it.
    package static let secretMode: UInt32 = 0o600

    /// A credential is in its content.
    package var isSecret: Bool {
        content.segments.contains { segment in
            if case .reference(let reference) = segment { reference.isCredential } else { false }
        }
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
                "The file; never from a payload or a value. A device or a pipe is written to. A symbolic link is "
                    + "followed if it is root's or the service's user's, where nobody else may write, and a "
                    + "fault otherwise.",
                example: "/run/shop/token"
            )
        let content = keys.require("content", .template(in: .text), orElse: "add it")
            .means("The text, at most 1 MiB.", example: "\"${operations.login.value.token}\"")
        var write = WriteSpecification(
            path: path ?? Template(segments: []),
            content: content ?? Template(segments: [])
        )
        let mode = keys.field(
            "mode",
            Kind<UInt32>.mode.type(),
            usual:
                "`\"0600\"` with a credential in `content`, else `\"0644\"` without the unit's `UMask=`"
        )
        .means("Its permissions in octal digits.", example: "\"0640\"")
        if let mode {
            write.mode = Kind.mode.read(keys.decoder, mode)
            keys.decoder.warnOfOpenSecret(write, at: mode)
        }
        keys.read("owner", &write.owner, .owner, usual: "the user that the service runs as")
            .means("Whose it is: `USER` or `USER:GROUP`, names or numbers.", example: "web:www")
        return path == nil || content == nil ? nil : write
    }
}

extension ConfigurationDecoder {
    /// Warns of a credential in a file that others than its owner may read or write.
    fileprivate func warnOfOpenSecret(_ write: WriteSpecification, at mode: Field) {
        guard write.isSecret, let bits = write.mode, bits & ~WriteSpecification.secretMode != 0
        else { return }
        warnings.append(
            ConfigurationFault(
                at: mode.node.origin,
                key: mode.path,
                reason:
                    "a credential is in the content, and others than the owner get a right to it; "
                    + "leave the mode out, or write \"0600\""
            )
        )
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
