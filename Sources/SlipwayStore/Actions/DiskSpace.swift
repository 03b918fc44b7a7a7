internal import Glibc

/// The room of a file system, in bytes.
struct DiskSpace: Hashable, Sendable {
    /// All bytes of the file system.
    let total: UInt64
    /// The part that this user may still fill.
    let free: UInt64

    /// Asks for the room at a path; `nil` if it cannot be had, as on a file system that does not
    /// count.
    init?(at path: String) {
        var space = statvfs()
        guard statvfs(path, &space) == 0, space.f_blocks > 0 else { return nil }
        total = Self.bytes(space.f_blocks, space.f_frsize)
        free = Self.bytes(space.f_bavail, space.f_frsize)
    }

    /// A file system may name any numbers.
    private static func bytes(_ blocks: fsblkcnt_t, _ size: UInt) -> UInt64 {
        let bytes = UInt64(blocks).multipliedReportingOverflow(by: UInt64(size))
        return bytes.overflow ? .max : bytes.partialValue
    }
}
