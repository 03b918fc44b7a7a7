internal import CSlipway
internal import CSystemd
internal import Glibc

/// Calls a handler on the loop when a signal arrives.
///
/// The signal must be blocked in every thread of the process, in the first one before others start:
/// a thread that does not block it would receive it instead. The watch lives until ``cancel()``.
@Loop
package final class SignalWatch {
    private typealias Source = LoopSource<@Loop (SignalWay) -> Void>
    private let source: Source
    private let signal: Int32
    /// The signals that are handled before everything else.
    private static var urgent: Set<Int32> = []

    /// An urgent signal has arrived whose handler has not been called.
    package static var hasUrgent: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return urgent.contains { sigismember(&pending, $0) == 1 }
    }

    /// Starts to watch; several pending signals of one kind call the handler once.
    ///
    /// - Parameters:
    ///   - signal: Its number.
    ///   - isUrgent: Whether it is handled before everything else that is due.
    ///   - handler: Called on the loop, with the way by which it came.
    /// - Throws: No descriptor or no memory is available.
    package init(
        _ signal: Int32,
        isUrgent: Bool = false,
        handler: @escaping @Loop (SignalWay) -> Void
    ) throws(LoopError) {
        self.signal = signal
        source = try Source(handler, "watch signal \(signal)") { event, source, context in
            sd_event_add_signal(
                event,
                source,
                signal,
                { _, signal, context in
                    guard let source = Source.of(context), let signal = signal?.pointee else {
                        return 0
                    }
                    let way = SignalWay(
                        code: signal.ssi_code,
                        sender: pid_t(bitPattern: signal.ssi_pid),
                        value: signal.ssi_int
                    )
                    Loop.assumeIsolated { source.handler?(way) }
                    return 0
                },
                context
            )
        }
        guard isUrgent else { return }
        Self.urgent.insert(signal)
        _ = source.withSource {
            sd_event_source_set_priority($0, Int64(SD_EVENT_PRIORITY_IMPORTANT))
        }
    }

    /// Ends the watch; the signal stays blocked.
    package func cancel() {
        Self.urgent.remove(signal)
        source.cancel()
    }
}
