internal import Slipway
internal import SlipwayControl
internal import SlipwayRecords

extension HostedLaunch {
    /// The refusal for senders that come too late.
    func refusal(_ reason: String) -> LaunchRefusal {
        let cause = launch.report.rootCauses.first
        let message = cause?.failure.message ?? reason
        return .launchFailed(
            operation: cause?.operation,
            message: message.cut(to: TextLimit.message)
        )
    }
}
