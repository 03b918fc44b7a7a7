/// A teardown that failed, or was not done in its time: what it was to undo may be left.
public struct FailedTeardown: Hashable, Sendable, CustomStringConvertible {
    /// The operation.
    public var name: String
    /// Why: ``Failure/error`` has what the teardown threw.
    public var failure: Failure

    /// The most failed teardowns in a report.
    static let limit = 64

    /// Creates a failed teardown.
    public init(name: String, failure: Failure) {
        self.name = name
        self.failure = failure
    }

    /// `the teardown of 'web' failed: the file is gone`.
    public var description: String {
        "the teardown of '\(name)' failed: \(failure.message)".printable
    }
}

extension [FailedTeardown] {
    /// Adds a failed teardown; of too many the last ones stay.
    mutating func note(_ name: String, _ failure: Failure) {
        self = suffix(FailedTeardown.limit - 1) + [FailedTeardown(name: name, failure: failure)]
    }
}
