internal import ArgumentParser
internal import Slipway

/// The end of watching.
enum WatchEnd: String, ExpressibleByArgument, CaseIterable {
    /// The launch is ready, or cannot be any more.
    case ready
    /// The launch has ended.
    case end
    /// Only a signal, the key *q* or a closed pipe ends watching.
    case never

    /// The end of the launch's present phase, which is the default.
    init(usualFor phase: Phase) {
        self = phase == .starting ? .ready : .end
    }

    /// Tells whether the end has come, and how.
    func verdict(on launch: ReportFold) throws(CommandFailure) -> WaitGoal.Verdict {
        // A whole report at each change would be wasted.
        guard let phase = launch.phase, isDecided(in: phase), let report = launch.report else {
            return .open
        }
        if self == .end, phase == .stopped { return .yes("\(report.name): stopped") }
        return try WaitGoal.launch.verdict(on: .report(report))
    }

    private func isDecided(in phase: Phase) -> Bool {
        switch self {
        case .ready: phase != .starting
        case .end: phase == .stopped || phase == .failed
        case .never: false
        }
    }
}
