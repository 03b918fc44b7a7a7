internal import CSlipwayProcess
internal import Glibc
package import SlipwayLoop

/// Descendants that lost their parents: this process adopts them, so that a stop finds them, and
/// reaps them.
///
/// For a process whose children are all from this module, and for PID 1.
@Loop
package enum Orphans {
    /// Makes this process the parent of its descendants' orphans, and reaps them.
    ///
    /// SIGCHLD must be blocked in every thread.
    ///
    /// - Throws: The signal cannot be watched, or there are no descriptors for ending processes.
    package static func adopt() throws(LoopError) {
        // If the kernel does not support it, orphans go to PID 1 as usual.
        _ = slipway_become_subreaper()
        _ = try SignalWatch(SIGCHLD) { _ in reap() }
        try TreeEnder.shared.prepare()
        // Some orphans may come from an earlier program of this process, such as a start script.
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

    /// The longest time that killed processes may take to disappear before they count as stuck.
    package nonisolated static let patience = TreeEnding.patience

    /// Ends all descendants of this process.
    ///
    /// - Parameters:
    ///   - grace: How long processes may take before they are killed.
    ///   - completion: Called once no process is left, or nothing more can be done.
    package static func endAll(
        grace: Duration,
        completion: @escaping @Loop (TreeEnd) -> Void
    ) {
        TreeEnder.shared.end(nil, grace: grace, completion: completion)
    }

    /// Ends the grace of all processes that are being ended, now and later.
    package static func endGrace() { TreeEnder.shared.endGrace() }
}
