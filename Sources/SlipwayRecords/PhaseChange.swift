package import Slipway
package import SlipwayJSON

/// The state of a launch as a whole: a `Report` without its operations and actions.
package struct PhaseChange: Hashable, Sendable {
    /// The phase of the launch.
    package var phase: Phase
    /// When the launch began to run operations.
    package var launchedAt: Instant?
    /// When the last operation that gates readiness ended.
    package var readyAt: Instant?
    /// When everything was torn down.
    package var endedAt: Instant?
    /// What is wrong with the place where actions are kept; `nil` for nothing.
    package var storage: StorageTrouble?
    /// Why it failed; empty unless it did.
    package var rootCauses: [RootCause]
    /// Whether nothing starts in any queue.
    package var isPaused: Bool
    /// The queues that are paused on their own.
    package var pausedQueues: [Queue]

    /// Copies the state from `report`.
    package init(_ report: Report) {
        phase = report.phase
        launchedAt = report.launchedAt
        readyAt = report.readyAt
        endedAt = report.endedAt
        storage = report.storage
        rootCauses = report.rootCauses
        isPaused = report.isPaused
        pausedQueues = report.pausedQueues
    }

    /// Copies the state to `report`.
    package func apply(to report: inout Report) {
        report.phase = phase
        report.launchedAt = launchedAt
        report.readyAt = readyAt
        report.endedAt = endedAt
        report.storage = storage
        report.rootCauses = rootCauses
        report.isPaused = isPaused
        report.pausedQueues = pausedQueues
    }
}

extension PhaseChange {
    /// The change as `org.slipway.Launch` writes it: type `PhaseChange`.
    package func json(_ offsets: Offsets) -> JSON {
        var object: JSONObject = ["phase": phase.json]
        object["launchedUSec"] = offsets.json(launchedAt)
        object["readyUSec"] = offsets.json(readyAt)
        object["endedUSec"] = offsets.json(endedAt)
        object["storage"] = storage?.json(offsets)
        object["rootCauses"] = .array(rootCauses.map(\.json))
        object["paused"] = .bool(isPaused)
        object["pausedQueues"] = JSON(pausedQueues.map(\.name))
        return .object(object)
    }

    fileprivate init(
        reading fields: inout JSONFields,
        _ offsets: Offsets
    ) throws(JSONFieldError) {
        phase = try fields.required("phase", .phase)
        launchedAt = try fields.optional("launchedUSec", offsets.instant)
        readyAt = try fields.optional("readyUSec", offsets.instant)
        endedAt = try fields.optional("endedUSec", offsets.instant)
        storage = try fields.optional("storage", .storage(offsets))
        rootCauses = try fields.required("rootCauses", .array(of: .rootCause))
        isPaused = try fields.optional("paused", .bool) ?? false
        pausedQueues = try fields.optional("pausedQueues", .queues) ?? []
    }
}

extension JSONReading<PhaseChange> {
    /// A change of a launch, as ``PhaseChange/json(_:)`` writes it.
    package static func phaseChange(_ offsets: Offsets) -> Self {
        .record { fields throws(JSONFieldError) in try PhaseChange(reading: &fields, offsets) }
    }
}
