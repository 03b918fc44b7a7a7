/// How a process ended.
package enum ChildStatus: Hashable, Sendable {
    /// It exited with a status from 0 to 255.
    case exited(Int32)
    /// A signal ended it.
    case killed(Int32)

    /// Whether it exited with 0.
    package var isSuccess: Bool { self == .exited(0) }
}

/// What is known of a child once it has ended.
package struct ChildEnd: Hashable, Sendable {
    /// How it ended.
    package var status: ChildStatus
    /// What it wrote to standard output, if that was collected.
    package var output: [UInt8]
    /// The last line that it wrote to standard error, made safe to print; `nil` if it said nothing.
    package var lastLine: String?
}

/// Why a child did not come to an end of its own.
package enum ChildFailure: Error, Hashable, Sendable {
    /// It could not be started: why, in words.
    case notStarted(String)
    /// It could not be started in its directory: why, in words.
    case noDirectory(String)
    /// It wrote more than `limit` bytes to standard output, and was ended.
    case outputTooLong(limit: Int)
    /// The task was cancelled, and the child ended with all its processes; what it last said.
    case cancelled(lastLine: String?)
}
