internal import Slipway
internal import SlipwayJSON

/// The keys of an operation that a group has, too.
struct CommonKeys {
    let condition: Field?
    let retry: Field?
    let fallback: Field?

    /// Declares the keys; those that need no other key are read into the operation.
    init(_ keys: inout Keys, _ operation: inout OperationSpecification) {
        condition = Self.edges(&keys, &operation)
        Self.readRank(&keys, &operation)
        (retry, fallback) = Self.limits(&keys, &operation)
    }

    /// Declares `requires`, `after` and `when`.
    ///
    /// - Returns: Key `when`.
    private static func edges(
        _ keys: inout Keys,
        _ operation: inout OperationSpecification
    ) -> Field? {
        keys.read("requires", &operation.requires, .dependencies, usual: "none")
            // If a new requirement runs, this operation runs for that reason.
            .change(.isTakenOver)
            .means(
                "The operations that must have succeeded before this one starts. Referring to "
                    + "`${operations.NAME.value}` requires `NAME`, too.",
                example: "[migrate, login]"
            )
        keys.read("after", &operation.after, .dependencies, usual: "none")
            .change(.isTakenOver)
            .means(
                "The operations that must have ended, however, before this one starts.",
                example: "[cache]"
            )
        let condition = keys.field("when", .mapping(ConditionSpecification.self), usual: "always")
            .compares([operation.condition])
            .means(
                "Whether it runs, asked when everything that it requires is there. If not, it is "
                    + "skipped, which counts as a success without a value.",
                example: "{ env: STORE }"
            )
        return condition
    }

    /// Declares `locks`, `priority`, `optional` and `stage`.
    private static func readRank(
        _ keys: inout Keys,
        _ operation: inout OperationSpecification
    ) {
        keys.read("locks", &operation.locks, .locks, usual: "none")
            .means(
                "What it holds while it runs: no two operations with the same lock run at the same "
                    + "time.",
                example: "[session]"
            )
        keys.read(
            "priority",
            &operation.priority,
            .priority,
            usual: "that of its group, else `normal`"
        )
        .change(.isTakenOver)
        .means(Keys.priorityMeaning(of: "ready operations"), example: "high")
        keys.read("optional", &operation.isOptional, .boolean)
            .change(.isTakenOver)
            .means("Whether the launch goes on, degraded, if this fails.", example: "true")
        let stage = keys.field(
            "stage",
            .words(OperationStage.allCases.map(\.rawValue)),
            usual: "`launch`"
        )
        .compares([operation.stage])
        .means(
            "`launch`: it gates readiness. `background`: it starts once the launch is ready.",
            example: "background",
            limits: "Not of an operation in a group, which is in the stage of the group."
        )
        if let stage { operation.stage = keys.decoder.stage(stage) }
    }

    /// Declares `timeout`, `retry` and `fallback`.
    ///
    /// - Returns: Keys `retry` and `fallback`.
    private static func limits(
        _ keys: inout Keys,
        _ operation: inout OperationSpecification
    ) -> (retry: Field?, fallback: Field?) {
        keys.read("timeout", &operation.timeout, .duration(), usual: "as long as the launch")
            .change(.isTakenOver)
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
        .compares([operation.retry], .isTakenOver)
        .means(
            "When a failed attempt is repeated, of a program its first start. A group is tried again "
                + "as a whole: what succeeded in it is undone by its `stop`, programs are ended, and all "
                + "begins anew; outside of it nothing depends on its operations, but on the group.",
            example: "{ attempts: 4, budget: 20s }"
        )
        let fallback = keys.field("fallback", .mapping(FallbackSpecification.self), usual: "none")
            .compares([operation.fallback, operation.cached])
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
        return (retry, fallback)
    }
}

/// The keys of an operation with a body of its own, which a group is not.
struct OwnKeys {
    let queue: Field?
    let stop: Field?
    let success: Field?
    /// The keys found in the file, each with the reason why a group cannot have it.
    private var refused: [(Field, String)] = []

    init(_ keys: inout Keys, _ operation: OperationSpecification) {
        queue = keys.own(
            "queue",
            .queueName,
            usual: "`userInitiated`",
            notOfGroups: "a group runs nowhere itself; move it to its operations",
            &refused
        )
        .compares([operation.queue])
        .means(Keys.queueMeaning, example: "main")
        stop = keys.own(
            "stop",
            .completeExec,
            usual: "nothing",
            notOfGroups: "a group has nothing to undo itself; move it to its operations",
            &refused
        )
        .compares([operation.stop], .isTakenOver)
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
        // The key is compared with the body, or, of a program, with the keys about its end.
        .isComparedElsewhere()
        .means(
            "The exit statuses of `exec` that are a success. Of a program that stays: the exit statuses, "
                + "and the signals that end it, after which `ended: stop` ends the service well and "
                + "`restart: { when: failure }` does not start it again.",
            example: "[0, 3]",
            limits: "Only of `exec`; signals only of programs that stay."
        )
        keys.constrain(["dependentSchemas": ["success": ["required": ["exec"]]]])
    }

    /// Reports the keys found, for a group, which cannot have them.
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
