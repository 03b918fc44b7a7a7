package import SlipwayVarlink

extension Method {
    /// The methods that change what the service launches.
    static let generations: [any LaunchMethod.Type] = [Reload.self, Restart.self]

    package struct Reload: LaunchMethod {
        package static let row = MethodRow(
            "Reload",
            .operate,
            streams: true,
            "Reads the configuration anew, and brings what changed into the running service: operations that "
                + "did not change, and require nothing that did, are not run again, and their programs go on. "
                + "The reply comes once the new generation is ready and in service; while the service starts, "
                + "that is after it is ready. If the new one is wrong or fails, the one before it stays in "
                + "service, and the call fails. With 'more' further replies come before it, which say how far the "
                + "new generation is. Takes the right to operate"
        )

        /// The call only tells what a reload would do.
        package var isDryRun: Bool

        package init(isDryRun: Bool = false) { self.isDryRun = isDryRun }

        package static var blank: Self { Self() }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say("Whether only to tell what a reload would do; absent for no")
            try fields.defaulted("dryRun", &isDryRun, .flag)
        }

        package typealias Reply = ReloadReply
    }
}

/// The changes that a reload made, or would make.
package struct ReloadReply: Hashable, Sendable {
    /// The generation that is in service.
    package var generation: Int
    /// The fate of each operation.
    package var operations: [ReloadStep]
    /// Further changes, or things that did not change; sentences.
    package var notes: [String]
    /// The status of the launch that is to come into service; only in replies before the last one.
    package var progress: LaunchStatus?

    package init(
        generation: Int,
        operations: [ReloadStep] = [],
        notes: [String] = [],
        progress: LaunchStatus? = nil
    ) {
        self.generation = generation
        self.operations = operations
        self.notes = notes
        self.progress = progress
    }
}

extension ReloadReply: Record {
    package static var blank: Self { Self(generation: 0) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The generation of the configuration that is in service, from 1")
        try fields.required("generation", &generation, .count)
        fields.say(
            "What becomes of each operation, of the new configuration and of the one before it"
        )
        try fields.required("operations", &operations, .list(.record(ReloadStep.self)))
        fields.say("What else changed, and what did not though it might be expected to; sentences")
        try fields.required("notes", &notes, .list(.text))
        fields.say(
            "The generation that is to take its place, as far as it has come, or the first one itself while the "
                + "service starts; only with 'more', in every reply but the last, which have neither operations "
                + "nor notes"
        )
        try fields.optional("progress", &progress, .record(LaunchStatus.self))
    }
}

/// The fate of an operation.
package struct ReloadStep: Hashable, Sendable {
    package var name: String
    package var fate: Fate
    /// The reason, in a few words; empty for an operation that stays.
    package var reason: String

    /// The fate of an operation.
    package enum Fate: String, WireWord {
        case stays, signalled, runs, replaced, overlaps, goes

        package static var declaration: Declaration {
            Declaration("ReloadFate", "What a reload does with an operation")
        }

        package var words: String {
            switch self {
            case .stays: "It is not run again, and its program goes on"
            case .signalled: "It is not run again, but its program gets a signal: its files changed"
            case .runs: "It runs; there is nothing of it yet"
            case .replaced: "What it did is undone, its program ended, and it runs again"
            case .overlaps: "Its new program is ready before the old one is ended"
            case .goes: "It is no longer declared: what it did is undone"
            }
        }
    }

    package init(name: String, fate: Fate, reason: String) {
        self.name = name
        self.fate = fate
        self.reason = reason
    }
}

extension ReloadStep: NamedRecord {
    package static var declaration: Declaration {
        Declaration(
            "ReloadStep",
            "What becomes of an operation: it stays as it is, runs for the first time, is undone and runs "
                + "again, runs beside its old program until it is ready, or goes"
        )
    }
    package static var blank: Self { Self(name: "", fate: .stays, reason: "") }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Its name")
        try fields.required("name", &name, .text)
        fields.say("What becomes of it")
        try fields.required("fate", &fate, .word(Fate.self))
        fields.say("Why, in a few words; empty for what stays")
        try fields.required("reason", &reason, .message)
    }
}
