/// Gives the room of what was let go back to the disk.
enum Reclaiming {
    /// Makes an empty file one that can give room back; to be called before anything is in it.
    ///
    /// A file that can do so already is not written: a full disk would refuse that.
    static func enable(_ connection: SQLiteConnection) throws(SQLiteError) {
        guard try mode(connection) != incremental else { return }
        try connection.run("PRAGMA auto_vacuum = \(incremental)")
    }

    /// SQLite's number for a file that gives room back when it is asked to.
    private static let incremental: Int64 = 2

    private static func mode(_ connection: SQLiteConnection) throws(SQLiteError) -> Int64? {
        try connection.first("PRAGMA auto_vacuum") { $0.integer(0) }
    }

    /// Gives back at most so many of the pages that are free.
    ///
    /// The file becomes shorter once the log has been brought into it; a reader may delay that.
    ///
    /// - Returns: Whether there are more.
    static func run(_ connection: SQLiteConnection, pages: Int) throws(SQLiteError) -> Bool {
        let before = try free(connection)
        guard before > 0 else { return false }
        try connection.run("PRAGMA incremental_vacuum(\(pages))")
        try connection.run("PRAGMA wal_checkpoint(PASSIVE)")
        let after = try free(connection)
        return after > 0 && after < before
    }

    private static func free(_ connection: SQLiteConnection) throws(SQLiteError) -> Int64 {
        try connection.first("PRAGMA freelist_count") { $0.integer(0) } ?? 0
    }

    /// Brings the log into the file, as far as readers let it, so that a copy of the file alone is
    /// whole.
    static func checkpoint(_ connection: SQLiteConnection) {
        // The part that is not brought over stays in the log, which the next start reads.
        try? connection.run("PRAGMA busy_timeout = 0")
        try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
