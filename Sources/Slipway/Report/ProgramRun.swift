/// A run of a program that is over: from its start until none of its processes was left.
public struct ProgramRun: Hashable, Sendable {
    /// When the start of the run began.
    public var startedAt: Instant
    /// When the program was ready; `nil` if it never was.
    public var readyAt: Instant?
    /// When none of its processes was left.
    public var endedAt: Instant
    /// The process; `nil` if none could be started.
    public var pid: Int32?
    /// Why the run ended, in one line of at most 200 characters; `nil` if the end was asked for.
    public var reason: String?

    /// Creates a run; a longer reason is cut.
    public init(
        startedAt: Instant,
        readyAt: Instant? = nil,
        endedAt: Instant,
        pid: Int32? = nil,
        reason: String? = nil
    ) {
        self.startedAt = startedAt
        self.readyAt = readyAt
        self.endedAt = endedAt
        self.pid = pid
        self.reason = reason.map { Self.cut($0) }
    }

    private static func cut(_ reason: String) -> String {
        let scalars = reason.unicodeScalars
        guard scalars.count > longestReason else { return reason }
        return String(scalars.prefix(longestReason)) + "…"
    }

    private static let longestReason = 200
    /// The most runs that are held of a program, the last ones.
    package static let limit = 16
}

extension ProgramRun {
    /// The run in words: `@12ms, ready in 80ms, ended after 3.2s: exit status 1`.
    ///
    /// - Parameter start: When the run began, from the start of the process.
    /// - Returns: The words, which may have control characters.
    package func words(_ start: Duration) -> String {
        let time = startedAt.elapsed(to: endedAt).timespan
        let startup = readyAt.map {
            ", ready in \(startedAt.elapsed(to: $0).timespan)"
        }
        return "@\(start.timespan)\(startup ?? ""), ended after \(time)"
            + (reason.map { ": \($0)" } ?? "")
    }
}

extension ProgramStatus {
    /// Why the last run that is over ended, in one line; `nil` if no run is over, or if the end was
    /// asked for.
    package var lastEnd: String? {
        switch state {
        case .pausing, .ended, .stopped, .stopping: reason
        case .starting, .running: earlier.last?.reason
        }
    }
}
