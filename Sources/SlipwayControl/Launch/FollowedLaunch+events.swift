package import Slipway
internal import SlipwayRecords

extension FollowedLaunch {
    /// Takes in what happened.
    ///
    /// - Returns: The replies of `Watch` that say so, in order; none for what was known already.
    package mutating func apply(_ event: Event) -> [WatchReply] {
        switch event.kind {
        case .launchStarted(let report), .eventsLost(_, let report):
            // At the start with the actions that were submitted before there were events.
            return change(.launch(report))
        case .operationsAdded(let added): return added.flatMap { change(.operation($0)) }
        case .operationReady(let status), .operationStarted(let status),
            .operationRetrying(let status, _, _, _), .operationStuck(let status, _):
            return change(.operation(status))
        case .operationEnded(let status): return change(.operation(status)) + noteTrouble(status)
        case .actionChanged(let status): return change(.action(status))
        case .paused(let queue): return changePhase { $0.setPaused(true, queue) }
        case .resumed(let queue): return changePhase { $0.setPaused(false, queue) }
        case .launchReady(let degraded):
            return changePhase {
                $0.phase = .ready(degraded: degraded)
                $0.readyAt = event.at
            }
        case .launchDegraded:
            guard case .ready = report.phase else { return [] }
            return changePhase { $0.phase = .ready(degraded: true) }
        case .launchStopping(_, let causes):
            return changePhase {
                $0.phase = .stopping
                $0.rootCauses = causes
            }
        case .operationTornDown: return []
        case .launchEnded(let report):
            apply(.launch(report))
            return [.phase(PhaseChange(report))]
        }
    }

    private mutating func change(_ change: WatchReply) -> [WatchReply] {
        apply(change) ? [change] : []
    }

    private mutating func changePhase(_ change: (inout PhaseChange) -> Void) -> [WatchReply] {
        var changed = PhaseChange(report)
        change(&changed)
        return self.change(.phase(changed))
    }

    /// What fails in the background degrades a launch that was not.
    private mutating func noteTrouble(_ status: OperationStatus) -> [WatchReply] {
        guard status.isTrouble, report.phase == .ready(degraded: false) else { return [] }
        return changePhase { $0.phase = .ready(degraded: true) }
    }
}

extension PhaseChange {
    fileprivate mutating func setPaused(_ isPaused: Bool, _ queue: Queue?) {
        guard let queue else {
            self.isPaused = isPaused
            return
        }
        pausedQueues.removeAll { $0 == queue }
        if isPaused { pausedQueues.append(queue) }
    }
}
