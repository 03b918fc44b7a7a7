internal import Slipway
internal import SlipwayReport
internal import SlipwaySystemd

/// Has the history store one launch of the service, by what happens in it; called on its reporter's
/// thread.
struct LaunchRecorder: Sendable {
    let history: LaunchHistory
    let generation: CurrentLaunch.Generation
    let systemd: SystemdReporter
    let log: HostLog
    let digest: @Sendable () -> String

    /// Takes an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - isCurrent: Whether the launch is in service, so that the service ends with it.
    func take(_ event: Event, isCurrent: Bool) {
        switch event.kind {
        case .launchStarted:
            if generation.number > 1 {
                history.begin(generation.launch, generation: generation.number, digest: digest)
            } else if history.isHeld {
                history.begin(generation.launch, digest: digest)
            }
        case .launchReady: history.ready(generation.launch) { tell($0) }
        case .operationStarted(let operation) where operation.mayBeLeftOut:
            history.note(optional: operation.name, runs: true)
        case .operationEnded(let operation) where operation.mayBeLeftOut:
            history.note(optional: operation.name, runs: false)
        case .programChanged(let program, _):
            if case .pausing = program.state { history.restarted(generation.launch) }
        case .eventsLost(_, let report):
            history.noteOptional(of: report)
            if report.readyAt != nil { history.ready(generation.launch) { tell($0) } }
        case .launchEnded(let report): history.ended(report, isLast: isCurrent)
        case .operationsAdded, .operationsRenewed, .operationReady, .operationStarted,
            .operationRetrying, .operationEnded, .operationStuck, .operationWaitsInVain,
            .operationTearingDown, .operationTornDown, .actionChanged, .storageChanged, .paused,
            .resumed, .launchDegraded, .launchStopping:
            break
        }
    }

    /// Tells, in one line, what is most off.
    private func tell(_ regressions: [Regression]) {
        let shown = regressions.prefix(Self.shown).map(\.words)
        let more = regressions.count - shown.count
        let words =
            "slower than usual: \(shown.joined(separator: "; "))"
            + (more > 0 ? "; and \(more) more" : "")
        systemd.remark(words, as: .regression)
        log.say(
            LogEntry(
                .notice,
                words,
                id: .launchSlower,
                fields: regressions.compactMap(\.operation).prefix(Self.shown)
                    .map { .init(.operation, $0) } + [.init(.launchID, generation.launch.id)]
            )
        )
    }

    /// The most regressions that this line has.
    private static let shown = 3
}
