/// The manner in which a process ended.
package enum ChildStatus: Hashable, Sendable {
    /// It exited with a status from 0 to 255.
    case exited(Int32)
    /// A signal ended it.
    case killed(Int32)
    /// The kernel killed it, because memory ran out.
    case outOfMemory(MemoryLack)
    /// It has ended, or cannot be ended; how is not known.
    case unknown

    /// It exited with 0.
    package var isSuccess: Bool { self == .exited(0) }

    /// Its last line as the end of a sentence about its end: `: cannot open the database`, or nothing.
    ///
    /// Of a process that exited with an error it is most likely the cause; of another one it is only
    /// what it wrote last, such as that all is well.
    package func saying(_ lastLine: String?) -> String {
        guard let lastLine else { return "" }
        if case .exited(let status) = self, status != 0 { return ": \(lastLine)" }
        return "; it last said: \(lastLine)"
    }
}

/// The result of a child that has ended.
package struct ChildEnd: Hashable, Sendable {
    /// The status with which it ended.
    package var status: ChildStatus
    /// Its standard output, if that was collected.
    package var output: [UInt8]
    /// The last line that it wrote and that tells something, made safe to print; of one that exited with an error it may be several, with
    /// ` / ` between them; `nil` if it wrote none.
    package var lastLine: String?
}

/// Why a child did not end by itself.
package enum ChildFailure: Error, Hashable, Sendable {
    /// It could not be started; the reason in words, and whether this process lacked descriptors,
    /// processes, threads or memory for it.
    case notStarted(String, isShortage: Bool = false)
    /// It could not enter its directory; the reason in words.
    case noDirectory(String)
    /// It wrote more than `limit` bytes to standard output, and was ended.
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
