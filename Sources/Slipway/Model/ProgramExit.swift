/// The end of a program that a body ran.
public enum ProgramExit: Hashable, Sendable {
    /// The program exited with this status.
    case status(Int32)
    /// A signal of this name, such as `SIGKILL`, ended the program.
    case signal(String)
}

/// An error that may say how the program behind it ended.
package protocol ExitError: Error {
    /// The end of the program; `nil` if the error has another cause.
    var exit: ProgramExit? { get }
}
