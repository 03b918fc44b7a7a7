internal import CSlipwayProcess
internal import Glibc
package import SlipwayLoop

/// Descendants that lost their parents: this process takes them in, so that a stop finds them, and
/// reaps them.
///
/// For a process whose only children are those of this module, and for one that is PID 1.
@Loop
package enum Orphans {
    /// Makes this process the parent of its descendants' orphans, and reaps them.
    ///
    /// SIGCHLD must be blocked in every thread.
    ///
    /// - Throws: The signal cannot be watched for.
    package static func adopt() throws(LoopError) {
        // Where the kernel does not know how, orphans are PID 1's, as ever.
        _ = slipway_become_subreaper()
        _ = try SignalWatch(SIGCHLD) { reap() }
        TreeEnder.shared.prepare()
        // Those of a program that was this process before, as a start script is.
        reap()
    }

    private static func reap() {
        while true {
            let pid = slipway_ended_child()
            guard pid > 0 else { break }
            if Children.shared.reap(pid) { continue }
            var end = slipway_end()
            guard slipway_take_end(pid, &end) == 0 else { break }
        }
        TreeEnder.shared.processEnded()
    }

    /// How long processes may take to go once they were killed, before they are given up.
    package nonisolated static let patience = TreeEnding.patience

    /// Ends everything that descends from this process.
    ///
    /// - Parameters:
    ///   - grace: How long processes may take before they are killed.
    ///   - completion: Called once nothing is left, or nothing more can be done.
    package static func endAll(
        grace: Duration,
        completion: @escaping @Loop (TreeEnd) -> Void
    ) {
        TreeEnder.shared.end(nil, grace: grace, completion: completion)
    }

    /// Ends the grace of all processes that are being ended, or will be, for good.
    package static func endGrace() { TreeEnder.shared.endGrace() }
}
