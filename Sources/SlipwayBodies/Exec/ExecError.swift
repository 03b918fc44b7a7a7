internal import Glibc
package import Slipway
internal import SlipwayProcess

/// Why a program failed.
package enum ExecError: QuotingError, Hashable {
    /// The program could not be started; `isShortage`: this process lacked descriptors, processes,
    /// threads or memory for it.
    case notStarted(program: String, reason: String, isShortage: Bool = false)
    /// The program exited with a status that is no success; `lastLine` is the last line of its
    /// standard error, if any.
    case exited(program: String, status: Int32, lastLine: String?)
    /// A signal ended the program although the operation was not cancelled.
    case killed(program: String, signal: Int32, lastLine: String?)
    /// The kernel killed the program because memory ran out; `reason` says whose memory.
    case outOfMemory(program: String, reason: String, lastLine: String?)
    /// The program has ended, but another part of this process took its status.
    case lost(program: String)
    /// The program wrote more than `limit` bytes to standard output; it was stopped.
    case outputTooLong(program: String, limit: Int)
    /// The output of the program is not what `output` says.
    case unreadableOutput(program: String, expected: String, reason: String)
    /// The input of the program is longer than `limit` bytes.
    case inputTooLong(program: String, limit: Int)
}

extension ExecError: ExitError {
    package var exit: ProgramExit? {
        switch self {
        case .exited(_, let status, _): .status(status)
        case .killed(_, let signal, _): .signal(signalName(signal))
        case .outOfMemory: .signal(signalName(SIGKILL))
        case .notStarted, .lost, .outputTooLong, .unreadableOutput, .inputTooLong: nil
        }
    }
}

extension ExecError {
    /// The last line of the program's standard error; `nil` if it wrote none.
    package var lastLine: String? {
        switch self {
        case .exited(_, _, let line), .killed(_, _, let line), .outOfMemory(_, _, let line): line
        case .notStarted, .lost, .outputTooLong, .unreadableOutput, .inputTooLong: nil
        }
    }

    /// The error without the program's last line.
    package var withoutLastLine: ExecError {
        switch self {
        case .exited(let program, let status, _):
            .exited(program: program, status: status, lastLine: nil)
        case .killed(let program, let signal, _):
            .killed(program: program, signal: signal, lastLine: nil)
        case .outOfMemory(let program, let reason, _):
            .outOfMemory(program: program, reason: reason, lastLine: nil)
        case .notStarted, .lost, .outputTooLong, .unreadableOutput, .inputTooLong: self
        }
    }

    package var withoutOutput: String {
        switch self {
        // The reason may quote what cannot be read.
        case .unreadableOutput(let program, let expected, _):
            "cannot read the output of '\(program)' as \(expected)"
        case .notStarted, .exited, .killed, .outOfMemory, .lost, .outputTooLong, .inputTooLong:
            withoutLastLine.description
        }
    }
}

extension ExecError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notStarted(let program, let reason, _):
            "cannot run '\(program)': \(reason)"
        case .exited(let program, let status, let lastLine):
            "'\(program)' exited with \(status)\(ChildStatus.exited(status).saying(lastLine))"
        case .killed(let program, let signal, let lastLine):
            "'\(program)' was killed by \(signalName(signal))"
                + ChildStatus.killed(signal).saying(lastLine)
        case .outOfMemory(let program, let reason, let lastLine):
            "'\(program)' was killed by the kernel: \(reason)"
                + ChildStatus.killed(SIGKILL).saying(lastLine)
        case .lost(let program):
            "'\(program)' has ended, but its exit status was lost"
        case .outputTooLong(let program, let limit):
            "the output of '\(program)' has more than \(limit) bytes; the program was stopped"
        case .unreadableOutput(let program, let expected, let reason):
            "cannot read the output of '\(program)' as \(expected): \(reason)"
        case .inputTooLong(let program, let limit):
            "cannot run '\(program)': its input is longer than \(limit) bytes"
        }
    }
}
