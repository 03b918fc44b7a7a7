internal import Slipway
internal import Tracing

/// Converts instants of the launch to the tracer's time.
///
/// The difference of the two clocks is taken once: setting the wall clock during the launch does
/// not break spans.
struct WallClock: Sendable {
    /// Nanoseconds from the launch's clock to the tracer's.
    private let offset: Int64

    /// Reads both clocks.
    init() {
        let before = Instant.now
        let wall = DefaultTracerClock.now
        let after = Instant.now
        // The wall clock was read in between, most likely in the middle.
        let monotonic = before.advanced(by: before.duration(to: after) / 2)
        offset = Int64(clamping: wall.nanosecondsSinceEpoch) - monotonic.nanoseconds
    }

    func timestamp(_ instant: Instant) -> DefaultTracerClock.Timestamp {
        let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(offset)
        return DefaultTracerClock.Timestamp(
            nanosecondsSinceEpoch: overflow ? .max : UInt64(clamping: sum)
        )
    }
}
