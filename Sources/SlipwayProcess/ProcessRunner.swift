package import SlipwayLoop

/// Runs children; a process has one.
@Loop
package final class ProcessRunner {
    private let standardError: Int32
    /// Created with the first child.
    private lazy var sink = OutputSink(standardError)

    /// Creates a runner; nothing is started.
    ///
    /// - Parameter standardError: The descriptor for children's standard error, passed on in whole
    ///   lines; it must stay open.
    package nonisolated init(standardError: Int32) {
        self.standardError = standardError
    }

    /// Runs a child to its end; suspends, and blocks no thread.
    ///
    /// The loop must run.
    ///
    /// The child leads its own session and gets only the descriptors 0, 1 and 2, every signal
    /// unblocked and at its default, and the descriptor limit with which this process was started.
    /// Cancelling the task ends the child and everything that it started: SIGTERM, and SIGKILL
    /// after the grace; this returns only when they are gone. The same happens when a child fails.
    /// Processes that a successful child leaves behind continue, and their output is passed on.
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
        let run = ProcessRun(command, grace: grace, sink: sink, mark: Self.nextMark())
        return try await run.result().get()
    }

    private static var lastMark = UInt64.random(in: 0...(.max / 2))

    /// A mark that no other child of this process has, and hardly any other process.
    private static func nextMark() -> String {
        lastMark += 1
        return String(lastMark, radix: 36)
    }
}
