package import Slipway
package import SlipwayVarlink

/// The state of a launch as a whole: a `Report` without its operations and actions.
package struct PhaseChange: Hashable, Sendable {
    /// The phase of the launch.
    package var phase: Phase
    /// When the launch began to run operations.
    package var launchedAt: Instant?
    /// When the last operation that gates readiness ended.
    package var readyAt: Instant?
    /// When it was asked to stop, or began to fail.
    package var stoppingAt: Instant?
    /// When everything was torn down.
    package var endedAt: Instant?
    /// The trouble with the place where actions are kept; `nil` for none.
    package var storage: StorageTrouble?
    /// Why it failed; empty unless it did.
    package var rootCauses: [RootCause]
    /// Nothing starts in any queue.
    package var isPaused: Bool
    /// The queues that are paused on their own.
    package var pausedQueues: [Queue]
    /// When it and its queues were paused.
    package var pauses: [Pause]

    /// Copies the state from `report`.
    package init(_ report: Report) {
        phase = report.phase
        launchedAt = report.launchedAt
        readyAt = report.readyAt
        stoppingAt = report.stoppingAt
        endedAt = report.endedAt
        storage = report.storage
        rootCauses = report.rootCauses
        isPaused = report.isPaused
        pausedQueues = report.pausedQueues
        pauses = report.pauses
    }

    /// Copies the state to `report`.
    package func apply(to report: inout Report) {
        report.phase = phase
        report.launchedAt = launchedAt
        report.readyAt = readyAt
        report.stoppingAt = stoppingAt
        report.endedAt = endedAt
        report.storage = storage
        report.rootCauses = rootCauses
        report.isPaused = isPaused
        report.pausedQueues = pausedQueues
        report.pauses = pauses
    }
}

extension PhaseChange: NamedRecord {
    package static var declaration: Declaration {
        Declaration("PhaseChange", "A change of the launch as a whole")
    }
    package static var blank: Self { Self(.blank) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try visitPhase(&fields)
        try visitTimes(&fields)
        try visitTroubles(&fields)
    }

    // The type `Launch` has the same fields, with others between them.

    mutating func visitPhase(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Where it is")
        try fields.required("phase", &phase, .phase)
    }

    mutating func visitTimes(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try fields.visitTimes(&launchedAt, &readyAt, &stoppingAt, &endedAt)
    }

    mutating func visitTroubles(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("What is wrong with the place where actions are kept; absent for nothing")
        try fields.optional("storage", &storage, .record(StorageTrouble.self))
        fields.say("Why it failed; empty unless it did")
        try fields.required("rootCauses", &rootCauses, .list(.record(RootCause.self)))
        fields.say("Whether it is paused as a whole: nothing starts in any queue")
        try fields.defaulted("paused", &isPaused, .flag)
        fields.say("The queues that are paused on their own")
        try fields.defaulted("pausedQueues", &pausedQueues, .list(.queue))
        fields.say(
            "When it and its queues were paused, in the order of their beginning: the last 64"
        )
        try fields.defaulted("pauses", &pauses, .list(.record(Pause.self)))
    }
}

extension FieldVisitor {
    /// The moments of a launch as a whole.
    mutating func visitTimes(
        _ launchedAt: inout Instant?,
        _ readyAt: inout Instant?,
        _ stoppingAt: inout Instant?,
        _ endedAt: inout Instant?
    ) throws(JSONFieldError) {
        say("When the launch began to run operations")
        try optional("launchedUSec", &launchedAt, .instant)
        say("When the last operation that gates readiness ended")
        try optional("readyUSec", &readyAt, .instant)
        say("When it was asked to stop, or began to fail")
        try optional("stoppingUSec", &stoppingAt, .instant)
        say("When everything was torn down")
        try optional("endedUSec", &endedAt, .instant)
    }
}
