internal import Slipway
internal import SlipwayInterface
internal import SlipwayReport
internal import SlipwayStore
internal import SlipwaySystem
internal import Synchronization

/// The questions to the history.
extension LaunchHistory {
    /// Summaries of the launches, the last one first; see ``ActionStore/launches(upTo:before:)``.
    nonisolated(nonsending) func launches(
        upTo limit: Int,
        before id: String?
    ) async throws(LaunchRefusal) -> [LaunchSummary] {
        if isHeld {
            var held = state.withLock(\.held).map { LaunchSummary($0) }
            if let id { held = Array(held.drop { $0.launchID != id }.dropFirst()) }
            return Array(held.prefix(limit))
        }
        do throws(StoreError) { return try await store.launches(upTo: limit, before: id) } catch {
            throw .noLaunches(error)
        }
    }

    /// A launch; `nil` for none with this identity that can be read.
    nonisolated(nonsending) func launch(
        _ id: String
    ) async throws(LaunchRefusal) -> RecordedLaunch? {
        if isHeld { return state.withLock(\.held).first { $0.report.launchID == id } }
        do throws(StoreError) { return try await store.launch(id) } catch {
            throw .noLaunches(error)
        }
    }

    /// The remarks about the service that come of its earlier launches.
    var remarks: ServiceRemarks {
        ServiceRemarks(
            safeMode: safeMode?.reason,
            suspects: Array((safeMode?.suspects ?? []).prefix(LaunchMark.suspectLimit)),
            regressions: regressions.prefix(Self.toldRegressions).map(\.words),
            unknownBoot: !isHeld && BootIdentity.current.isEmpty ? BootIdentity.lack : nil
        )
    }

    /// The most regressions that are told.
    static let toldRegressions = 8
}

extension LaunchRefusal {
    /// The history cannot be read.
    fileprivate static func noLaunches(_ error: StoreError) -> LaunchRefusal {
        .noSuchLaunch("", message: "the history cannot be read: \(error)")
    }
}
