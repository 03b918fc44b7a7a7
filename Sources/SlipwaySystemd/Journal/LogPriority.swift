/// The priority of an entry, with the numbers of syslog and the journal.
public enum LogPriority: Int, Hashable, Sendable, Comparable {
    /// The launch, or something that the service needs, failed.
    case error = 3
    /// Something failed that the launch can do without.
    case warning = 4
    /// Unusual, but nothing is wrong.
    case notice = 5
    /// An ordinary event.
    case info = 6
    /// A detail.
    case debug = 7

    /// A more important priority is smaller, as its number is.
    public static func < (left: LogPriority, right: LogPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}
