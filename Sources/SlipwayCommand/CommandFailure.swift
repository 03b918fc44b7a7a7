/// An end of a command that is not a success, with its exit code and message.
struct CommandFailure: Error, Hashable {
    /// Yes, or done.
    static let success: Int32 = 0
    /// The answer is no, or what was asked for failed.
    static let negative: Int32 = 1
    /// The answer could not be found out.
    static let unable: Int32 = 2
    /// The time was up before the answer came.
    static let late: Int32 = 3
    /// The launch, or what was waited for, is degraded, and `--strict` was given.
    static let lacking: Int32 = 4
    /// The arguments make no sense.
    static let usage: Int32 = 64
    /// The service stopped under the command, which is not at fault: EX_TEMPFAIL of sysexits.h.
    static let stopped: Int32 = 75
    /// The configuration has faults.
    static let configuration: Int32 = 78

    /// The meaning of all exit codes, for the help.
    static let exitCodes = """
        Exit codes: 0 yes or done (degraded is ready), 1 no or failed, 2 it could not be found out \
        (no daemon), 3 the time was up, 4 degraded where '--strict' was asked for, 64 usage, 75 the \
        service stopped under a reload, 78 faults in a configuration.
        """

    /// The status with which the process exits.
    let exitCode: Int32
    /// One line for stderr; `nil` when there is nothing more to print.
    let message: String?

    /// The answer is no; `message` says why unless the output does.
    static func no(_ message: String? = nil) -> CommandFailure {
        CommandFailure(exitCode: negative, message: message)
    }

    /// The failure, with a reason after its message; unchanged without a reason or a message.
    func adding(_ reason: String?) -> CommandFailure {
        guard let reason, let message else { return self }
        return CommandFailure(exitCode: exitCode, message: "\(message); \(reason)")
    }

    /// The time was up.
    static func late(_ message: String) -> CommandFailure {
        CommandFailure(exitCode: late, message: message)
    }

    /// The launch, or what was waited for, is degraded; the output says so.
    static let degraded = CommandFailure(exitCode: lacking, message: nil)

    /// The arguments make no sense.
    static func usage(_ message: String) -> CommandFailure {
        CommandFailure(exitCode: usage, message: message)
    }

    /// The answer could not be found out.
    static func cannot(_ message: String) -> CommandFailure {
        CommandFailure(exitCode: unable, message: message)
    }
}
