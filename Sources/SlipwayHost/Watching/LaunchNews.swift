internal import Slipway
internal import SlipwayStore

/// Passes the events of the launch on: to the store, to waiting senders, and to watchers.
///
/// The news is one reporter among others: it sees every event, in order, on its own thread.
struct LaunchNews: LaunchReporter {
    let current: CurrentLaunch
    /// The launch whose events come here.
    let launchID: String
    let store: ActionStore
    let senders: WaitingSenders
    let watchers: LaunchWatchers
    let memory: FreedMemory
    let recorder: LaunchRecorder

    func report(_ event: Event) {
        switch event.kind {
        case .actionChanged(let status): note(status)
        case .eventsLost(_, let report):
            for status in report.actions { note(status) }
            store.noteLoss { current.action($0) }
            senders.noteLoss()
        case .launchEnded(let report):
            // A launch that was stopped before it began has reported no action.
            for status in report.actions { note(status) }
            senders.noteLoss()
        case .launchStarted, .launchReady, .launchDegraded, .launchStopping, .operationsAdded,
            .operationsRenewed, .operationReady, .operationStarted, .operationRetrying,
            .operationEnded, .operationStuck, .operationWaitsInVain, .operationTearingDown,
            .operationTornDown, .programChanged, .storageChanged, .paused, .resumed:
            break
        }
        watchers.report(event, of: launchID)
        recorder.take(event, isCurrent: current.launch.id == launchID)
    }

    private func note(_ status: ActionStatus) {
        senders.take(status)
        store.note(status)
        if status.state.isEnded { memory.note() }
    }
}
