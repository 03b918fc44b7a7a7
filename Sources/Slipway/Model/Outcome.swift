/// The manner in which an operation or a launch action ended.
public enum Outcome: Hashable, Sendable {
    /// With its value.
    case succeeded
    /// With a fallback in place of its value.
    case degraded(reason: String)
    /// With an error.
    indirect case failed(Failure)
    /// Cancelled, before it started or because its body responded to the cancellation.
    case cancelled(reason: String)
    /// Never started, because `root`, which it requires directly or indirectly, did not succeed.
    case skipped(root: String)
    /// Never started, because its condition did not hold: counts as a success without a value.
    case notNeeded(condition: String)

    /// Its dependents may run: it succeeded, is degraded, or was not needed.
    public var isUsable: Bool {
        switch self {
        case .succeeded, .degraded, .notNeeded: true
        case .failed, .cancelled, .skipped: false
        }
    }

    /// Nothing went wrong.
    package var isPlain: Bool {
        switch self {
        case .succeeded, .notNeeded: true
        case .degraded, .failed, .cancelled, .skipped: false
        }
    }

    var isDegraded: Bool { if case .degraded = self { true } else { false } }
}

extension Outcome {
    /// The word for the outcome in the glossary, the journal and the protocol.
    public var word: String {
        switch self {
        case .succeeded: "succeeded"
        case .degraded: "degraded"
        case .failed: "failed"
        case .cancelled: "cancelled"
        case .skipped, .notNeeded: "skipped"
        }
    }

    /// The reason, in one line; `nil` for a success.
    public var message: String? {
        switch self {
        case .succeeded: nil
        case .degraded(let reason): reason
        case .failed(let failure): failure.message
        case .cancelled(let reason): reason
        case .skipped(let root): "'\(root)' did not succeed"
        case .notNeeded(let condition): "not needed: \(Self.unmet(condition))"
        }
    }

    /// Why an operation was not needed: `its condition does not hold: env STORE is set`.
    package static func unmet(_ condition: String) -> String {
        "its condition does not hold" + (condition.isEmpty ? "" : ": \(condition)")
    }
}

/// Why an operation failed, as a value that can be compared, printed and sent.
public struct Failure: Error, Hashable, Sendable {
    /// The kind of failure.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The body threw.
        case error
        /// The body did not end within its timeout.
        case timedOut
    }

    /// The kind of failure.
    public let kind: Kind
    /// The error's text, in one line.
    public let message: String

    /// The type of the error that a body threw; `nil` when there was none.
    public let type: String?

    /// The system error behind it, as in `errno`: positive; `nil` when none is known.
    public let errorNumber: Int32?

    /// The exit of the program that the body ran, if that is why it failed; `nil` otherwise.
    public let exit: ProgramExit?

    /// The process that ran the body ended before it was known how far the body came; see
    /// ``InterruptingError``.
    package private(set) var isInterruption = false
    /// The message without what a program wrote; `nil` if it quotes none.
    private var quiet: String?

    /// Creates a failure from its one-line message.
    public init(
        _ kind: Kind,
        _ message: String,
        type: String? = nil,
        errorNumber: Int32? = nil,
        exit: ProgramExit? = nil
    ) {
        self.kind = kind
        self.message = message
        self.type = type
        self.errorNumber = errorNumber
        self.exit = exit
    }

    /// Creates a failure of the kind ``Kind/error`` from its one-line message.
    public init(_ message: String) {
        self.init(.error, message)
    }

    /// Creates a failure from the error that a body threw.
    public init(_ error: any Error) {
        if let failure = error as? Failure {
            self = failure
        } else {
            self.init(
                .error,
                "\(error)",
                type: "\(Swift.type(of: error))",
                errorNumber: (error as? any NumberedError)?.errorNumber,
                exit: (error as? any ExitError)?.exit
            )
            isInterruption = error is any InterruptingError
            quiet = (error as? any QuotingError)?.withoutOutput
        }
    }

    /// Creates a failure whose message may quote what a program wrote.
    package init(
        _ kind: Kind,
        _ message: String,
        withoutOutput: String,
        errorNumber: Int32? = nil
    ) {
        self.init(kind, message, errorNumber: errorNumber)
        if withoutOutput != message { quiet = withoutOutput }
    }

    /// The same failure in other words, made from its message.
    package func saying(_ words: (String) -> String) -> Failure {
        var failure = Failure(
            kind,
            words(message),
            type: type,
            errorNumber: errorNumber,
            exit: exit
        )
        failure.quiet = quiet.map(words)
        return failure
    }

    /// The message without what a program wrote, which not everyone may read.
    package var messageWithoutOutput: String { quiet ?? message }
}

/// An error that may know the system error behind it.
package protocol NumberedError: Error {
    /// The number, as in `errno`; `nil` when none is known.
    var errorNumber: Int32? { get }
}

/// An error whose description quotes what a program wrote: the journal has it, but not the status line
/// of the unit, which everyone can read.
package protocol QuotingError: Error {
    /// The description without that.
    var withoutOutput: String { get }
}
