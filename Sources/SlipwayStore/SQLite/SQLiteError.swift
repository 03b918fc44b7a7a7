internal import CSQLite
internal import Glibc
internal import SlipwaySystem

/// Why SQLite could not do something.
struct SQLiteError: Error, Hashable, CustomStringConvertible {
    /// The extended result code.
    let code: Int32
    /// The library's own words, with those of the system where there are some.
    let description: String
    /// The error of the system behind it; 0 for none.
    let systemError: Int32

    init(code: Int32, _ description: String, systemError: Int32 = 0) {
        self.code = code
        self.description = description
        self.systemError = systemError
    }

    /// Takes the library's words for a result code.
    init(code: Int32) {
        self.init(code: code, sqlite.errstr(code).map { String(cString: $0) } ?? "error \(code)")
    }

    /// Takes the last error of a connection.
    init(_ connection: OpaquePointer?, _ code: Int32) {
        guard let connection else {
            self.init(code: code)
            return
        }
        let message = sqlite.errmsg(connection).map { String(cString: $0) } ?? ""
        let number = sqlite.system_errno(connection)
        let isOfSystem = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL].contains(code & 0xff)
        self.init(
            code: sqlite.extended_errcode(connection),
            number != 0 && isOfSystem ? "\(message): \(Self.text(of: number))" : message,
            systemError: isOfSystem ? number : 0
        )
    }

    private static func text(of number: Int32) -> String { "\(ErrorNumber(number))" }

    /// A file that a check found to be damaged.
    static func damage(_ finding: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CORRUPT, finding)
    }

    private var primary: Int32 { code & 0xff }

    /// The file is damaged, or is no database.
    var isCorruption: Bool { primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB }
    /// The statement names what is not there.
    var isOfStatement: Bool { primary == SQLITE_ERROR }
    /// Another process has the file.
    var isBusy: Bool { primary == SQLITE_BUSY || primary == SQLITE_LOCKED }
    /// The disk, its quota, or the file by its bound, is full.
    ///
    /// The memory that readers share with the service has a code of its own for that.
    var isFull: Bool {
        primary == SQLITE_FULL || [ENOSPC, EDQUOT].contains(systemError)
            || code == slipway_sqlite_no_shared_memory
    }
}
