internal import CSystemd

/// Calls a handler on the loop when a signal has come.
///
/// The signal must be blocked in every thread of the process, the first one before others start:
/// a thread that does not block it would get it instead. It lives until ``cancel()``.
@Loop
package final class SignalWatch {
    private typealias Source = LoopSource<@Loop () -> Void>
    private let source: Source

    /// Starts to watch; several signals of a kind that come at once call once.
    ///
    /// - Throws: There is no descriptor or memory for it.
    package init(_ signal: Int32, handler: @escaping @Loop () -> Void) throws(LoopError) {
        source = try Source(handler, "watch signal \(signal)") { event, source, context in
            sd_event_add_signal(
                event,
                source,
                signal,
                { _, _, context in
                    guard let source = Source.of(context) else { return 0 }
                    Loop.assumeIsolated { source.handler?() }
                    return 0
                },
                context
            )
        }
    }

    /// Ends the watch; the signal stays blocked.
    package func cancel() { source.cancel() }
}
