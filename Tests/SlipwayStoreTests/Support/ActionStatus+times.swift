import Slipway

extension ActionStatus {
    /// The times from its acceptance on.
    var times: ActionTimes {
        func time(_ instant: Instant?) -> Duration? {
            instant.map { acceptedAt.duration(to: $0) }
        }
        return ActionTimes(ready: time(readyAt), started: time(startedAt), ended: time(endedAt))
    }
}
