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
    /// The error's text, in one line; of one longer than 1024 bytes the beginning, and how much is left out.
    ///
    /// The text is as it was written, with its control characters. The whole text is that of
    /// ``error``.
    public private(set) var message: String

    /// The type of the error that a body threw; `nil` when there was none.
    public let type: String?

    /// The system error behind the failure, as in `errno`: positive; `nil` when none is known.
    public let errorNumber: Int32?

    /// The exit of the program that the body ran, if that is why it failed; `nil` otherwise.
    public let exit: ProgramExit?

    /// The process that ran the body ended before it was known how far the body came; see
    /// ``InterruptingError``.
    package private(set) var isInterruption = false
    /// The message without what a program wrote; `nil` if it quotes none.
    private var quiet: String?
    private var thrown = ThrownErrors()
    /// The greatest length of an error's text, in bytes: the text goes to the journal, to senders
    /// and to disks.
    package static let longestMessage = 1024

    /// The error itself, as it was thrown; `nil` when nothing threw: for a timeout, and for a failure
    /// that was read from a store or a socket.
    ///
    /// ```swift
    /// if case .failed(let failure)? = launch.report["login"]?.outcome {
    ///     if failure.error is Unauthorized { askForPassword() }
    /// }
    /// ```
    ///
    /// For a group, this is the first of its ``errors``. Failures that differ in nothing but their errors are equal.
    public var error: (any Error)? { thrown.errors.first }

    /// The errors of all causes, in the order in which they happened; never empty.
    ///
    /// A group has those of each operation in it that failed, and an operation whose fallback failed
    /// too has both. Where nothing was thrown, a `Failure` stands for the cause: its ``kind`` tells a
    /// timeout.
    public var errors: [any Error] { thrown.errors.isEmpty ? [self] : thrown.errors }

    /// Creates a failure from its one-line message; one that is too long is cut.
    public init(
        _ kind: Kind,
        _ message: String,
        type: String? = nil,
        errorNumber: Int32? = nil,
        exit: ProgramExit? = nil
    ) {
        self.kind = kind
        self.message = message.cutSayingSo(to: Self.longestMessage)
        self.type = type
        self.errorNumber = errorNumber
        self.exit = exit
    }

    /// Creates a failure of the kind ``Kind/error`` from its one-line message.
    public init(_ message: String) {
        self.init(.error, message)
    }

    /// Creates a failure from the error that a body threw; one without a text is told by its type.
    public init(_ error: any Error) {
        if let failure = error as? Failure {
            self = failure
            if message.isEmpty { message = "Failure" }
            if thrown.errors.isEmpty { thrown.errors = [failure] }
        } else {
            self.init(
                .error,
                Self.text(of: error),
                type: "\(Swift.type(of: error))",
                errorNumber: (error as? any NumberedError)?.errorNumber,
                exit: (error as? any ExitError)?.exit
            )
            isInterruption = error is any InterruptingError
            quiet = (error as? any QuotingError)?.withoutOutput.cutSayingSo(to: Self.longestMessage)
            thrown.errors = [error]
        }
    }

    private static func text(of error: any Error) -> String {
        let text = "\(error)"
        return text.contains { !$0.isWhitespace } ? text : "\(Swift.type(of: error))"
    }

    /// Creates a failure whose message may quote what a program wrote.
    package init(
        _ kind: Kind,
        _ message: String,
        withoutOutput: String,
        errorNumber: Int32? = nil
    ) {
        self.init(kind, message, errorNumber: errorNumber)
        if withoutOutput != message { quiet = withoutOutput.cutSayingSo(to: Self.longestMessage) }
    }

    /// The same failure in other words, made from its message.
    package func saying(_ words: (String) -> String) -> Failure {
        var failure = self
        failure.message = words(message)
        failure.quiet = quiet.map(words)
        return failure
    }

    /// The same failure with these errors.
    func of(_ errors: [any Error]) -> Failure {
        var failure = self
        failure.thrown.errors = errors
        return failure
    }

    /// The message without what a program wrote, which not everyone may read.
    package var messageWithoutOutput: String { quiet ?? message }
}

extension Failure: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

/// Errors that a failure carries along; any are equal to any others, since errors cannot be compared.
private struct ThrownErrors: Hashable, Sendable {
    var errors: [any Error] = []

    static func == (_: ThrownErrors, _: ThrownErrors) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

/// An error that may know the system error behind it.
package protocol NumberedError: Error {
    /// The number, as in `errno`; `nil` when none is known.
    var errorNumber: Int32? { get }
}

/// An error whose description quotes what a program wrote: the journal has it, but not the status line
/// of the unit, which everyone can read.
package protocol QuotingError: Error {
    /// The description without what the program wrote.
    var withoutOutput: String { get }
}
