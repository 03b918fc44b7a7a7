internal import CSQLite

/// A copy of a database in the making, a few pages at a time: SQLite's own backup, which follows what
/// the same connection changes meanwhile.
final class SQLiteBackup {
    private let source: SQLiteConnection
    private let target: OpaquePointer
    private var backup: OpaquePointer?

    /// Begins a copy in an empty file that exists.
    init(of source: SQLiteConnection, in path: String) throws(SQLiteError) {
        target = try SQLiteConnection.open(path, nil)
        // A copy that is not finished is thrown away; a journal of it would have a name.
        _ = sqlite.exec(target, "PRAGMA journal_mode = OFF", nil, nil, nil)
        self.source = source
        backup = source.beginBackup(to: target)
        guard backup != nil else { throw SQLiteError(target, sqlite.errcode(target)) }
    }

    deinit {
        _ = sqlite.backup_finish(backup)
        _ = sqlite.close_v2(target)
    }

    /// Copies some pages.
    ///
    /// - Returns: Whether all are copied.
    func step(pages: Int32) throws(SQLiteError) -> Bool {
        switch sqlite.backup_step(backup, pages) {
        case SQLITE_DONE: return true
        // Another process writes: the copy goes on later.
        case SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED: return false
        case let code: throw SQLiteError(code: code)
        }
    }
}
