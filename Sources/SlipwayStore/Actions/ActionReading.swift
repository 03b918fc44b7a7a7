package import Slipway
internal import SlipwayInterface

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

    /// The identities that begin with a text, at most so many.
    func identities(beginning text: String, upTo limit: Int) throws(StoreError) -> [ActionID] {
        if let failure, failure != .closed { return [] }
        return try read { table throws(SQLiteError) in
            try table.identities(beginning: text, upTo: limit)
        } ?? []
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
        guard let key = action.fullKey else { return nil }
        return try read { table throws(SQLiteError) in
            try table.find(key, action.payload.digest)
        } ?? nil
    }

    /// The action that has a key; `nil` if there is none.
    func holder(of key: ActionKey) throws(StoreError) -> ActionID? {
        try read { table throws(SQLiteError) in try table.find(key, [])?.0 } ?? nil
    }

    /// The first retry of an action; `nil` if there is none.
    func retry(of id: ActionID) throws(StoreError) -> ActionID? {
        try read { table throws(SQLiteError) in try table.retry(of: id) } ?? nil
    }

    /// What of an action that is to be in memory only makes it none: an earlier action that is stored,
    /// with the same key or as a retry of the same one; `nil` for nothing.
    func obstacle(to action: NewAction) throws(StoreError) -> Admission? {
        if action.isOnlyRetry, let old = action.retryOf, let retry = try retry(of: old) {
            return .retried(retry)
        }
        guard let (earlier, isSame) = try find(action) else { return nil }
        return isSame ? .duplicate(earlier, .disk) : .conflict(earlier)
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
