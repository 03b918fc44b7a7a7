package import Slipway
internal import SlipwayInterface

/// A reload that is under way, as far as it has come.
package struct ReloadUnderWay: Sendable {
    /// The steps of a reload, with what is known of each.
    package enum Step: Sendable {
        case reading
        /// The reload waits for what holds the queues and locks that it needs.
        case waiting(String)
        /// The launch that is to come into service gets ready.
        case running(Launch)
        case takingOver
        /// The new launch is given up, for a reason.
        case undoing(String?)
        case restoring
    }

    let generation: Int
    let began: Instant
    let step: Step

    /// The reload as the interface tells it, at an instant.
    func told(at now: Instant) -> RunningReload {
        let (word, detail): (RunningReload.Step, String?) =
            switch step {
            case .reading: (.reading, nil)
            case .waiting(let what): (.waiting, what)
            case .running: (.running, nil)
            case .takingOver: (.takingOver, nil)
            case .undoing(let reason): (.undoing, reason)
            case .restoring: (.restoring, nil)
            }
        var told = RunningReload(
            generation: generation,
            step: word,
            detail: detail,
            elapsed: began.duration(to: now)
        )
        if case .running(let launch) = step {
            told.waitsFor = LaunchStatus(launch.summary.report, at: now).waitsFor
        }
        return told
    }
}
