internal import SlipwayProcess

/// Why a program did not do what it was run for.
package enum ExecError: Error, Hashable {
    /// It could not be started.
    case notStarted(program: String, reason: String)
    /// It ended with another exit status than 0; `lastLine` is what it said last on standard
    /// error, if it said anything.
    case exited(program: String, status: Int32, lastLine: String?)
    /// A signal ended it, the operation not being cancelled.
    case killed(program: String, signal: Int32, lastLine: String?)
    /// It wrote more than `limit` bytes to standard output; it was stopped.
    case outputTooLong(program: String, limit: Int)
    /// Its output is not what `output` says.
    case unreadableOutput(program: String, expected: String, reason: String)
    /// What it should read is more than `limit` bytes.
    case inputTooLong(program: String, limit: Int)
}

extension ExecError {
    /// What the program said last, in its own words; `nil` if it said nothing.
    package var lastLine: String? {
        switch self {
        case .exited(_, _, let line), .killed(_, _, let line): line
        case .notStarted, .outputTooLong, .unreadableOutput, .inputTooLong: nil
        }
    }

    /// The error without the program's own words.
    package var withoutLastLine: ExecError {
        switch self {
        case .exited(let program, let status, _):
            .exited(program: program, status: status, lastLine: nil)
        case .killed(let program, let signal, _):
            .killed(program: program, signal: signal, lastLine: nil)
        case .notStarted, .outputTooLong, .unreadableOutput, .inputTooLong: self
        }
    }
}

extension ExecError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notStarted(let program, let reason):
            "cannot run '\(program)': \(reason)"
        case .exited(let program, let status, let lastLine):
            "'\(program)' exited with \(status)\(said(lastLine))"
        case .killed(let program, let signal, let lastLine):
            "'\(program)' was killed by \(signalName(signal))\(said(lastLine))"
        case .outputTooLong(let program, let limit):
            "cannot keep the output of '\(program)': more than \(limit) bytes; it was stopped"
        case .unreadableOutput(let program, let expected, let reason):
            "cannot read the output of '\(program)' as \(expected): \(reason)"
        case .inputTooLong(let program, let limit):
            "cannot run '\(program)': its input is longer than \(limit) bytes"
        }
    }
}

private func said(_ lastLine: String?) -> String {
    lastLine.map { ": \($0)" } ?? ""
}
