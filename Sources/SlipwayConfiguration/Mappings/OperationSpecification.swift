package import Slipway
package import SlipwayJSON

/// One of `operations`, of the file or of a group.
package struct OperationSpecification: Hashable, Sendable {
    /// Its key.
    package var name: String
    /// The position of its key.
    package var origin: Origin
    /// A group has none.
    package var queue: Queue = .userInitiated
    /// Those of the key, then the operations whose values its body, `when`, `stop`, `ready` and
    /// `health` refer to; without repetitions, and without the operation itself if its `stop`
    /// refers to it.
    package var requires: [DependencySpecification] = []
    package var after: [DependencySpecification] = []
    package var isOptional = false
    package var stage = Stage.launch
    package var priority = Priority.normal
    package var locks: [Lock] = []
    package var condition: ConditionSpecification?
    /// `nil`: as long as the launch.
    package var timeout: Duration?
    /// `nil`: never.
    package var retry: RetrySpecification?
    /// The value if it fails, or if it has no ``cached`` one then; `nil`: none, so that it fails.
    package var fallback: JSON?
    /// The longest age at which its last good value stands in; `nil`: it never does.
    package var cached: Duration?
    package var body: BodySpecification
    /// The command that undoes it.
    package var stop: ExecSpecification?
    /// The program that it starts; `nil` if it starts none that stays.
    package var program: ProgramSpecification?

    /// Creates an operation that requires nothing.
    package init(name: String, origin: Origin, body: BodySpecification) {
        self.name = name
        self.origin = origin
        self.body = body
    }
}

extension OperationSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "operation",
            title: "An operation",
            summary:
                "One startup step. It has exactly one body.",
            elsewhere: [
                "deliver": "is for launch actions; an operation has nothing to deliver: remove it"
            ],
            foreign: .ofBody
        )
    }

    static func read(_ keys: inout Keys) -> OperationSpecification? {
        let decoder = keys.decoder
        var operation = OperationSpecification(
            name: keys.name,
            origin: keys.section.origin,
            body: .sleep(.zero)
        )
        keys.read("requires", &operation.requires, .dependencies, usual: "none")
            .means(
                "The operations that must have succeeded before this one starts. Referring to "
                    + "`${operations.NAME.value}` requires `NAME`, too.",
                example: "[migrate, login]"
            )
        keys.read("after", &operation.after, .dependencies, usual: "none")
            .means(
                "The operations that must have ended, however, before this one starts.",
                example: "[cache]"
            )
        let condition = keys.field("when", .mapping(ConditionSpecification.self), usual: "always")
            .means(
                "Whether it runs, asked when everything that it requires is there. If not, it is "
                    + "skipped, which counts as a success without a value.",
                example: "{ env: STORE }"
            )
        keys.read("locks", &operation.locks, .locks, usual: "none")
            .means(
                "What it holds while it runs: no two operations with the same lock run at the same "
                    + "time.",
                example: "[session]"
            )
        var priority: Priority?
        keys.read("priority", &priority, .priority, usual: "`normal`")
            .means(Keys.priorityMeaning(of: "ready operations"), example: "high")
        keys.read("optional", &operation.isOptional, .boolean)
            .means("Whether the launch goes on, degraded, if this fails.", example: "true")
        let stage = keys.field(
            "stage",
            .words(OperationStage.allCases.map(\.rawValue)),
            usual: "`launch`"
        )
        .means(
            "`launch`: it gates readiness. `background`: it starts once the launch is ready.",
            example: "background",
            limits: "Not of an operation in a group, which is in the stage of the group."
        )
        if let stage { operation.stage = decoder.stage(stage) }
        keys.read("timeout", &operation.timeout, .duration(), usual: "as long as the launch")
            .means(
                "How long the body may take, from its start; of a group, all in it; of a program, "
                    + "until it is ready.",
                example: "5s"
            )
        let retry = keys.field(
            "retry",
            Kind<RetrySpecification>.retry.type(),
            usual: "never"
        )
        .means(
            "When a failed attempt is repeated, of a program its first start. A group is tried again "
                + "as a whole: what succeeded in it is undone by its `stop`, programs are ended, and all "
                + "begins anew; outside of it nothing depends on its operations, but on the group.",
            example: "{ attempts: 4, budget: 20s }"
        )
        let fallback = keys.field("fallback", .mapping(FallbackSpecification.self), usual: "none")
            .means(
                "What stands in for the value of an operation, or group, that fails: it is then "
                    + "degraded, and what requires it runs.",
                example: "{ cached: 7d, value: {} }"
            )
        keys.constrain([
            "dependentSchemas": [
                "fallback": [
                    "anyOf": [
                        ["properties": ["fallback": ["not": ["required": ["cached"]]]]],
                        ["required": ["http"]], ["required": ["exec"]], ["required": ["flags"]],
                    ]
                ]
            ]
        ])
        let own = OwnKeys(&keys)
        let program = ProgramKeys(&keys)

        decoder.beginBody(of: operation.name, .operation)
        operation.condition = condition.flatMap { Kind.condition.read(decoder, $0) }
        operation.requires += decoder.newMentions(beyond: operation.requires)
        let body = keys.body(ofAction: false)
        if let value = body?.value { operation.body = value }
        let usual = decoder.defaults
        operation.priority = priority ?? .normal
        operation.retry = retry.flatMap { Kind.retry.read(decoder, $0) }
        if let fallback, let read = decoder.mapping(fallback, FallbackSpecification.self) {
            operation.fallback = read.value
            operation.cached = read.cached
            if read.cached != nil { decoder.checkKept(operation, fallback, body?.value) }
        }
        if operation.cached == nil, case .flags = operation.body {
            decoder.refuseCache(keys.section["flags"])
        }
        guard body?.name != "group" else {
            own.refuse(decoder)
            program.refuse(
                "is for programs; a group is none: move it to one of its operations",
                decoder
            )
            return operation
        }
        operation.priority = priority ?? usual.priority ?? .normal
        operation.timeout = operation.timeout ?? usual.timeout
        operation.queue = own.queue.flatMap { decoder.queue($0) } ?? usual.queue ?? .userInitiated
        operation.retry = operation.retry ?? usual.retry
        if let success = own.success { decoder.readSuccess(success, into: &operation.body) }
        if case .exec(let exec) = operation.body, let ready = exec.ready {
            operation.program = program.read(
                ready,
                isOptional: operation.isOptional,
                success: own.success,
                decoder
            )
            decoder.checkStart(of: operation, ready, keys.section["exec"])
            if operation.program?.includesFirstStart ?? false {
                if let retry { decoder.refuse([retry], Self.retryIsOfOperation) }
                operation.retry = nil
            }
        } else {
            program.refuse(
                "is for programs; add ready: notify, socket:PATH or started to exec",
                decoder
            )
        }
        operation.requires += decoder.newMentions(beyond: operation.requires)
        guard let stop = own.stop else { return operation }
        operation.stop = Kind.exec(.stop).read(decoder, stop)
        // An operation's own value exists when its `stop` runs.
        decoder.mentions.removeAll { $0.name == operation.name }
        operation.requires += decoder.newMentions(beyond: operation.requires)
        return operation
    }

    private static let retryIsOfOperation =
        "is for one first start, and restart: { firstStart: true } has others follow it; remove one"

    static let successIsOfExec =
        "is for exec: the exit statuses that count as success; remove it"
}

