internal import Slipway
internal import SlipwayInterface

/// Reads the kept actions, on the store's thread: those in memory, and those in the file.
struct ActionReading {
    /// `nil` if nothing was kept in memory yet.
    let memory: ActionTable?
    /// `nil` if there is no file.
    let file: ActionTable?
    /// Why there is none, though there is to be one; `nil` otherwise.
    let failure: StoreError?
    /// The writers of the tables, which purge them.
    var writers: [ActionWriter] = []

    /// The record of an action; `nil` if there is none.
    func record(_ id: ActionID) throws(StoreError) -> StoredAction? {
        try first(in: [memory, file]) { table throws(SQLiteError) in try table.record(id, .now) }
    }

    /// The answer to a new action that has the key of an earlier one; `nil` without such a one.
    func find(_ action: NewAction) throws(StoreError) -> KeepingAnswer? {
        // Of one key the stored action counts.
        try first(in: [file, memory]) { table throws(SQLiteError) in try table.find(action) }
    }

    /// The identities that begin with a text, at most so many, in their order.
    func identities(
        beginning text: String,
        upTo limit: Int
    ) throws(StoreError) -> [ActionID] {
        try checkOpen()
        var known: [ActionID] = []
        for table in [memory, file].compactMap(\.self) {
            known += try read(table) { table throws(SQLiteError) in
                try table.identities(beginning: text, upTo: limit)
            }
        }
        return Array(known.sorted { $0.description < $1.description }.prefix(limit))
    }

    /// Records in the order of acceptance; none while the file cannot be used.
    func page(_ filter: ActionFilter) throws(StoreError) -> StoredPage {
        try checkOpen()
        guard let table = filter.place == .disk ? file : memory else { return StoredPage() }
        return try read(table) { table throws(SQLiteError) in try table.page(filter, .now) }
    }

    /// Lets go of all records of ended actions.
    ///
    /// - Returns: How many.
    func purge() throws(StoreError) -> Int {
        if let failure { throw failure }
        var count = 0
        for writer in writers { count += try writer.purgeEnded() }
        return count
    }

    /// A file that cannot be used has nothing for a list; after the end of the store there is none.
    private func checkOpen() throws(StoreError) {
        if let failure, failure == .closed { throw failure }
    }

    /// The value from the first of the tables that has it.
    private func first<Value>(
        in tables: [ActionTable?],
        _ body: (ActionTable) throws(SQLiteError) -> Value?
    ) throws(StoreError) -> Value? {
        for table in tables.compactMap(\.self) {
            if let value = try read(table, body) { return value }
        }
        if let failure { throw failure }
        return nil
    }

    private func read<Value>(
        _ table: ActionTable,
        _ body: (ActionTable) throws(SQLiteError) -> Value
    ) throws(StoreError) -> Value {
        do throws(SQLiteError) {
            return try body(table)
        } catch {
            throw StoreError(table.connection.path, error)
        }
    }
}
