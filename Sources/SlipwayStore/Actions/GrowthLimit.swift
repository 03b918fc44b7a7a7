internal import Glibc

/// The size that a file may have on its file system.
///
/// A file that took the last block could let go of nothing any more: that too is written to its log first, and
/// brought from there into the file.
enum GrowthLimit {
    /// The largest log, in bytes, that is not brought into the file.
    private static let longestLog: Int64 = 4 << 20

    /// Limits a file to what leaves room for its log, beside what others have written by now, and the log to a
    /// twentieth of the file system.
    static func set(_ connection: SQLiteConnection, of path: String) throws(SQLiteError) {
        guard let (most, log) = bytes(of: path), let page = try number(connection, "page_size"),
            page > 0
        else { return }
        // SQLite takes the pages that it has already, if those are more.
        try connection.runOnce("PRAGMA max_page_count = \(max(1, most / page))")
        try connection.runOnce("PRAGMA wal_autocheckpoint = \(max(1, log / page))")
        try connection.runOnce("PRAGMA journal_size_limit = \(log)")
    }

    /// The bytes that the file may still take, of its own free pages and of others.
    static func room(_ connection: SQLiteConnection) throws(SQLiteError) -> Int64 {
        guard let page = try number(connection, "page_size"),
            let most = try number(connection, "max_page_count"),
            let count = try number(connection, "page_count"),
            let free = try number(connection, "freelist_count")
        else { return .max }
        return (most - count + free).multipliedReportingOverflow(by: page).partialValue
    }

    private static func number(
        _ connection: SQLiteConnection,
        _ pragma: String
    ) throws(SQLiteError) -> Int64? {
        try connection.first("PRAGMA \(pragma)") { $0.integer(0) }
    }

    /// The sizes that the file and its log may have; `nil` if the file system does not say.
    private static func bytes(of path: String) -> (file: Int64, log: Int64)? {
        var space = statvfs()
        guard statvfs(path, &space) == 0, let size = Self.size(of: path),
            let free = product(space.f_bavail, space.f_frsize),
            let all = product(space.f_blocks, space.f_frsize)
        else { return nil }
        let log = min(longestLog, all / 20)
        let written = Self.size(of: "\(path)-wal") ?? 0
        // A large change writes more.
        let reserve = max(log - written, 0) + log / 4
        let (most, overflows) = size.addingReportingOverflow(free - reserve)
        return overflows ? nil : (max(most, size), log)
    }

    private static func size(of path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    /// A file system may name any numbers.
    private static func product(_ blocks: UInt, _ size: UInt) -> Int64? {
        let (bytes, overflows) = blocks.multipliedReportingOverflow(by: size)
        return overflows ? nil : Int64(exactly: bytes)
    }
}
