internal import Slipway

extension ConfigurationDecoder {
    /// Reads the whole file.
    ///
    /// A faulty value has its default in the result, which then serves only to find further faults.
    mutating func configuration(_ root: ConfigurationNode) -> Configuration {
        var configuration = Configuration(
            name: "",
            deadline: .seconds(90),
            grace: .seconds(10),
            queues: [.userInitiated: .automatic],
            operations: [],
            actions: [],
            operators: PrincipalsSpecification(),
            variables: []
        )
        let field = Field(path: "", keyOrigin: root.origin, node: root)
        guard let section = section(field, .top) else { return configuration }
        if let name = section["name"] {
            configuration.name = serviceName(name)
        } else {
            report("has no name; add one, such as name: storefront", at: root.origin, "name")
        }
        if let deadline = section["deadline"].flatMap({ duration($0) }) {
            configuration.deadline = deadline
        }
        if let grace = section["grace"].flatMap({ duration($0) }) { configuration.grace = grace }
        configuration.drain = section["drain"].flatMap {
            duration($0, minimum: (.zero, "not negative"))
        }
        if let field = section["storage"] {
            configuration.storage = choice(field, StorageSpecification.self) ?? .optional
        }
        if let field = section["queues"] { readQueues(field, into: &configuration.queues) }
        queues = configuration.queues
        if let field = section["defaults"] { defaults = operationDefaults(field) }
        if let field = section["operators"] { configuration.operators = principals(field) }
        if let field = section["operations"] {
            let fields = names(field, expected: "a mapping of operations")?.fields ?? []
            configuration.operations = fields.map { operation($0.key, $0.field) }
        }
        if let field = section["actions"] {
            let fields = names(field, expected: "a mapping of launch actions")?.fields ?? []
            configuration.actions = fields.map { action($0.key, $0.field) }
        }
        configuration.variables = variables
        checkTimes(configuration)
        configuration.warnings = warnings
        checkValues(configuration.operations)
        checkDeliveries(configuration)
        checkNames(configuration)
        return configuration
    }

    private mutating func serviceName(_ field: Field) -> String {
        guard let name = text(field, expected: "a name") else { return "" }
        if !Naming.accepts(name, dots: true) {
            reject(field, expected: Naming.syntax(dots: true))
        }
        return name
    }

    private mutating func readQueues(_ field: Field, into queues: inout [Queue: QueueWidth]) {
        let fields = names(field, expected: "a mapping of queues")?.fields ?? []
        for (name, field) in fields {
            guard name != Queue.main.name else {
                report(
                    "is always there, serial and without a width; remove it",
                    at: field.keyOrigin,
                    field.path
                )
                continue
            }
            checkName(name, field, dots: true)
            queues[.named(name)] = queueWidth(field)
        }
    }

    private mutating func queueWidth(_ field: Field) -> QueueWidth {
        guard let width = section(field, .queue)?["width"] else { return .automatic }
        if case .scalar(let scalar) = width.node.content, scalar.text == "auto" {
            return .automatic
        }
        return wholeNumber(width, in: 1...65536, or: "auto").map(QueueWidth.fixed) ?? .automatic
    }
}
