internal import CSystemd
internal import Glibc

/// Where log entries go: the journal with all their fields, or standard error as lines.
///
/// Never to both: where standard error is connected to the journal, every entry would be there
/// twice.
public struct Journal: Sendable {
    /// How entries get out.
    package enum Destination: Hashable, Sendable {
        /// To the journal's socket, with all fields.
        case native
        /// As lines to a descriptor that the journal reads, the priority in front: `<4>`.
        case stream(Int32)
        /// As lines to a descriptor that somebody else reads.
        case lines(Int32)
    }

    package let destination: Destination
    private let threshold: LogThreshold
    private let lines: LineWriter?

    /// The log of this process: the journal when its standard error is connected to it, which
    /// also keeps the debug entries; otherwise lines on standard error, without them.
    ///
    /// - Parameters:
    ///   - environment: What systemd said to this process.
    ///   - threshold: How much is logged, if that is to be changed while the process runs.
    public init(_ environment: SystemdEnvironment = .current, threshold: LogThreshold? = nil) {
        guard environment.journalStream?.isStandardError == true else {
            threshold?.priority = .info
            self.init(.lines(STDERR_FILENO), threshold: threshold ?? LogThreshold(.info))
            return
        }
        // In a root directory of the unit's own the socket may be missing, and libsystemd drops
        // what it cannot deliver there without an error.
        let isReachable = access("/run/systemd/journal/socket", W_OK) == 0
        self.init(
            isReachable ? .native : .stream(STDERR_FILENO),
            threshold: threshold ?? LogThreshold()
        )
    }

    /// A log with every choice made.
    package init(_ destination: Destination, threshold: LogThreshold = LogThreshold()) {
        self.destination = destination
        self.threshold = threshold
        lines =
            switch destination {
            case .native: nil
            case .stream(let descriptor): LineWriter(descriptor, isPrioritized: true)
            case .lines(let descriptor): LineWriter(descriptor, isPrioritized: false)
            }
    }

    /// Writes one entry; waits no more than a moment for the reader of standard error.
    ///
    /// A line that it does not take is dropped; the next one that it takes says how many were.
    public func log(_ entry: LogEntry) {
        guard entry.priority <= threshold.priority else { return }
        if let lines { lines.write(entry) } else { Self.send(entry) }
    }

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
