internal import CSystemd
internal import Glibc
package import Slipway

/// Calls a handler once, at an instant of the monotonic clock.
///
/// It lives until it has fired or was cancelled, even without other references.
@Loop
package final class Timer {
    private typealias Source = LoopSource<@Loop () -> Void>
    private let source: Source

    /// Sets a timer.
    ///
    /// - Parameters:
    ///   - instant: When to call; at once if it has passed.
    ///   - handler: Called on the loop.
    /// - Throws: No memory is available.
    package init(at instant: Instant, handler: @escaping @Loop () -> Void) throws(LoopError) {
        source = try Source(handler, "set a timer") { event, source, context in
            sd_event_add_time(
                event,
                source,
                CLOCK_MONOTONIC,
                Self.microseconds(instant),
                // The accuracy is one microsecond: 0 would mean a quarter of a second.
                1,
                { _, _, context in
                    guard let source = Source.of(context) else { return 0 }
                    Loop.assumeIsolated {
                        let handler = source.handler
                        source.cancel()
                        handler?()
                    }
                    return 0
                },
                context
            )
        }
    }

    /// Sets a timer relative to now.
    package convenience init(
        after duration: Duration,
        handler: @escaping @Loop () -> Void
    ) throws(LoopError) {
        try self.init(at: .now.advanced(by: max(duration, .zero)), handler: handler)
    }

    /// Whether it will still fire.
    package var isPending: Bool { !source.isCancelled }

    /// Cancels the timer; does nothing if it has fired.
    package func cancel() { source.cancel() }

    /// Rounded up: a timer may fire late, but not early.
    private static func microseconds(_ instant: Instant) -> UInt64 {
        UInt64(max(0, instant.nanoseconds / 1000 + (instant.nanoseconds % 1000 > 0 ? 1 : 0)))
    }
}
