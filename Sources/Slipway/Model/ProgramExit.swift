/// The end of a program that a body ran.
public enum ProgramExit: Hashable, Sendable {
    /// It exited with this status.
    case status(Int32)
    /// A signal ended it; its name, such as `SIGKILL`.
    case signal(String)
}

/// An error that may say how the program behind it ended.
package protocol ExitError: Error {
    /// The end of the program; `nil` if that is not why the error was thrown.
    var exit: ProgramExit? { get }
}
