internal import SlipwayJSON

extension Kind where Value == Template {
    /// Text with references.
    static var template: Kind { Kind(.text) { $0.template($1) } }

    /// A text that may be a JSON document, in which references are written as JSON.
    static func template(in place: Template.JSONPlace) -> Kind {
        Kind(.text) { $0.template($1)?.asJSON(in: place) }
    }

    static var absolutePath: Kind { Kind(.absolutePath) { $0.absolutePath($1) } }

    /// The path of a Unix socket.
    static var socketPath: Kind { Kind(.absolutePath) { $0.socketPath($1) } }

    /// The path of a file that the configuration and its environment choose, never a sender or the
    /// output of a program.
    static func chosenFile(_ use: TextUse = .path) -> Kind {
        Kind(.chosenFile) { decoder, field in
            guard let path = decoder.absolutePath(field, use) else { return nil }
            decoder.refuse(
                \.isForeign,
                in: path,
                field,
                "the file is never a payload's or a value's to choose; write its path, or ${env.NAME}"
            )
            if case .literal(let end) = path.segments.last, end.hasSuffix("/") {
                decoder.reject(field, expected: "the path of a file, without '/' at its end")
            }
            return path
        }
    }

    static var url: Kind { Kind(.url) { $0.url($1) } }

    static var hostAndPort: Kind { Kind(.hostAndPort) { $0.hostAndPort($1) } }
}

extension KeyType {
    private static func linked(_ words: String) -> String { "[\(words)](#values-in-texts)" }

    /// Text with references.
    static var text: KeyType {
        var text = plainText
        text.words = linked("text")
        return text
    }

    static var absolutePath: KeyType {
        named(
            "absolutePath",
            linked("absolute path"),
            [
                "type": "string", "pattern": "^(/|\\$\\{)",
                "not": ["pattern": .string(reference(to: "credential"))],
            ]
        )
    }

    fileprivate static var chosenFile: KeyType {
        KeyType(
            absolutePath.words,
            ["allOf": [absolutePath.json, withoutValues.json, ["not": ["pattern": "/$"]]]],
            of: [absolutePath, withoutValues]
        )
    }

    /// Text without references to payloads and values, and without credentials.
    static var withoutValues: KeyType {
        named(
            "withoutValues",
            "text",
            [
                "not": [
                    "type": "string",
                    "pattern": .string(reference(to: "payload|operations|credential")),
                ]
            ]
        )
    }

    /// Text with references that is shown to others, and holds no credentials.
    static var shownText: KeyType {
        let text = text
        return named(
            "shownText",
            text.words,
            [
                "not": ["type": "string", "pattern": .string(reference(to: "credential"))],
                "$ref": "#/$defs/text",
            ],
            of: [text]
        )
    }

    /// The regular expression of a text with a reference to one of some roots.
    private static func reference(to roots: String) -> String {
        "(^|[^$])(\\$\\$)*\\$\\{(\(roots))\\."
    }

    static var url: KeyType {
        named(
            "url",
            linked("URL"),
            [
                "type": "string",
                "maxLength": 8192,
                "pattern": "^([Hh][Tt][Tt][Pp]([Ss]|\\+[Uu][Nn][Ii][Xx])?://.|.*\\$\\{)",
                "not": ["pattern": .string(reference(to: "credential"))],
            ]
        )
    }

    static var hostAndPort: KeyType {
        named(
            "hostAndPort",
            linked("`HOST:PORT`"),
            [
                "type": "string",
                "pattern": "^(.*\\$\\{|(\\[[^\\]]+\\]|[^:]+):[0-9]+$)",
                "not": ["pattern": .string(reference(to: "payload|credential"))],
            ]
        )
    }
}
