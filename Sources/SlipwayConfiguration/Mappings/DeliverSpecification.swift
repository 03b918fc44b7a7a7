internal import SlipwayJSON

/// Key `deliver`: hands an action to a program that runs already.
package struct DeliverSpecification: Body {
    /// The operation that started the program, which the action requires.
    package var program: DependencySpecification
    /// The Unix stream socket on which the program takes actions: an absolute path, without values and
    /// payloads.
    package var socket: Template

    /// Creates a specification.
    package init(program: DependencySpecification, socket: Template) {
        self.program = program
        self.socket = socket
    }

    package var templates: [Template] { [socket] }
}

extension DeliverSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "deliver",
            title: "deliver",
            summary:
                "Hands an action to a running program: one connection for each, with one line of JSON there and one back.",
            manual:
                "[Actions](ACTIONS.md#handing-actions-to-a-program-that-runs) says what is on these lines."
        )
    }

    static func read(_ keys: inout Keys) -> DeliverSpecification? {
        let program = keys.require("to", .program, orElse: "add it")
            .means(
                "The operation that started the program, which the action requires.",
                example: "player"
            )
        let socket = keys.require("socket", .deliverySocket, orElse: "add it")
            .means(
                "The Unix stream socket on which the program takes actions; never from a payload or "
                    + "a value.",
                example: "\"${env.RUNTIME_DIRECTORY}/actions.sock\""
            )
        guard let program, let socket else { return nil }
        return DeliverSpecification(program: program, socket: socket)
    }
}

extension Kind where Value == DependencySpecification {
    /// The name of an operation, which is looked for once all operations are known.
    fileprivate static var program: Kind {
        Kind(.name) { decoder, field in
            let expected = "the name of an operation that starts a program"
            guard let name = decoder.text(field, expected: expected) else { return nil }
            decoder.note(field.path, at: field.node.origin)
            return DependencySpecification(name: name, origin: field.node.origin)
        }
    }
}

extension Kind where Value == Template {
    /// The path of a socket that the configuration and its environment choose, never a sender or
    /// the output of a program.
    fileprivate static var deliverySocket: Kind {
        Kind(.absolutePath) { decoder, field in
            guard let path = decoder.socketPath(field) else { return nil }
            decoder.refuse(
                \.isForeign,
                in: path,
                field,
                "the socket is never a payload's or a value's to choose; write its path, or ${env.NAME}"
            )
            return path
        }
    }
}
