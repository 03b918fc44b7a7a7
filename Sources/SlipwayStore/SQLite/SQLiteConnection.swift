internal import CSQLite
internal import Glibc

/// A connection to a database file; used by one thread at a time.
final class SQLiteConnection {
    /// The file.
    let path: String
    private let handle: OpaquePointer
    /// The handler of progress, which SQLite itself does not hold.
    private var progress: Progress?
    /// The compiled statements, by text: no more than there are lines in the program that make one.
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens a file that exists, for reading and writing.
    ///
    /// - Parameters:
    ///   - path: The file; `:memory:` for none.
    ///   - layer: The name of SQLite's layer over the file system; `nil` for its own.
    /// - Throws: It cannot be opened.
    init(_ path: String, layer: String? = nil) throws(SQLiteError) {
        handle = try Self.open(path, layer)
        self.path = path
    }

    /// Opens a file that exists, for reading only.
    ///
    /// A file without a log is read as one that no process changes, so that nothing is made beside it; what a
    /// service changes goes into a log first.
    ///
    /// - Throws: It cannot be opened.
    init(reading path: String) throws(SQLiteError) {
        var status = stat()
        // To open a pipe may take for ever.
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw SQLiteError(code: SQLITE_CANTOPEN, "\(path) is no file")
        }
        let hasLog = stat("\(path)-wal", &status) == 0 && status.st_size > 0
        let query = hasLog ? "mode=ro" : "mode=ro&immutable=1"
        handle = try Self.open(
            "file:\(Self.escaped(path))?\(query)",
            nil,
            SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
        )
        self.path = path
    }

    /// A path in a URI.
    private static func escaped(_ path: String) -> String {
        path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
    }

    /// Opens a file that exists, for one thread: SQLite need not lock.
    static func open(
        _ path: String,
        _ layer: String?,
        _ mode: Int32 = SQLITE_OPEN_READWRITE
    ) throws(SQLiteError) -> OpaquePointer {
        try SQLiteLibrary.shared.load()
        var opened: OpaquePointer?
        let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite.open_v2(path, &opened, flags, layer)
        guard code == SQLITE_OK, let opened else {
            let error = SQLiteError(opened, code)
            _ = sqlite.close_v2(opened)
            throw error
        }
        return opened
    }

    deinit {
        statements = [:]
        _ = sqlite.close_v2(handle)
    }

    /// Leaves the log beside the file as it is when the connection is closed.
    func leaveLog() { _ = slipway_sqlite_leave_log(handle) }

    /// Has `progress` called, on the connection's thread, as long as a long statement goes on.
    func onProgress(_ progress: @escaping () -> Void) {
        let progress = Progress(progress)
        self.progress = progress
        sqlite.progress_handler(
            handle,
            Self.stepsPerSign,
            { context in
                if let context {
                    Unmanaged<Progress>.fromOpaque(context).takeUnretainedValue().tell()
                }
                return 0
            },
            Unmanaged.passUnretained(progress).toOpaque()
        )
    }

    private final class Progress {
        let tell: () -> Void
        init(_ tell: @escaping () -> Void) { self.tell = tell }
    }

    /// The steps of SQLite's machine from one sign of life to the next: less than a millisecond.
    private static let stepsPerSign: Int32 = 10_000

    /// The number of rows that the last statement changed.
    var changes: Int { Int(sqlite.changes(handle)) }

    /// Runs a statement that gives no rows.
    func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) {
        try rows(sql, values) { _ in true }
    }

    /// The first row of a query; `nil` if there is none.
    func first<Value>(
        _ sql: String,
        _ values: [SQLiteValue] = [],
        read: (SQLiteRow) -> Value
    ) throws(SQLiteError) -> Value? {
        var value: Value?
        try rows(sql, values) { row in
            value = read(row)
            return false
        }
        return value
    }

    /// Calls `body` with each row of a query, until it returns `false`.
    func rows(
        _ sql: String,
        _ values: [SQLiteValue] = [],
        _ body: (SQLiteRow) -> Bool
    ) throws(SQLiteError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {
            guard body(SQLiteRow(statement)) else { return }
        }
    }

    /// Begins to copy the whole database to another connection; `nil` if it cannot: that connection
    /// has the error.
    func beginBackup(to target: OpaquePointer) -> OpaquePointer? {
        sqlite.backup_init(target, "main", handle, "main")
    }

    private func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        let statement = try SQLiteStatement(sql, on: handle)
        statements[sql] = statement
        return statement
    }

    /// Runs `body` as one transaction, which is undone if it throws.
    func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        try run("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            try body()
            try run("COMMIT")
        } catch {
            // After some errors SQLite has undone it already.
            if sqlite.get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }
}
