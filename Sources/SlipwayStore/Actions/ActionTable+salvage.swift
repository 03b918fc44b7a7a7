/// Saves what a damaged file still has.
extension ActionTable {
    /// How many actions were copied.
    private struct Saved {
        var open = 0
        var ended = 0
    }

    /// Copies what can be read, from both ends of the file towards the damage: the actions that have
    /// not ended, and those that have and have a key, so that nothing runs twice that is sent twice.
    ///
    /// - Returns: What came of it, as a sentence.
    func salvage(from path: String) -> String {
        do throws(SQLiteError) {
            let damaged = try SQLiteConnection(path)
            var saved = Saved()
            try connection.transaction { () throws(SQLiteError) in
                for order in ["position", "position DESC"] { copy(from: damaged, order, &saved) }
            }
            return """
                \(saved.open) actions that had not ended were saved from it, and the keys of \
                \(saved.ended) that had
                """
        } catch {
            return "nothing can be saved from it: \(error)"
        }
    }

    /// All columns.
    static let allColumns = """
        position, id, kind, uid, pid, key, digest, payload, accepted, uptime, boot, expires, \
        attempts, running, started, failure, retry_of, ended, state, outcome, words, \
        interruptions
        """

    /// Copies rows in an order until the file cannot be read any further.
    private func copy(from damaged: SQLiteConnection, _ order: String, _ saved: inout Saved) {
        try? damaged.rows(
            """
            SELECT \(Self.allColumns) FROM action NOT INDEXED \
            WHERE ended IS NULL OR key IS NOT NULL ORDER BY \(order)
            """,
            []
        ) { row in
            let hasEnded = row.optionalInteger(17) != nil
            // A row that cannot be written is left out: those after it are worth saving too.
            let isCopied: Void? = try? connection.rows(
                """
                INSERT INTO action (\(Self.allColumns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, \
                ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22) \
                ON CONFLICT DO NOTHING
                """,
                Self.values(of: row, withPayload: !hasEnded)
            ) { _ in true }
            guard isCopied != nil else { return true }
            saved.open += hasEnded ? 0 : connection.changes
            saved.ended += hasEnded ? connection.changes : 0
            return true
        }
    }

    /// The values of ``allColumns``.
    private static func values(of row: SQLiteRow, withPayload: Bool) -> [SQLiteValue] {
        [
            .integer(row.integer(0)), .text(row.text(1)), .text(row.text(2)),
            .integer(row.integer(3)), .integer(row.integer(4)), .text(row.optionalText(5)),
            .bytes(row.bytes(6)), .text(withPayload ? row.optionalText(7) : nil),
            .integer(row.integer(8)), .integer(row.integer(9)), .text(row.text(10)),
            .integer(row.optionalInteger(11)), .integer(row.integer(12)),
            .integer(row.integer(13)), .integer(row.optionalInteger(14)),
            .text(row.optionalText(15)), .text(row.optionalText(16)),
            .integer(row.optionalInteger(17)), .text(row.text(18)), .text(row.optionalText(19)),
            .text(row.optionalText(20)), .integer(row.integer(21)),
        ]
    }
}
