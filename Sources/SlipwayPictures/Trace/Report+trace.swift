public import Slipway

extension Report {
    /// The launch as a trace that [Perfetto](https://ui.perfetto.dev) and `chrome://tracing` open: JSON in
    /// Chrome's trace format.
    ///
    /// Each queue is a group of tracks, one for each slot, with the attempts that ran there, and a
    /// counter of the slots in use. Under *operations* each operation has a track with its phases:
    /// waits, attempts, backoffs. Arrows lead from the end of an operation to the start of those
    /// that depend on it. Programs and actions have tracks of their own, and ready and failed are
    /// moments. Times count from the start of the process.
    ///
    /// - Parameter now: The instant of the trace: what is under way is drawn up to it. Default: the
    ///   last instant that the report has.
    /// - Returns: The whole file, without a newline after the last line.
    public func trace(at now: Instant? = nil) -> String {
        LaunchTrace(self, at: now ?? lastInstant).text
    }
}
