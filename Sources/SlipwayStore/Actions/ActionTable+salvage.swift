/// Saves what a damaged file still has.
extension ActionTable {
    /// Copies the actions that can be read, from both ends of the file towards the damage.
    ///
    /// - Returns: What came of it, as a sentence.
    func salvage(from path: String) -> String {
        do throws(SQLiteError) {
            let damaged = try SQLiteConnection(path)
            var saved = 0
            try connection.transaction { () throws(SQLiteError) in
                for order in ["position", "position DESC"] { saved += copy(from: damaged, order) }
            }
            return "\(saved) actions that had not ended were saved from it"
        } catch {
            return "nothing can be saved from it: \(error)"
        }
    }

    /// The columns that an action has before it ends.
    private static let columnsOfOpen = """
        position, id, kind, uid, pid, key, digest, payload, accepted, uptime, boot, expires, \
        attempts, running, started, failure, retry_of, interruptions
        """

    /// All columns.
    static let allColumns = columnsOfOpen + ", ended, state, outcome, words"

    /// - Returns: How many actions were copied before the file could not be read any further.
    private func copy(from damaged: SQLiteConnection, _ order: String) -> Int {
        var saved = 0
        try? damaged.rows(
            """
            SELECT \(Self.columnsOfOpen) FROM action NOT INDEXED \
            WHERE ended IS NULL ORDER BY \(order)
            """,
            []
        ) { row in
            let values: [SQLiteValue] = [
                .integer(row.integer(0)), .text(row.text(1)), .text(row.text(2)),
                .integer(row.integer(3)), .integer(row.integer(4)), .text(row.optionalText(5)),
                .bytes(row.bytes(6)), .text(row.optionalText(7)), .integer(row.integer(8)),
                .integer(row.integer(9)), .text(row.text(10)), .integer(row.optionalInteger(11)),
                .integer(row.integer(12)), .integer(row.integer(13)),
                .integer(row.optionalInteger(14)), .text(row.optionalText(15)),
                .text(row.optionalText(16)), .integer(row.integer(17)),
            ]
            try? connection.rows(
                """
                INSERT INTO action (\(Self.columnsOfOpen)) VALUES (?1, ?2, ?3, \
                ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, \
                ?18) ON CONFLICT DO NOTHING
                """,
                values
            ) { _ in true }
            saved += connection.changes
            return true
        }
        return saved
    }
}
