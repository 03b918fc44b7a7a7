/// An operation read a value or an outcome that it may not read, or that is not there.
public struct OutputFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why the operation may not read.
    public enum Reason: Hashable, Sendable {
        /// The reader does not require the operation.
        case notRequired
        /// The reader runs after the operation, which may end without a value, and does not require
        /// it.
        case onlyAfter
        /// The reader neither requires the operation nor runs after it.
        case noDependency
        /// The operation has no value: its condition did not hold, or, if a fallback reads it, it
        /// did not succeed.
        case noValue
        /// The launch does not hold the operation's value (`keepsValue: false`), and all that read
        /// it has ended.
        case released
        /// The launch has no operation of that name; `nearest` is one that is spelled almost the same.
        case unknownName(nearest: String?)
        /// The handle is of another plan, or of an addition that was let go of.
        case foreignHandle
    }

    /// The operation that read.
    public let reader: String
    /// The operation whose value or outcome the reader wanted; empty for a handle of another plan.
    public let read: String
    /// Why the operation may not read.
    public let reason: Reason

    init(reader: String, read: String, _ reason: Reason) {
        self.reader = reader
        self.read = read
        self.reason = reason
    }

    /// The fault and the remedy, in one line.
    public var description: String {
        switch reason {
        case .notRequired:
            "'\(reader)' reads the value of '\(read)', which it does not require; add it to requires"
        case .onlyAfter:
            "'\(reader)' reads the value of '\(read)' but only runs after it, so there may be no "
                + "value; use outputIfPresent, or add it to requires"
        case .noDependency:
            "'\(reader)' reads '\(read)', on which it does not depend; add it to requires or after"
        case .noValue:
            "'\(reader)' reads the value of '\(read)', which has none; use outputIfPresent"
        case .released:
            "'\(reader)' reads the value of '\(read)', which is gone: '\(read)' has keepsValue: "
                + "false, and everything that read it has ended; leave out keepsValue: false to "
                + "read it later"
        case .unknownName(let nearest):
            "'\(reader)' reads '\(read)', but the launch has no operation of that name; "
                + (nearest.map { "did you mean '\($0)'?" } ?? "correct the name")
        case .foreignHandle:
            "'\(reader)' reads a handle of another plan, or of an addition that the launch let go "
                + "of; use handles of the plan of '\(reader)'"
        }
    }
}