/// The keys of an operation with a body of its own, which a group is not.
private struct OwnKeys {
    let queue: Field?
    let stop: Field?
    let success: Field?
    /// Those that the operation has, with the reason why a group cannot.
    private var refused: [(Field, String)] = []

    init(_ keys: inout Keys) {
        queue = keys.own(
            "queue",
            .queueName,
            usual: "`userInitiated`",
            notOfGroups: "a group runs nowhere itself; move it to its operations",
            &refused
        )
        .means(Keys.queueMeaning, example: "main")
        stop = keys.own(
            "stop",
            .completeExec,
            usual: "nothing",
            notOfGroups: "a group has nothing to undo itself; move it to its operations",
            &refused
        )
        .means(
            "What undoes it: run when the service stops or the launch fails after this "
                + "succeeded, once everything that depends on it was torn down; for a program "
                + "also when an operator stops or restarts it, before its processes are ended, "
                + "and not when it does not run. It has the `grace`, and is ended shortly "
                + "before that is over. The operation's own value can be referred to.",
            example: "[/usr/bin/undo]"
        )
        success = keys.own(
            "success",
            .ends,
            usual: "`[0]`",
            notOfGroups: OperationSpecification.successIsOfExec,
            &refused
        )
        .means(
            "The exit statuses of `exec` that are a success. Of a program that stays: the exit statuses, "
                + "and the signals that end it, after which `ended: stop` ends the service well and "
                + "`restart: { when: failure }` does not start it again.",
            example: "[0, 3]",
            limits: "Only of `exec`; signals only of programs that stay."
        )
        keys.constrain(["dependentSchemas": ["success": ["required": ["exec"]]]])
    }

    /// Reports those that a group has.
    func refuse(_ decoder: ConfigurationDecoder) {
        for (field, reason) in refused { decoder.report(reason, at: field.keyOrigin, field.path) }
    }
}

extension Keys {
    /// Declares a key that a group cannot have, for the reason that messages give.
    fileprivate mutating func own(
        _ name: String,
        _ type: @autoclosure () -> KeyType,
        usual: String,
        notOfGroups reason: String,
        _ refused: inout [(Field, String)]
    ) -> Declared<Field?> {
        let field = field(
            name,
            type(),
            usual: usual,
            limits: "Not of a group: \(reason.prefix { $0 != ";" })."
        )
        constrain(["dependentSchemas": ["group": ["properties": [name: false]]]])
        if let found = field.value { refused.append((found, reason)) }
        return field
    }
}

/// The words of `stage`.
enum OperationStage: String, CaseIterable {
    case launch, background
}

extension ConfigurationDecoder {
    /// Reads one operation, of the file or of a group.
    func operation(_ field: Field) -> OperationSpecification {
        checkName(field, dots: false)
        note(field.path, at: field.keyOrigin)
        return mapping(field)
            ?? OperationSpecification(
                name: field.name,
                origin: field.keyOrigin,
                body: .sleep(.zero)
            )
    }

    /// Begins what may refer to values: all of an operation, or the body of an action.
    func beginBody(of reader: String, _ scope: TemplateScope) {
        self.scope = scope
        self.reader = reader
        mentions = []
    }

    /// The operations that templates mentioned since the last call, without those already required.
    func newMentions(beyond required: [DependencySpecification]) -> [DependencySpecification] {
        guard !mentions.isEmpty else { return [] }
        var names = Set(required.map(\.name))
        defer { mentions = [] }
        return mentions.filter { names.insert($0.name).inserted }
    }
}
