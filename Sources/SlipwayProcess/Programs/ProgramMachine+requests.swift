internal import Slipway

/// What its operation and operators ask for.
extension ProgramMachine {
    mutating func start(_ starter: Starter, at now: Instant) {
        switch state {
        case .idle, .stopped, .ended, .pausing:
            if case .pausing = state { actions.append(.disarm(.pause)) }
            restarts = []
            status.restarts = 0
            status.reason = nil
            begin(starter, at: now)
        case .ending: state = .ending(.start)
        case .starting: return
        case .running: actions.append(.settle(.running))
        }
    }

    mutating func stop(at now: Instant) {
        switch state {
        case .starting, .running:
            status.reason = nil
            end(then: .stop, at: now)
        case .ending: state = .ending(.stop)
        case .pausing:
            actions.append(.disarm(.pause))
            settleStopped(at: now)
        case .idle: settleStopped(at: now, isTold: false)
        case .stopped, .ended: actions.append(.settle(.stopped))
        }
    }

    mutating func restart(at now: Instant) {
        switch state {
        case .running, .starting:
            status.reason = nil
            end(then: .start, at: now)
        case .idle, .ending, .pausing, .stopped, .ended: start(.operator, at: now)
        }
    }
}
