package import SlipwayLoop

/// Runs children; a process has one.
@Loop
package final class ProcessRunner {
    private let log: OutputLog

    /// Creates a runner; nothing is started.
    package nonisolated init(log: OutputLog) {
        self.log = log
    }

    /// Runs a child to its end; suspends, and blocks no thread.
    ///
    /// The loop must run.
    ///
    /// The child leads its own session and gets only the descriptors 0, 1 and 2, every signal
    /// unblocked and at its default, and the descriptor limit with which this process was started.
    /// Cancelling the task ends the child and everything that it started: SIGTERM, and SIGKILL
    /// after the grace; this returns only when they are gone, normally if the child succeeds before.
    /// The same happens when a child fails. What a probe leaves behind is killed once it has ended.
    /// Processes that another successful child leaves behind continue, and their output is passed on.
    ///
    /// - Parameters:
    ///   - command: What to run.
    ///   - grace: The time between SIGTERM and SIGKILL.
    /// - Returns: How it ended, also if it failed.
    /// - Throws: ``ChildFailure``: the child could not start, or was ended.
    package func run(
        _ command: ChildCommand,
        grace: Duration
    ) async throws(ChildFailure) -> ChildEnd {
        try await ProcessRun(command, grace: grace, log: log).result().get()
    }
}
