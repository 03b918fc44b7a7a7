internal import Slipway

/// Saves what a damaged file still has.
extension ActionTable {
    /// The number of actions that were copied.
    private struct Saved {
        var open = 0
        var ended = 0
    }

    /// Copies what can be read, from the first row on and then from the last one back, each time up
    /// to the damage: the actions that have not ended, and the ended ones with a key, so that
    /// nothing runs twice that is sent twice.
    ///
    /// - Returns: What came of it, as a sentence.
    func salvage(from path: String) -> String {
        do throws(SQLiteError) {
            let damaged = try SQLiteConnection(path)
            let columns = try Self.columns(of: damaged)
            var saved = Saved()
            try connection.transaction { () throws(SQLiteError) in
                for order in ["position", "position DESC"] {
                    copy(columns, from: damaged, order, &saved)
                }
            }
            return """
                saved from it: \(counted(saved.open, "action")) that had not ended, and the keys of \
                \(saved.ended) that had
                """
        } catch {
            return "nothing can be saved from it: \(error)"
        }
    }

    /// The columns that a file has: those that it lacks get their defaults.
    private static func columns(
        of damaged: SQLiteConnection
    ) throws(SQLiteError) -> [ActionColumn] {
        var names: Set<String> = []
        try damaged.rows("SELECT name FROM pragma_table_info('action')") { row in
            names.insert(row.text(0))
            return true
        }
        return ActionColumn.allCases.filter { names.contains($0.rawValue) }
    }

    /// Copies rows in an order until the file cannot be read any further.
    private func copy(
        _ columns: [ActionColumn],
        from damaged: SQLiteConnection,
        _ order: String,
        _ saved: inout Saved
    ) {
        guard columns.contains(.ended) else { return }
        let (selection, insertion) = (ActionSelection(columns), Self.insertion(of: columns))
        try? damaged.rows(
            """
            \(selection.sql) NOT INDEXED WHERE ended IS NULL OR key IS NOT NULL \
            ORDER BY \(order)
            """
        ) { row in
            let row = ActionRow(row, selection)
            let hasEnded = row.optionalInteger(.ended) != nil
            let copy = columns.map { column in
                column == .payload && hasEnded ? .null : row.value(column)
            }
            // A row that cannot be written is left out: those after it are worth saving too.
            guard (try? connection.run(insertion, copy)) != nil else { return true }
            saved.open += hasEnded ? 0 : connection.changes
            saved.ended += hasEnded ? connection.changes : 0
            return true
        }
    }
}
