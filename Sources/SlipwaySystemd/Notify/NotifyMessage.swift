internal import Slipway

/// One message to the service manager, as `sd_notify` takes it.
///
/// What must not be said twice in a message cannot be: systemd 252 and later ones disagree about
/// which of `READY` and `STOPPING` wins, and of two `STATUS` only the first is seen.
public struct NotifyMessage: Hashable, Sendable {
    /// A step of the service's life that the manager waits for.
    public enum Change: String, Hashable, Sendable {
        /// The service is up.
        case ready = "READY=1"
        /// The service goes down.
        case stopping = "STOPPING=1"
    }

    /// The step to announce, if any.
    public var change: Change?
    /// What `systemctl status` shows; sent as one line of at most 200 bytes.
    public var status: String?
    /// Why the service fails, as an `errno`.
    public var errorNumber: Int32?
    /// How long from now the manager is to wait for the next message, whatever its own limit.
    public var extendTimeout: Duration?
    /// Whether the message is a sign of life for the watchdog.
    public var isAlive: Bool

    /// Creates a message; what is not given is not said.
    public init(
        _ change: Change? = nil,
        status: String? = nil,
        errorNumber: Int32? = nil,
        extendTimeout: Duration? = nil,
        isAlive: Bool = false
    ) {
        self.change = change
        self.status = status
        self.errorNumber = errorNumber
        self.extendTimeout = extendTimeout
        self.isAlive = isAlive
    }

    /// The assignments, one a line; empty when there is nothing to say.
    ///
    /// Far shorter than the 4096 bytes that the manager reads.
    public var text: String {
        var lines: [String] = []
        if let change { lines.append(change.rawValue) }
        if let status { lines.append("STATUS=\(StatusLine.sanitized(status))") }
        if let errorNumber { lines.append("ERRNO=\(errorNumber)") }
        if let extendTimeout, extendTimeout.microseconds > 0 {
            lines.append("EXTEND_TIMEOUT_USEC=\(extendTimeout.microseconds)")
        }
        if isAlive { lines.append("WATCHDOG=1") }
        return lines.joined(separator: "\n")
    }
}
