public import Slipway

extension Report {
    /// The launch as a trace that [Perfetto](https://ui.perfetto.dev) and `chrome://tracing` open: JSON in
    /// Chrome's trace format.
    ///
    /// Each queue is a group of tracks, one for each place in it, with the attempts that ran there, and a
    /// counter of those in use. Under *operations* each operation has a track with its phases: waits, attempts,
    /// pauses. Arrows lead from the end of an operation to the start of those that depend on it. Programs and
    /// actions have tracks of their own, and ready and failed are moments. Times count from the start of the
    /// process.
    ///
    /// - Parameter now: When the picture is taken: the end of what is under way. Default: the last
    ///   instant that the report has.
    /// - Returns: The whole file, without a newline at its end.
    public func trace(at now: Instant? = nil) -> String {
        LaunchTrace(self, at: now ?? lastInstant).text
    }
}
