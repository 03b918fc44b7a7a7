package import SlipwayVarlink

extension Method {
    /// Asks which kinds of launch action a service takes.
    package struct ListKinds: LaunchMethod, EmptyRecord {
        package static let row = MethodRow(
            "ListKinds",
            .observe,
            "The kinds of launch action that the service takes, with what their payloads may hold"
        )

        package init() {}

        package struct Reply: Record, Hashable {
            package var kinds: [DeclaredKind]

            package init(_ kinds: [DeclaredKind]) { self.kinds = kinds }

            package static var blank: Self { Self([]) }

            package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
                fields.say("In the order of their declaration")
                try fields.required("kinds", &kinds, .list(.record(DeclaredKind.self)))
            }
        }
    }
}

/// A kind of launch action, with what its payloads may hold.
package struct DeclaredKind: NamedRecord, Hashable, Sendable {
    package static var declaration: Declaration {
        Declaration("Kind", "A kind of launch action")
    }

    package var name: String
    /// The keys of the payloads; `nil` if the service knows them only when it reads a payload.
    package var parameters: [Parameter]?

    package init(name: String, parameters: [Parameter]? = nil) {
        self.name = name
        self.parameters = parameters
    }

    package static var blank: Self { Self(name: "") }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Its name")
        try fields.required("name", &name, .text)
        fields.say(
            "What a payload may hold; absent if the service knows that only when it reads one, as a service "
                + "in Swift does"
        )
        try fields.optional("parameters", &parameters, .list(.record(Parameter.self)))
    }

    /// One key of a payload.
    package struct Parameter: NamedRecord, Hashable, Sendable {
        package static var declaration: Declaration {
            Declaration("Parameter", "One key of the payloads of a kind")
        }

        package var name: String
        package var type: String
        package var isRequired: Bool
        /// The accepted values, each as JSON.
        package var values: [String]?
        package var words: String?

        package init(
            name: String,
            type: String,
            isRequired: Bool,
            values: [String]? = nil,
            words: String? = nil
        ) {
            self.name = name
            self.type = type
            self.isRequired = isRequired
            self.values = values
            self.words = words
        }

        package static var blank: Self { Self(name: "", type: "", isRequired: false) }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say("The key")
            try fields.required("name", &name, .text)
            fields.say("Its type, as JSON Schema names it")
            try fields.required("type", &type, .text)
            fields.say("Whether a payload without it is refused")
            try fields.required("required", &isRequired, .flag)
            fields.say("The values that are accepted, each as JSON; absent for all")
            try fields.optional("values", &values, .list(.text))
            fields.say("What it means, for people")
            try fields.optional("description", &words, .message)
        }
    }
}
