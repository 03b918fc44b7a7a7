internal import CSQLite

/// A value for a statement.
enum SQLiteValue {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])

    static func text(_ text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }

    static func integer(_ integer: Int64?) -> SQLiteValue { integer.map { .integer($0) } ?? .null }

    static func bytes(_ bytes: [UInt8]?) -> SQLiteValue { bytes.map { .bytes($0) } ?? .null }
}

/// A compiled statement.
final class SQLiteStatement {
    fileprivate let handle: OpaquePointer
    private let connection: OpaquePointer

    init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
        var compiled: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = sqlite.prepare_v3(connection, sql, -1, flags, &compiled, nil)
        guard code == SQLITE_OK, let compiled else { throw SQLiteError(connection, code) }
        handle = compiled
        self.connection = connection
    }

    deinit { _ = sqlite.finalize(handle) }

    /// Sets the parameters, from the first on.
    func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        for (index, value) in zip(Int32(1)..., values) {
            let code =
                switch value {
                case .null: sqlite.bind_null(handle, index)
                case .integer(let integer): sqlite.bind_int64(handle, index, integer)
                case .text(var text):
                    text.withUTF8 { text in
                        text.withMemoryRebound(to: CChar.self) { text in
                            sqlite.bind_text(
                                handle,
                                index,
                                text.baseAddress,
                                Int32(clamping: text.count),
                                Self.copied
                            )
                        }
                    }
                case .bytes(let bytes):
                    bytes.withUnsafeBytes { bytes in
                        sqlite.bind_blob(
                            handle,
                            index,
                            bytes.baseAddress,
                            Int32(clamping: bytes.count),
                            Self.copied
                        )
                    }
                }
            guard code == SQLITE_OK else { throw SQLiteError(connection, code) }
        }
    }

    /// SQLITE_TRANSIENT: SQLite copies the bytes before the call returns.
    private static var copied: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    /// Runs the statement up to its next row.
    ///
    /// - Returns: Whether there is one.
    func step() throws(SQLiteError) -> Bool {
        switch sqlite.step(handle) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        case let code: throw SQLiteError(connection, code)
        }
    }

    func reset() {
        _ = sqlite.reset(handle)
        _ = sqlite.clear_bindings(handle)
    }
}

/// A row of a query, valid until the next step; columns count from 0.
///
/// A damaged file may have any type anywhere: each value is converted to the type asked for.
struct SQLiteRow {
    private let statement: SQLiteStatement

    init(_ statement: SQLiteStatement) { self.statement = statement }

    private func isNull(_ column: Int32) -> Bool {
        sqlite.column_type(statement.handle, column) == SQLITE_NULL
    }

    func integer(_ column: Int32) -> Int64 { sqlite.column_int64(statement.handle, column) }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite.column_blob(statement.handle, column) else { return [] }
        let count = Int(sqlite.column_bytes(statement.handle, column))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    func text(_ column: Int32) -> String {
        guard let start = sqlite.column_text(statement.handle, column) else { return "" }
        let count = Int(sqlite.column_bytes(statement.handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
}
