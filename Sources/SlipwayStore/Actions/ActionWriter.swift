internal import Slipway

/// Commits changes to a table; used by one thread.
final class ActionWriter {
    let table: ActionTable
    /// The file of the table; `nil` for a table in memory.
    let file: NamedFile?
    let retention: ActionRetention
    /// The room of the file; `nil` for a table in memory.
    var room: StoreRoom?
    /// SQLite syncs at each commit; `nil` before the first commit.
    private var isSynced: Bool?
    var endsUntilPurge = 0
    /// When old records are let go even if nothing has ended.
    var nextPurge: Instant
    /// Why something could not be stored; `nil` once it may be again.
    var trouble: StoreError?
    /// When to look next whether that is so.
    var nextLook = Instant.now
    /// Called after each part of what takes long: the file answers.
    var onPiece: () -> Void = {}

    init(_ table: ActionTable, in file: NamedFile? = nil, _ retention: ActionRetention) {
        self.table = table
        self.file = file
        self.retention = retention
        nextPurge = .now.advanced(by: retention.period)
    }

    /// Commits changes together: with one sync, or without one if none of them needs it.
    ///
    /// If that fails, each is tried alone: on a full disk, an end may still fit where a new action
    /// does not.
    func commit(_ writes: [ActionWrite], at now: StoreTime) -> [Result<ActionWritten, StoreError>] {
        if writes.contains(where: \.change.isAcceptance), let refusal {
            return writes.flatMap { write in
                write.change.isAcceptance ? [.failure(refusal)] : commit([write], at: now)
            }
        }
        do throws(SQLiteError) {
            if file != nil { try sync(writes.contains(where: \.change.isSynced)) }
            let isNew = writes.contains(where: \.change.isAcceptance)
            let results = try store(isNew: isNew) { () throws(SQLiteError) in
                var results: [Result<ActionWritten, StoreError>] = []
                try table.connection.transaction { () throws(SQLiteError) in
                    for write in writes {
                        results.append(.success(try table.write(write, at: now)))
                    }
                    try room?.measure(table)
                }
                return results
            }
            noteEnds(writes)
            return results
        } catch {
            // While another process has the file, each change alone would wait as long as all
            // together.
            guard writes.count > 1, !error.isBusy else {
                return writes.map { _ in .failure(StoreError(table.connection.path, error)) }
            }
            return writes.flatMap { commit([$0], at: now) }
        }
    }

    /// Why no new action is accepted, before one is tried.
    ///
    /// Once the file has lost its name, no later launch would find what is stored in it.
    var refusal: StoreError? {
        guard let file else { return nil }
        if file.isLost { return file.loss }
        return room?.refusal.map { StoreError("\(file.path): \($0)") }
    }

    /// Has commits synced, or not: with `NORMAL` a commit is written to the log, and is synced with
    /// the next one that is `FULL`.
    func sync(_ isSynced: Bool) throws(SQLiteError) {
        guard isSynced != self.isSynced else { return }
        try table.connection.run("PRAGMA synchronous = \(isSynced ? "FULL" : "NORMAL")")
        self.isSynced = isSynced
    }
}

extension StoreError {
    /// Creates an error from what SQLite said of a file.
    init(_ path: String, _ error: SQLiteError) { self.init("\(path): \(error)") }
}
