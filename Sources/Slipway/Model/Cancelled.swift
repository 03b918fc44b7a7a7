/// Thrown by a body that gives in to a cancellation and can say how far it was.
///
/// The error counts like `CancellationError`; its words end up in the report, so that "timed out
/// after 5s" reads "timed out after 5s: still waiting for /run/db.sock: No such file or directory".
public struct Cancelled: Error, Hashable, Sendable, CustomStringConvertible {
    /// The point that the body had reached, in one line.
    public let description: String
    /// The description without what a program wrote.
    package let withoutOutput: String

    /// Creates a cancellation that says how far the body was; a text longer than 1024 bytes is cut.
    public init(_ description: String) {
        self.init(description, withoutOutput: description)
    }

    /// Creates a cancellation whose description quotes what a program wrote.
    package init(_ description: String, withoutOutput: String) {
        self.description = description.cutSayingSo(to: Failure.longestMessage)
        self.withoutOutput = withoutOutput.cutSayingSo(to: Failure.longestMessage)
    }
}
