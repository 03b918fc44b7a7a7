package import SlipwayVarlink

/// The facts that an operator is to know of a service beside its launch.
package struct ServiceRemarks: Hashable, Sendable {
    /// Why the optional operations are left out (safe mode); `nil` if they are not.
    package var safeMode: String?
    /// The optional operations that may be the cause of the safe mode.
    package var suspects: [String]
    /// The times that were longer than they used to be, each in a line.
    package var regressions: [String]

    /// The last reload, if it failed.
    package var failedReload: FailedReload?
    /// The files of the configuration that are not as they were when it was loaded.
    package var changedFiles: [String]
    /// The consequences if the machine's boot is not known, in one line; `nil` if it is known.
    package var unknownBoot: String?

    /// Creates remarks.
    package init(
        safeMode: String? = nil,
        suspects: [String] = [],
        regressions: [String] = [],
        failedReload: FailedReload? = nil,
        changedFiles: [String] = [],
        unknownBoot: String? = nil
    ) {
        self.safeMode = safeMode
        self.suspects = suspects
        self.regressions = regressions
        self.failedReload = failedReload
        self.changedFiles = changedFiles
        self.unknownBoot = unknownBoot
    }

    /// There is nothing to say.
    package var isEmpty: Bool { self == ServiceRemarks() }
}

extension ServiceRemarks: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Remarks", "What an operator is to know of a service beside its launch")
    }

    package static var blank: Self { Self() }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say(
            "Why its optional operations are left out, in one line; absent if they are not: the last starts "
                + "crashed, or an optional operation made them fail"
        )
        try fields.optional("safeMode", &safeMode, .message)
        fields.say("The optional operations that may be to blame for that; absent for none")
        try fields.defaulted("suspects", &suspects, .list(.text))
        fields.say(
            "What took longer than it used to until this launch was ready, each in a line; absent for nothing"
        )
        try fields.defaulted("regressions", &regressions, .list(.message))
        fields.say("The last reload, if it failed: the launch before it is still in service")
        try fields.optional("failedReload", &failedReload, .record(FailedReload.self))
        fields.say(
            "The files of the configuration, its drop-ins and files with variables that have another content than "
                + "when it was loaded, are new or gone; absent for none"
        )
        try fields.defaulted("changedFiles", &changedFiles, .list(.text))
        fields.say(
            "What follows of it that the identity of the machine's boot cannot be had, in one line; absent where it "
                + "is known"
        )
        try fields.optional("unknownBoot", &unknownBoot, .message)
    }
}
