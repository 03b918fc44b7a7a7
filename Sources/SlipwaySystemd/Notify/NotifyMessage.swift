public import Slipway

/// One message to the service manager, for `sd_notify`.
///
/// A message cannot repeat a field: systemd 252 and later disagree about which of `READY` and
/// `STOPPING` wins, and of two `STATUS` only the first is seen.
public struct NotifyMessage: Hashable, Sendable {
    /// A change of the service's state that the manager waits for.
    public enum Change: String, Hashable, Sendable {
        /// The service is ready.
        case ready = "READY=1"
        /// The service takes a new configuration; followed by ``ready``, whether the reload
        /// succeeds or not.
        case reloading = "RELOADING=1"
        /// The service is stopping.
        case stopping = "STOPPING=1"
    }

    /// The change to announce, if any.
    public var change: Change?
    /// When the change happened, on the monotonic clock, which the manager wants to know of
    /// ``Change/reloading``.
    public var changedAt: Instant?
    /// The text for `systemctl status`; sent as one line of at most 200 bytes.
    public var status: String?
    /// The reason of a failure, as an `errno`.
    public var errorNumber: Int32?
    /// The time from now that the manager waits for the next message, whatever its own limit.
    public var extendTimeout: Duration?
    /// The message is a sign of life for the watchdog.
    public var isAlive: Bool

    /// Creates a message; omitted values are not sent.
    public init(
        _ change: Change? = nil,
        at changedAt: Instant? = nil,
        status: String? = nil,
        errorNumber: Int32? = nil,
        extendTimeout: Duration? = nil,
        isAlive: Bool = false
    ) {
        self.change = change
        self.changedAt = changedAt
        self.status = status
        self.errorNumber = errorNumber
        self.extendTimeout = extendTimeout
        self.isAlive = isAlive
    }

    /// The assignments, one per line; empty if there are none.
    ///
    /// The text is far shorter than the 4096 bytes that the manager reads.
    public var text: String {
        var lines: [String] = []
        if let change { lines.append(change.rawValue) }
        if let changedAt { lines.append("MONOTONIC_USEC=\(changedAt.nanoseconds / 1000)") }
        if let status { lines.append("STATUS=\(StatusLine.sanitized(status))") }
        if let errorNumber { lines.append("ERRNO=\(errorNumber)") }
        if let extendTimeout, extendTimeout.microseconds > 0 {
            lines.append("EXTEND_TIMEOUT_USEC=\(extendTimeout.microseconds)")
        }
        if isAlive { lines.append("WATCHDOG=1") }
        return lines.joined(separator: "\n")
    }
}
