/// How much an entry matters, as syslog and the journal count.
public enum LogPriority: Int, Hashable, Sendable, Comparable {
    /// The launch failed, or something that the service needs.
    case error = 3
    /// Something did not go as declared, and the launch goes on.
    case warning = 4
    /// Unusual, and nothing is wrong.
    case notice = 5
    /// What happened.
    case info = 6
    /// What happened on the way.
    case debug = 7

    /// What matters more comes first, as its number is smaller.
    public static func < (left: LogPriority, right: LogPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}
