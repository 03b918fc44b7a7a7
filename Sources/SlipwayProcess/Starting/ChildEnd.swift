/// The manner in which a process ended.
package enum ChildStatus: Hashable, Sendable {
    /// The process exited with a status from 0 to 255.
    case exited(Int32)
    /// A signal ended the process.
    case killed(Int32)
    /// The kernel killed the process, because memory ran out.
    case outOfMemory(MemoryLack)
    /// The process has ended, or cannot be ended; how is not known.
    case unknown

    /// The process exited with 0.
    package var isSuccess: Bool { self == .exited(0) }

    /// The last line of the process as words about its end have it: `: cannot open the database`,
    /// or nothing.
    ///
    /// After an exit with an error that line is most likely the cause; otherwise it is only what
    /// the process wrote last, such as that all is well.
    package func saying(_ lastLine: String?) -> String {
        guard let lastLine else { return "" }
        if case .exited(let status) = self, status != 0 { return ": \(lastLine)" }
        return "; it last said: \(lastLine)"
    }
}

/// The result of a child that has ended.
package struct ChildEnd: Hashable, Sendable {
    /// The status with which the child ended.
    package var status: ChildStatus
    /// The child's standard output, if that was collected.
    package var output: [UInt8]
    /// The last line of the child that tells something, made safe to print; after an exit with an
    /// error it may be several, with ` / ` between them; `nil` if it wrote none.
    package var lastLine: String?
}

/// Why a child did not end by itself.
package enum ChildFailure: Error, Hashable, Sendable {
    /// The child could not be started; the reason in words, and whether this process lacked
    /// descriptors, processes, threads or memory for it.
    case notStarted(String, isShortage: Bool = false)
    /// The child could not enter its directory; the reason in words.
    case noDirectory(String)
    /// The child wrote more than `limit` bytes to standard output, and was ended.
    case outputTooLong(limit: Int)
    /// The task was cancelled and the child's processes were ended; `lastLine` is its last line, and
    /// `killedAfter` says how long after SIGTERM one of them had to be killed, `nil` if none had.
    case cancelled(lastLine: String?, killedAfter: Duration?)
}

extension ChildFailure {
    /// The reason in words.
    var reason: String {
        switch self {
        case .notStarted(let reason, _): "cannot be started: \(reason)"
        case .noDirectory(let reason): "cannot enter its directory: \(reason)"
        case .outputTooLong, .cancelled: "ended"
        }
    }
}
