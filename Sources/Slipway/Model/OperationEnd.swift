/// The end of an operation, for what runs after it.
public struct OperationEnd: Hashable, Sendable {
    /// The operation's name.
    public let name: String
    /// The outcome with which it ended.
    public let outcome: Outcome

    /// Creates a note of how an operation ended.
    public init(name: String, outcome: Outcome) {
        self.name = name
        self.outcome = outcome
    }

    /// Why it failed; `nil` when it ended in any other way.
    public var failure: Failure? {
        if case .failed(let failure) = outcome { failure } else { nil }
    }
}

/// Why there is no value of an operation, where the values of several are collected.
public struct OperationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operation's name.
    public let operation: String
    /// The outcome with which it ended.
    public let outcome: Outcome

    /// Creates a note of why there is no value.
    public init(operation: String, outcome: Outcome) {
        self.operation = operation
        self.outcome = outcome
    }

    /// One line: which operation, how it ended, and why.
    public var description: String {
        "operation '\(operation)' has no value: "
            + [outcome.word, outcome.message].compactMap { $0 }.joined(separator: ", ")
    }
}
