internal import CSystemd

/// Calls a handler on the loop when a signal arrives.
///
/// The signal must be blocked in every thread of the process, in the first one before others start:
/// a thread that does not block it would receive it instead. The watch lives until ``cancel()``.
@Loop
package final class SignalWatch {
    private typealias Source = LoopSource<@Loop () -> Void>
    private let source: Source

    /// Starts to watch; several pending signals of one kind call the handler once.
    ///
    /// - Throws: No descriptor or no memory is available.
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
