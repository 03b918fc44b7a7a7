package import Slipway
internal import SlipwayRecords

/// Reads the kept actions, on the store's thread.
package struct ActionReading {
    /// `nil` if there is no file.
    let table: ActionTable?
    /// Why there is none; `nil` if there is.
    var failure: StoreError?

    /// The record of an action; `nil` if there is none.
    package func record(_ id: ActionID) throws(StoreError) -> StoredAction? {
        try read { table throws(SQLiteError) in try table.record(id, .now) } ?? nil
    }

    /// Records in the order of acceptance; none while the file cannot be used.
    package func page(_ filter: ActionFilter) throws(StoreError) -> StoredPage {
        if let failure, failure != .closed { return StoredPage() }
        return try read { table throws(SQLiteError) in try table.page(filter, .now) }
            ?? StoredPage()
    }

    /// The earlier action with the same user, kind and key, and whether its payload is the same;
    /// `nil` if there is none.
    package func find(_ action: NewAction) throws(StoreError) -> (ActionID, isSame: Bool)? {
        guard action.key != nil else { return nil }
        return try read { table throws(SQLiteError) in
            try table.find(action, action.payload.digest)
        } ?? nil
    }

    /// Whether there is a retry of an action.
    package func wasRetried(_ id: ActionID) throws(StoreError) -> Bool {
        try read { table throws(SQLiteError) in try table.wasRetried(id) } ?? false
    }

    /// Lets go of all records of ended actions.
    ///
    /// - Returns: How many.
    package func purge() throws(StoreError) -> Int {
        try read { table throws(SQLiteError) in
            let count = try table.purgeEnded()
            try Reclaiming.run(table.connection)
            return count
        } ?? 0
    }

    private func read<Value>(
        _ body: (ActionTable) throws(SQLiteError) -> Value
    ) throws(StoreError) -> Value? {
        if let failure { throw failure }
        guard let table else { return nil }
        do throws(SQLiteError) {
            return try body(table)
        } catch {
            throw StoreError(table.connection.path, error)
        }
    }
}
