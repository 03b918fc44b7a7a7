/// Gives the room of what was let go back to the disk.
enum Reclaiming {
    /// Has an empty file be one that can give room back; to be called before anything is in it.
    ///
    /// One that is so already is not written, which a full disk would refuse.
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
    /// The log has to be in the file before that becomes shorter; a reader may delay that.
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

    /// Brings the log into the file, so that a copy of that alone is whole.
    ///
    /// With a reader in the way, all of it that the reader lets.
    static func checkpoint(_ connection: SQLiteConnection) {
        // The part that is not brought over stays in the log, which the next start reads.
        try? connection.run("PRAGMA busy_timeout = 0")
        try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
