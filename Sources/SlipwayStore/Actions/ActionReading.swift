internal import Slipway
internal import SlipwayInterface

/// Reads the actions of the store, in memory and in the file, on one of its threads.
struct ActionReading {
    /// The actions in memory; `nil` after the end of the store.
    let memory: MemoryActions?
    /// The writer of the file; `nil` if there is no file, or it does not answer.
    let writer: ActionWriter?
    /// Why there is no writer, though there is to be a file; `nil` otherwise.
    let failure: StoreError?

    /// The table of the file; `nil` if there is no file that answers.
    var file: ActionTable? { writer?.table }

    /// The record of an action; `nil` if there is none.
    func record(_ id: ActionID) throws(StoreError) -> StoredAction? {
        let body = { (table: ActionTable) throws(SQLiteError) in try table.record(id, .now) }
        if let record = try inMemory(body) { return record }
        return try inFile(body)
    }

    /// The answer to a new action that has the key of an earlier one; `nil` without such a one.
    func find(_ action: NewAction) throws(StoreError) -> KeepingAnswer? {
        // Of two actions with the same key, the stored one counts.
        let body = { (table: ActionTable) throws(SQLiteError) in try table.find(action) }
        if let file, let answer = try read(file, body) { return answer }
        if let answer = try inMemory(body) { return answer }
        if let failure { throw failure }
        return nil
    }

    /// The identities that begin with a text, at most so many, in their order.
    func identities(
        beginning text: String,
        upTo limit: Int
    ) throws(StoreError) -> [ActionID] {
        try checkOpen()
        let body = { (table: ActionTable) throws(SQLiteError) in
            try table.identities(beginning: text, upTo: limit)
        }
        var known = try memory?.read(body) ?? []
        if let file { known += try read(file, body) }
        return Array(known.sorted { $0.description < $1.description }.prefix(limit))
    }

    /// Records in the order of acceptance; none while the file cannot be used.
    func page(_ filter: ActionFilter) throws(StoreError) -> StoredPage {
        try checkOpen()
        let body = { (table: ActionTable) throws(SQLiteError) in try table.page(filter, .now) }
        switch filter.durability {
        case .disk:
            guard let file else { return StoredPage() }
            return try read(file, body)
        case .memory: return try memory?.read(body) ?? StoredPage()
        }
    }

    /// Lets go of all records of ended actions.
    ///
    /// - Returns: How many.
    func purge() throws(StoreError) -> Int {
        if let failure { throw failure }
        var count = try memory?.purgeEnded() ?? 0
        if let writer { count += try writer.purgeEnded() }
        return count
    }

    /// Throws after the end of the store.
    ///
    /// A file that cannot be used is no error here: it has nothing for a list.
    private func checkOpen() throws(StoreError) {
        if let failure, failure == .closed { throw failure }
    }

    /// Reads from memory; `nil` if memory does not have the action.
    private func inMemory<Value: Sendable>(
        _ body: (ActionTable) throws(SQLiteError) -> Value?
    ) throws(StoreError) -> Value? {
        try memory?.read(body) ?? nil
    }

    /// Reads from the file; `nil` if the file does not have the action.
    private func inFile<Value>(
        _ body: (ActionTable) throws(SQLiteError) -> Value?
    ) throws(StoreError) -> Value? {
        if let file, let value = try read(file, body) { return value }
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
