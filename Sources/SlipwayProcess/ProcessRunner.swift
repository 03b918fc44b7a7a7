package import SlipwayLoop

/// Runs children, one for a whole process.
@Loop
package final class ProcessRunner {
    private let standardError: Int32
    /// Made with the first child.
    private lazy var sink = OutputSink(standardError)

    /// Creates a runner; nothing is started.
    ///
    /// - Parameter standardError: Where children's standard error is passed on to, in whole lines;
    ///   it must stay open.
    package nonisolated init(standardError: Int32) {
        self.standardError = standardError
    }

    /// Runs a child to its end; suspends, and blocks no thread.
    ///
    /// The loop must run.
    ///
    /// The child leads a session of its own and gets no descriptors but 0, 1 and 2, every signal
    /// unblocked and at its default, and the limit of descriptors that this process was started
    /// with. Cancelling the task ends it with everything that it started: SIGTERM, and SIGKILL
    /// after the grace; this returns only when that is gone. So does a child that fails. What one
    /// that succeeded leaves behind goes on, and its output is passed on.
    ///
    /// - Parameters:
    ///   - command: What to run.
    ///   - grace: From the request to end until SIGKILL.
    /// - Returns: How it ended, also when that was badly.
    /// - Throws: ``ChildFailure``: there was no child, or it was ended.
    package func run(
        _ command: ChildCommand,
        grace: Duration
    ) async throws(ChildFailure) -> ChildEnd {
        let run = ProcessRun(command, grace: grace, sink: sink, mark: Self.nextMark())
        return try await run.result().get()
    }

    private static var lastMark = UInt64.random(in: 0...(.max / 2))

    /// Unique among the children of this process, and not easily met elsewhere.
    private static func nextMark() -> String {
        lastMark += 1
        return String(lastMark, radix: 36)
    }
}
