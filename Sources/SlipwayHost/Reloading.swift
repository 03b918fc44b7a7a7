internal import Slipway
package import SlipwayInterface
internal import Synchronization

/// Brings a new configuration into a running service.
package protocol Reloading: Sendable {
    /// Reloads, or finds out what a reload would do.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether nothing is to change.
    ///   - onProgress: Called each time that the new generation has come further; `nil` if the caller takes one reply.
    /// - Returns: What the reload came to, once the new generation is in service.
    /// - Throws: Why there is no reload.
    nonisolated(nonsending) func reload(
        isDryRun: Bool,
        onProgress: (@Sendable (ReloadReply) -> Void)?
    ) async throws(LaunchRefusal) -> ReloadReply

    /// Finds faults because of which the service could not start again: its files cannot be read as
    /// a configuration, whatever the environment, the credentials and the sockets of the next start
    /// are.
    ///
    /// - Returns: The refusal, after a moment at the latest; `nil` if there is no reason, or it is not known by then.
    nonisolated(nonsending) func findFaults() async -> LaunchRefusal?

    /// Finds out which files of the configuration are not as they were when it was loaded.
    ///
    /// - Returns: Their paths, after a moment at the latest: where their file system is silent, what was known before.
    nonisolated(nonsending) func findChanges() async -> [String]

    /// Cancels an operation that an earlier generation runs for the one in service; does nothing
    /// where the one in service runs it itself. Does not block.
    ///
    /// - Parameters:
    ///   - operation: The name of the operation.
    ///   - reason: Why, as it is told.
    func cancelEarlierRun(of operation: String, reason: String)
}

/// Holds the part that reloads a service, once there is one, and tells what became of the last
/// reload.
package final class ReloadingPlace: Sendable {
    private let place = Mutex<(any Reloading)?>(nil)
    private let lastFailure = Mutex<FailedReload?>(nil)
    private let underWay = Mutex<ReloadUnderWay?>(nil)

    init() {}

    /// The part that reloads; `nil` for a service that cannot be reloaded.
    package var reloading: (any Reloading)? {
        get { place.withLock { $0 } }
        set { place.withLock { $0 = newValue } }
    }

    /// Finds out which files of the configuration are not as they were when it was loaded; none for
    /// a service that cannot be reloaded, or that reloads.
    nonisolated(nonsending) func findChanges() async -> [String] {
        guard let reloading, underWay.withLock({ $0 == nil }) else { return [] }
        return await reloading.findChanges()
    }

    /// The reload that is under way; `nil` for none.
    package var running: RunningReload? { underWay.withLock { $0 }?.told(at: .now) }

    /// A reload has come to a step; with the first one it begins.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - generation: The number of the launch that is to come into service.
    package func comes(to step: ReloadUnderWay.Step, generation: Int) {
        underWay.withLock { reload in
            reload = ReloadUnderWay(
                generation: reload?.generation ?? generation,
                began: reload?.began ?? .now,
                step: step
            )
        }
    }

    /// The reload is over, whatever came of it.
    package func ended() { underWay.withLock { $0 = nil } }

    /// The last reload, if it failed; `nil` if none was tried, or the last one came into service.
    var failure: FailedReload? { lastFailure.withLock { $0 } }

    /// A reload has failed, and what was in service before it still is.
    package func failed(_ reason: String) {
        lastFailure.withLock {
            $0 = FailedReload(reason: reason, date: Calendar.now.date(of: .now))
        }
    }

    /// A reload has come into service.
    func succeeded() { lastFailure.withLock { $0 = nil } }
}
