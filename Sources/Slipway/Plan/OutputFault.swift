/// An operation read a value or an outcome that it may not read, or that is not there.
public struct OutputFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why it may not.
    public enum Reason: Hashable, Sendable {
        /// It does not require that operation.
        case notRequired
        /// It neither requires that operation nor runs after it.
        case noDependency
        /// That operation has no value: its condition did not hold, or, for a fallback, it did not
        /// succeed.
        case noValue
        /// That operation does not keep its value (`keepsValue: false`), and all that read it has ended.
        case released
    }

    /// The operation that read.
    public let reader: String
    /// The operation whose value it wanted.
    public let read: String
    /// Why it may not.
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
        case .noDependency:
            "'\(reader)' reads the outcome of '\(read)', on which it does not depend; add it to "
                + "requires or after"
        case .noValue:
            "'\(reader)' reads the value of '\(read)', which has none; use outputIfPresent"
        case .released:
            "'\(reader)' reads the value of '\(read)', which is gone: '\(read)' has keepsValue: false, and all "
                + "that was there to read it has ended; leave that out to read it later"
        }
    }
}
