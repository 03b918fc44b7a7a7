internal import SlipwayInterface

/// The last good values of operations as rows of the file in which actions are stored.
struct ValueTable {
    let connection: SQLiteConnection

    /// A value with what tells whether it may still be used.
    struct Row: Hashable, Sendable {
        let operation: String
        /// The source of the value.
        let identity: String
        /// When its operation ended, in microseconds since 1970.
        let endedAtUSec: Int64
        /// The value as JSON.
        let json: String
    }

    /// The most bytes of a value.
    static let sizeLimit = 1 << 20

    /// The value that was written last of an operation; `nil` for none.
    func row(of operation: String) throws(SQLiteError) -> Row? {
        try connection.first(
            "SELECT identity, ended, json FROM value WHERE operation = ?1",
            [.text(operation)]
        ) { row in
            Row(
                operation: operation,
                identity: row.text(0),
                endedAtUSec: row.integer(1),
                json: row.text(2)
            )
        }
    }

    /// All values without their contents, by operation.
    func list() throws(SQLiteError) -> [ListedValue] {
        var values: [ListedValue] = []
        try connection.rows(
            """
            SELECT operation, identity, ended, length(CAST(json AS BLOB)) FROM value ORDER BY operation
            """
        ) { row in
            values.append(
                ListedValue(
                    operation: row.text(0),
                    identity: row.text(1),
                    keptDate: .microseconds(row.integer(2)),
                    size: Int(row.integer(3))
                )
            )
            return true
        }
        return values
    }

    /// Lets go of the value of an operation; returns whether there was one.
    func remove(_ operation: String) throws(SQLiteError) -> Bool {
        guard try row(of: operation) != nil else { return false }
        try connection.run("DELETE FROM value WHERE operation = ?1", [.text(operation)])
        return true
    }

    /// Replaces the value of an operation.
    func put(_ row: Row) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            try connection.run("DELETE FROM value WHERE operation = ?1", [.text(row.operation)])
            try connection.run(
                "INSERT INTO value (operation, identity, ended, json) VALUES (?1, ?2, ?3, ?4)",
                [
                    .text(row.operation), .text(row.identity), .integer(row.endedAtUSec),
                    .text(row.json),
                ]
            )
            try connection.run(
                """
                DELETE FROM value WHERE position IN (SELECT position FROM value \
                ORDER BY position DESC LIMIT -1 OFFSET \(KeptLimit.values))
                """
            )
        }
    }
}
