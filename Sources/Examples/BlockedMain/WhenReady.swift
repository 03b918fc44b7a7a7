internal import Slipway

/// Does something as soon as the launch is ready.
struct WhenReady: LaunchReporter {
    var perform: @Sendable () -> Void

    func report(_ event: Event) {
        if case .launchReady = event.kind { perform() }
    }
}
