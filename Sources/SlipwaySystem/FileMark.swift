internal import Glibc

/// The outside of a file: as long as that is the same, the content is the same.
package struct FileMark: Hashable, Sendable {
    private let identity: FileIdentity
    private let size: Int64
    private let writtenAt: Time
    /// The time of the last change, which no program can set, unlike that of the last write.
    private let changedAt: Time

    private struct Time: Hashable, Sendable {
        let seconds: Int
        let nanoseconds: Int

        init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }
    }

    /// The mark of the file to which a path leads, over links, too; `nil` if there is none, or it
    /// cannot be known.
    ///
    /// Blocks as long as the file system is silent.
    package init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        identity = FileIdentity(status)
        size = Int64(status.st_size)
        writtenAt = Time(status.st_mtim)
        changedAt = Time(status.st_ctim)
    }

    /// The file changed so recently that a further change may have the same times: the kernel's
    /// clock for them has ticks.
    package var isFresh: Bool {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now.tv_sec - changedAt.seconds < 2
    }
}
