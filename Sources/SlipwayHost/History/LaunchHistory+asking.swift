internal import Slipway
internal import SlipwayInterface
internal import SlipwayReport
internal import SlipwayStore
internal import SlipwaySystem
internal import Synchronization

/// The questions to the history.
extension LaunchHistory {
    /// Summaries of the launches, the last one first; see ``ActionStore/launches(upTo:before:_:)``.
    func launches(
        upTo limit: Int,
        before id: String?,
        _ completion: @escaping @Sendable (Result<[LaunchSummary], LaunchRefusal>) -> Void
    ) {
        if isHeld {
            var held = state.withLock(\.held).map { LaunchSummary($0) }
            if let id { held = Array(held.drop { $0.launchID != id }.dropFirst()) }
            return completion(.success(Array(held.prefix(limit))))
        }
        store.launches(upTo: limit, before: id) { completion($0.mapError { .noLaunches($0) }) }
    }

    /// A launch; `nil` for none with this identity that can be read.
    func launch(
        _ id: String,
        _ completion: @escaping @Sendable (Result<RecordedLaunch?, LaunchRefusal>) -> Void
    ) {
        if isHeld {
            return completion(
                .success(state.withLock(\.held).first { $0.report.launchID == id })
            )
        }
        store.launch(id) { completion($0.mapError { .noLaunches($0) }) }
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
