internal import Glibc

/// The identity of the stream that systemd connected to the journal: `$JOURNAL_STREAM`.
public struct JournalStream: Hashable, Sendable {
    /// The device of the stream's file.
    public var device: UInt64
    /// The file's number on that device.
    public var inode: UInt64

    /// Reads `device:inode`, both decimal; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let device = UInt64(parts[0]), let inode = UInt64(parts[1]) else {
            return nil
        }
        self.device = device
        self.inode = inode
    }

    /// The identity of an open file; `nil` when `descriptor` is not open.
    public init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// The stream still is the standard error of this process.
    ///
    /// The variable alone does not tell: a child inherits it even when its standard error is
    /// redirected.
    public var isStandardError: Bool {
        JournalStream(descriptor: STDERR_FILENO) == self
    }
}
