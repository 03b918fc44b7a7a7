internal import CSystemd
internal import Glibc

/// The destination of log entries: the journal with all their fields, or standard error as lines.
///
/// Entries never go to both: if standard error is connected to the journal, every entry would
/// appear twice.
public struct Journal: Sendable {
    /// The way in which entries are written.
    package enum Destination: Hashable, Sendable {
        /// To the journal's socket, with all fields.
        case native
        /// As lines to a descriptor that the journal reads, with the priority in front: `<4>`.
        case stream(Int32)
        /// As lines to a descriptor with another reader.
        case lines(Int32)
    }

    package let destination: Destination
    /// Lines begin with the time of day; those to the journal never do.
    package let hasTime: Bool
    private let threshold: LogThreshold
    private let lines: LineWriter?

    /// The log of this process: the journal if its standard error is connected to it; otherwise lines on
    /// standard error, with the time of day if `SLIPWAY_LOG_TIME` is 1.
    ///
    /// - Parameters:
    ///   - environment: The environment that systemd set for this process.
    ///   - threshold: The log level, if it is to change while the process runs. Default: without the debug
    ///     entries.
    public init(_ environment: SystemdEnvironment = .current, threshold: LogThreshold? = nil) {
        self.init(environment, threshold: threshold, hasTime: false)
    }

    /// Creates the log of this process; if `hasTime`, its lines have the time of day whatever the
    /// environment says.
    package init(
        _ environment: SystemdEnvironment = .current,
        threshold: LogThreshold?,
        hasTime: Bool
    ) {
        guard environment.journalStream?.isStandardError == true else {
            self.init(
                .lines(STDERR_FILENO),
                threshold: threshold ?? LogThreshold(),
                hasTime: hasTime || Self.isTimeWanted
            )
            return
        }
        // With its own root directory a unit may lack the socket, and libsystemd drops what it
        // cannot deliver there without an error.
        let isReachable = access("/run/systemd/journal/socket", W_OK) == 0
        self.init(
            isReachable ? .native : .stream(STDERR_FILENO),
            threshold: threshold ?? LogThreshold()
        )
    }

    /// Creates a log with all choices made.
    package init(
        _ destination: Destination,
        threshold: LogThreshold = LogThreshold(),
        hasTime: Bool = false
    ) {
        self.destination = destination
        self.hasTime = hasTime
        self.threshold = threshold
        lines =
            switch destination {
            case .native: nil
            case .stream(let descriptor): LineWriter(descriptor, isPrioritized: true)
            case .lines(let descriptor):
                LineWriter(descriptor, isPrioritized: false, hasTime: hasTime)
            }
    }

    /// The user of this process asks for the time of day.
    private static var isTimeWanted: Bool {
        getenv("SLIPWAY_LOG_TIME").map { String(cString: $0) == "1" } ?? false
    }

    /// Writes one entry; waits at most a moment for the journal, or for the reader of standard error.
    ///
    /// An entry that is not taken is dropped; the next one that is taken says how many were.
    public func log(_ entry: LogEntry) { log(entry, waiting: Self.moment) }

    private static let moment = Duration.milliseconds(20)

    /// Writes one entry; waits for the journal as long as `patience` says, on a thread that has
    /// nothing else to do.
    package func log(_ entry: LogEntry, waiting patience: Duration) {
        guard entry.priority <= threshold.priority else { return }
        if let lines { return lines.write(entry) }
        let isSent = JournalSocket.shared.send(entry.datagram, waiting: patience) {
            Self.send(entry)
        }
        if !isSent { Self.standardError.write(entry) }
    }

    /// Standard error, which the journal reads, without the fields.
    private static let standardError = LineWriter(STDERR_FILENO, isPrioritized: true)

    /// Sends an entry that is too long for a datagram.
    private static func send(_ entry: LogEntry) {
        var bytes: [UInt8] = []
        var lengths: [Int] = []
        for assignment in entry.assignments {
            bytes += assignment.utf8
            lengths.append(assignment.utf8.count)
        }
        bytes.withUnsafeMutableBytes { buffer in
            var next = buffer.baseAddress
            let vectors = lengths.map { length -> iovec in
                defer { next = next?.advanced(by: length) }
                return iovec(iov_base: next, iov_len: length)
            }
            _ = sd_journal_sendv(vectors, Int32(vectors.count))
        }
    }
}
