internal import Slipway

/// Calls a function as soon as the launch is ready.
struct WhenReady: LaunchReporter {
    var perform: @Sendable () -> Void

    func report(_ event: Event) {
        if case .launchReady = event.kind { perform() }
    }
}
