internal import Glibc
internal import Slipway
internal import SlipwaySystem

/// The file in which actions are stored.
///
/// A ``StateLock`` keeps other services from the file; readers are let in while the service runs.
/// They share memory with the service, a file beside this one (`-shm`). It is written before it is
/// mapped, so that a full disk makes that write fail instead of ending the process later.
struct ActionFile {
    /// The name of the file in the state directory.
    static let name = "slipway-actions.db"

    let table: ActionTable
    let file: NamedFile
    let lock: StateLock

    /// Opens the file of a folder, makes it if there is none, and moves a damaged one aside.
    ///
    /// - Parameters:
    ///   - folder: The state directory, which exists.
    ///   - layer: The name of SQLite's layer over the file system; `nil` for its own.
    ///   - now: The moment.
    ///   - progress: Called again and again while a long step goes on.
    ///   - tell: Called with what an operator should know, a sentence, as soon as it is found: also
    ///     when the file cannot be used in the end.
    /// - Throws: The reason why there can be no file.
    init(
        in folder: String,
        layer: String? = nil,
        at now: StoreTime = .now,
        progress: (() -> Void)? = nil,
        tell: (String) -> Void
    ) throws(ActionFileError) {
        let path = "\(folder)/\(Self.name)"
        for ending in ["", "-wal", "-shm", "-journal"] { try Self.checkKind(of: path + ending) }
        lock = try StateLock(in: folder)
        for finding in try WriteAheadLog.mend(path, at: now) { tell(finding) }
        do throws(ActionFileError) {
            (table, file) = try Self.open(path, layer, progress)
        } catch {
            guard case .isDamaged(let reason) = error else { throw error }
            let aside = try Self.moveAside(path, at: now)
            do throws(ActionFileError) {
                (table, file) = try Self.open(path, layer, progress)
            } catch {
                // The next try is to find the damaged file, and to save what it holds.
                Self.putBack(aside, to: path)
                throw error
            }
            tell("the stored actions were damaged (\(reason)) and are now in \(aside)")
            tell(table.salvage(from: aside))
        }
        lock.outlive()
    }

    /// Refuses what is no file: to open a pipe or a device may take for ever.
    private static func checkKind(of path: String) throws(ActionFileError) {
        var status = stat()
        // If this fails, the opening tells why; it does not follow a link, which passes here.
        guard lstat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFLNK, S_IFDIR: return
        default: throw .refused("\(path) is no file; move it away")
        }
    }

    private static func open(
        _ path: String,
        _ layer: String?,
        _ progress: (() -> Void)?
    ) throws(ActionFileError) -> (ActionTable, NamedFile) {
        let file = try make(path)
        guard !isNewerAtRest(path) else { throw .isNewer }
        let connection: SQLiteConnection
        let version: Int
        do throws(SQLiteError) {
            connection = try SQLiteConnection(path, layer: layer)
            if let progress { connection.onProgress(progress) }
            // A short wait: the opening is tried again.
            try connection.run("PRAGMA busy_timeout = 250")
            version = try ActionSchema.version(of: connection)
            // A file of a newer version may have any tables, and stays as it is.
            if version <= ActionSchema.version {
                try setUp(connection)
            } else {
                connection.leaveLog()
            }
        } catch {
            throw ActionFileError(error)
        }
        guard version <= ActionSchema.version else { throw .isNewer }
        try syncLog(of: path)
        return (ActionTable(of: connection), file)
    }

    /// Tells whether a file without a log beside it is of a newer version; makes no log.
    ///
    /// SQLite reads the version, since it recognises a damaged head. If the file cannot be read,
    /// the connection that is opened next tells why.
    private static func isNewerAtRest(_ path: String) -> Bool {
        guard access("\(path)-wal", F_OK) != 0,
            let connection = try? SQLiteConnection(reading: path),
            let version = try? ActionSchema.version(of: connection)
        else { return false }
        return version > ActionSchema.version
    }

    private static func setUp(_ connection: SQLiteConnection) throws(SQLiteError) {
        try Reclaiming.enable(connection)
        try connection.run("PRAGMA journal_mode = WAL")
        try connection.run("PRAGMA journal_size_limit = 4194304")
        try connection.run("PRAGMA trusted_schema = OFF")
        try connection.run("PRAGMA cell_size_check = ON")
        if try migrate(connection) > 0 { try check(connection) }
        // Longer than other processes usually lock the file, and shorter than senders wait.
        try connection.run("PRAGMA busy_timeout = 2000")
    }

    private static func migrate(_ connection: SQLiteConnection) throws(SQLiteError) -> Int {
        do throws(SQLiteError) { return try ActionSchema.migrate(connection) } catch {
            // A step names only what the file's version has: the text of the schema is damaged.
            throw error.isOfStatement ? .damage("\(error)") : error
        }
    }

    private static func check(_ connection: SQLiteConnection) throws(SQLiteError) {
        let answer = try connection.first("PRAGMA quick_check(1)") { $0.text(0) }
        if let answer, answer != "ok" { throw .damage(answer) }
        do throws(SQLiteError) {
            try connection.run("SELECT \(ActionColumn.allCases.names) FROM action LIMIT 0")
        } catch {
            // `quick_check` does not read the text of the schema.
            throw .damage("\(error)")
        }
    }

    /// Makes an empty file that only its user may read: payloads are private.
    private static func make(_ path: String) throws(ActionFileError) -> NamedFile {
        let file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw ActionFileError("open \(path)", .current) }
        defer { close(file) }
        syncFolder(of: path)
        return NamedFile(path, descriptor: file)
    }

    /// Syncs the folder of a file: only then is a new name in it on disk.
    private static func syncFolder(of path: String) {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let file = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return }
        fsync(file)
        close(file)
    }

    /// Syncs the log that a killed process left, before anything in it is told: the last part may
    /// not be on disk yet.
    private static func syncLog(of path: String) throws(ActionFileError) {
        let file = Glibc.open("\(path)-wal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return }
        defer { close(file) }
        guard fsync(file) == 0 else { throw ActionFileError("sync \(path)-wal", .current) }
    }

    /// - Returns: The new path, which was free: an older file may hold what nothing else does.
    static func moveAside(
        _ path: String,
        at now: StoreTime
    ) throws(ActionFileError) -> String {
        let aside = freeName(for: path, at: now)
        guard rename(path, aside) == 0 else { throw ActionFileError("rename \(path)", .current) }
        // The last commits are in the log beside it.
        if rename("\(path)-wal", "\(aside)-wal") != 0, errno != ENOENT {
            let reason = ErrorNumber.current
            // The log would otherwise be taken for that of the next file at the path.
            rename(aside, path)
            throw ActionFileError("rename \(path)-wal", reason)
        }
        // The shared memory belongs to the file that was moved.
        unlink("\(path)-shm")
        syncFolder(of: path)
        return aside
    }

    /// Undoes ``moveAside(_:at:)``; the file that took its place holds nothing.
    private static func putBack(_ aside: String, to path: String) {
        for ending in ["-wal", "-shm"] { unlink(path + ending) }
        rename(aside, path)
        rename("\(aside)-wal", "\(path)-wal")
        syncFolder(of: path)
    }

    /// The beginning of the paths of damaged files.
    static func asideName(for path: String) -> String { "\(path).damaged-" }

    /// A path for something damaged, where nothing is yet.
    static func freeName(for path: String, at now: StoreTime) -> String {
        let name = "\(asideName(for: path))\(now.date / 1_000_000)"
        var aside = name
        var number = 2
        while access(aside, F_OK) == 0 {
            aside = "\(name).\(number)"
            number += 1
        }
        return aside
    }
}
