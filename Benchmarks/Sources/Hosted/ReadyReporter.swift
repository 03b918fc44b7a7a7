internal import Slipway
internal import Synchronization

/// Keeps when a launch was ready, and ends the service then.
final class ReadyReporter: LaunchReporter {
    private let launch: Launch?
    private let instant = Mutex<Instant?>(nil)

    /// Creates a reporter that stops a launch once it is ready, if it gets one.
    init(stopping launch: Launch?) { self.launch = launch }

    func report(_ event: Event) {
        guard case .launchReady = event.kind else { return }
        instant.withLock { $0 = event.at }
        launch?.stop(reason: "measured")
    }

    /// When the launch was ready.
    var readyAt: Instant? { instant.withLock { $0 } }
}
