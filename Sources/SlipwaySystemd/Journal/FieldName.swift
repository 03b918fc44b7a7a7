/// The name of a journal field: 1 to 64 of `A-Z`, `0-9` and `_`, beginning with a letter.
///
/// The journal silently drops fields with any other name, so no other name can be created.
public struct FieldName: Hashable, Sendable, CustomStringConvertible {
    /// The name as the journal stores it.
    public let description: String

    /// Checks a name; `nil` if the journal would not accept it.
    public init?(_ text: String) {
        guard (1...64).contains(text.utf8.count), let first = text.utf8.first, first.isUpper,
            text.utf8.allSatisfy({ $0.isUpper || $0.isDigit || $0 == UInt8(ascii: "_") })
        else { return nil }
        description = text
    }

    /// Creates a name of Slipway's own.
    private init(launch name: String) {
        description = "LAUNCH_\(name)"
    }

    /// The identity of the launch, equal in all of its entries.
    public static let launchID = FieldName(launch: "ID")
    /// The name of the plan.
    public static let launchName = FieldName(launch: "NAME")
    /// The event as one hyphenated word: `operation-ended`.
    public static let event = FieldName(launch: "EVENT")
    /// The operation of the event.
    public static let operation = FieldName(launch: "OPERATION")
    /// The queue that the operation or action runs on.
    public static let queue = FieldName(launch: "QUEUE")
    /// The outcome with which the operation, action or launch ended, or the state of the program.
    public static let outcome = FieldName(launch: "OUTCOME")
    /// Why the operation, action or launch did not succeed, in one line.
    public static let reason = FieldName(launch: "REASON")
    /// The time that the operation or action waited for its queue, in microseconds.
    public static let wait = FieldName(launch: "WAIT_USEC")
    /// The time that the body of the operation or action ran, in microseconds.
    public static let run = FieldName(launch: "RUN_USEC")
    /// The stage of the operation, if it does not gate readiness: `background`.
    public static let stage = FieldName(launch: "STAGE")
    /// The group that the operation is in.
    public static let group = FieldName(launch: "GROUP")
    /// The number of the failed attempt, or of all attempts at the end; of a program, of its
    /// starts.
    public static let attempt = FieldName(launch: "ATTEMPT")
    /// The backoff before the next attempt, in microseconds.
    public static let delay = FieldName(launch: "DELAY_USEC")
    /// The source of the value of a degraded operation.
    public static let fallback = FieldName(launch: "FALLBACK")
    /// The age of the value of a degraded operation, in microseconds.
    public static let fallbackAge = FieldName(launch: "FALLBACK_AGE_USEC")
    /// When the body of the operation or action began, in microseconds since the start of the
    /// process.
    public static let started = FieldName(launch: "STARTED_USEC")
    /// When the launch was ready, in microseconds since the start of the process.
    public static let ready = FieldName(launch: "READY_USEC")
    /// The identity of the launch action.
    public static let actionID = FieldName(launch: "ACTION_ID")
    /// The kind of the launch action.
    public static let action = FieldName(launch: "ACTION")
    /// An operation that the operation or action requires; one field for each.
    public static let requires = FieldName(launch: "REQUIRES")
    /// The user that made the call.
    public static let uid = FieldName(launch: "UID")
    /// The process of the program, or the one that made the call.
    public static let pid = FieldName(launch: "PID")

    /// All of Slipway's own names.
    package static let own = [
        launchID, launchName, event, operation, stage, group, queue, outcome, reason, attempt,
        delay, fallback, fallbackAge, wait, run, started, ready, actionID, action, requires,
        uid, pid,
    ]
}

extension UInt8 {
    fileprivate var isUpper: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
