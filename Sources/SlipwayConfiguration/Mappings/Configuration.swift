package import Slipway
internal import SlipwayJSON

/// The content of a configuration file and its drop-ins.
package struct Configuration: Hashable, Sendable {
    /// The service.
    package var name: String
    package var deadline: Duration = .seconds(90)
    package var grace: Duration = .seconds(10)
    /// `nil`: the grace.
    package var drain: Duration?
    package var storage = StorageSpecification()
    /// The queues of the file and `userInitiated`, whose width is automatic unless the file
    /// declares it.
    package var queues: [Queue: QueueWidth] = [.userInitiated: .automatic]
    /// In the order of the file.
    package var operations: [OperationSpecification] = []
    /// In the order of the file.
    package var actions: [ActionSpecification] = []
    package var operators = PrincipalsSpecification()
    /// The user and the group of `defaults`; `nil` for none.
    package var account: DefaultAccount?
    /// `nil`: probes are answered nowhere.
    package var probes: ProbesSpecification?
    /// Every reference to a variable.
    package var variables: [OutsideMention] = []
    /// Every reference to a credential.
    package var credentials: [OutsideMention] = []
    /// The warnings: parts that are no fault, and likely to be meant otherwise.
    package var warnings: [ConfigurationFault] = []
}

/// The user and the group of every process that names no user.
package struct DefaultAccount: Hashable, Sendable {
    package var user: String?
    package var group: String?
    /// The position of `defaults`.
    package var origin: Origin
}

extension Configuration: Mapping {
    static var about: MappingText {
        MappingText(
            name: "configuration",
            title: "The file",
            summary: "The startup steps of one service, and the launch actions that it takes.",
            later: ["priorities"],
            foreign: .ofFile
        )
    }

    /// Reads the whole file.
    ///
    /// A faulty value has its default in the result, which then serves only to find further faults.
    static func read(_ keys: inout Keys) -> Configuration? {
        let decoder = keys.decoder
        let name = keys.require("name", .serviceName, orElse: "add one, such as name: storefront")
            .means(
                "The name of the service, as reports and systemd show it. Give it the name of its file: in a "
                    + "unit and in a terminal, `slipway --app` and all folders go by the file's, which for a "
                    + "unit has 1 to 23 of `a-z`, `0-9`, `_` and `-`.",
                example: "storefront"
            )
        var configuration = Configuration(name: name ?? "")
        configuration.readTimes(&keys)
        let defaults = keys.field("defaults", .mapping(OperationDefaults.self), usual: "none")
            .means(
                "What each operation has, at any depth, that does not say otherwise itself.",
                example: "{ timeout: 30s, retry: 3 }"
            )
        keys.read(
            "queues",
            &configuration.queues,
            .queues,
            usual: "only `main` and `userInitiated`"
        )
        .means(
            "The width of `userInitiated`, and further queues by name. The queue `main` is "
                + "always there: serial, on the process's first thread.",
            example: "{ disk: 2 }"
        )
        let operations = keys.field("operations", .operations, usual: "none")
            .means(
                "The startup steps by name.",
                example: "{ migrate: { exec: [/usr/bin/migrate] } }"
            )
        let actions = keys.field("actions", .actions, usual: "none")
            .means(
                "The kinds of launch action by name: requests from outside that run once the "
                    + "operations that they require are there.",
                example: "{ open-url: { exec: [/usr/bin/open, \"${payload.url}\"] } }"
            )
        configuration.readService(&keys)
        decoder.queues = configuration.queues
        decoder.defaults = defaults.flatMap { decoder.readDefaults($0) } ?? OperationDefaults()
        if let defaults, decoder.defaults.user ?? decoder.defaults.group != nil {
            configuration.account = DefaultAccount(
                user: decoder.defaults.user,
                group: decoder.defaults.group,
                origin: defaults.keyOrigin
            )
        }
        if let operations {
            let fields = decoder.names(operations, expected: "a mapping of operations")?.fields
            configuration.operations = (fields ?? []).map { field in
                var operation = decoder.operation(field)
                // Operations in a group take the priority of the group.
                operation.priority = operation.priority ?? decoder.defaults.priority
                return operation
            }
        }
        if let actions {
            let fields = decoder.names(actions, expected: "a mapping of launch actions")?.fields
            configuration.actions = (fields ?? []).map { decoder.action($0) }
        }
        return configuration
    }

    /// Declares `deadline`, `grace`, `drain` and `storage`.
    private mutating func readTimes(_ keys: inout Keys) {
        keys.read("deadline", &deadline, .duration())
            .means(
                "How long the launch may take from the process's start to ready; one that takes "
                    + "longer fails, and says what it hung on.",
                example: "30s"
            )
        keys.read("grace", &grace, .duration())
            .means(
                "How long a cancelled operation may take to return before it is reported as stuck, "
                    + "a program to end once it is asked to, and a teardown.",
                example: "20s"
            )
        keys.read("drain", &drain, .duration(.zero), usual: "the `grace`")
            .means(
                "How long a stop leaves the launch actions alone that run, before they are asked to "
                    + "give up; `0s` for not at all. What still runs then has the `grace`.",
                example: "0s"
            )
        keys.read("storage", &storage, .storage, usual: "`optional`")
            .means(
                "How much depends on the state directory, and how much it may take; `required` and `optional` alone "
                    + "stand for `{ use: required }` and `{ use: optional }`.",
                example: "required"
            )
    }

    /// Declares `operators` and `probes`.
    private mutating func readService(_ keys: inout Keys) {
        keys.read("operators", &operators, .mapping, usual: "nobody")
            .means(
                "Who may operate the service, besides root and the user that it runs as: all that is more "
                    + "than asking and sending, such as stopping a program, reloading, or copying the store.",
                example: "{ users: [ann], groups: [adm] }"
            )
        keys.read("probes", &probes, .mapping, usual: "none")
            .means(
                "Where the service says by HTTP whether it is ready, for Kubernetes or a load balancer.",
                example: "{ listen: 127.0.0.1:8081 }"
            )
    }
}

extension Kind where Value == String {
    fileprivate static var serviceName: Kind {
        Kind(.dottedName) { decoder, field in
            guard let name = decoder.text(field, expected: "a name") else { return nil }
            if !Naming.accepts(name, dots: true) {
                decoder.reject(field, expected: Naming.syntax(dots: true))
            }
            return name
        }
    }
}

extension KeyType {
    fileprivate static var operations: KeyType {
        .names(
            "mapping of [operations](#an-operation)",
            .name,
            of: .mapping(OperationSpecification.self)
        )
    }

    fileprivate static var actions: KeyType {
        .names(
            "mapping of [actions](#an-action)",
            .dottedName,
            of: .mapping(ActionSpecification.self)
        )
    }
}
