internal import Slipway

/// Commits changes to a table; used by one thread.
final class ActionWriter {
    let table: ActionTable
    /// `nil` for a table in memory.
    let file: NamedFile?
    private let retention: ActionRetention
    /// SQLite syncs at each commit; `nil` before the first commit.
    private var isSynced: Bool?
    private var endsUntilPurge = 0
    /// When old records are let go even if nothing has ended.
    private(set) var nextPurge: Instant
    /// Why something could not be stored; `nil` once it may be again.
    var trouble: StoreError?
    /// When it is looked whether it may be.
    var nextLook = Instant.now

    /// Ends after which old records are let go.
    private static let endsPerPurge = 256

    init(_ table: ActionTable, in file: NamedFile? = nil, _ retention: ActionRetention) {
        self.table = table
        self.file = file
        self.retention = retention
        nextPurge = .now.advanced(by: retention.period)
    }

    /// Commits changes together: with one sync, or without one if none of them needs it.
    ///
    /// If that fails, each is tried alone: on a full disk, an end may still fit where a new action
    /// does not. A new action is refused once the file has lost its name: no later launch would find
    /// it.
    func commit(_ writes: [ActionWrite], at now: StoreTime) -> [Result<ActionWritten, StoreError>] {
        if let file, writes.contains(where: \.change.isAcceptance), file.isLost {
            return writes.flatMap { write in
                write.change.isAcceptance ? [.failure(file.loss)] : commit([write], at: now)
            }
        }
        do throws(SQLiteError) {
            var results: [Result<ActionWritten, StoreError>] = []
            if file != nil { try sync(writes.contains(where: \.change.isSynced)) }
            try table.connection.transaction { () throws(SQLiteError) in
                for write in writes {
                    results.append(.success(try table.write(write, at: now)))
                }
                try purge(after: writes, at: now)
            }
            return results
        } catch {
            // Another process that has the file keeps each of them waiting as long as all together.
            guard writes.count > 1, !error.isBusy else {
                return writes.map { _ in .failure(StoreError(table.connection.path, error)) }
            }
            return writes.flatMap { commit([$0], at: now) }
        }
    }

    /// In the write-ahead log a commit with `NORMAL` is written, and is synced with the next one
    /// that is `FULL`.
    func sync(_ isSynced: Bool) throws(SQLiteError) {
        guard isSynced != self.isSynced else { return }
        try table.connection.run("PRAGMA synchronous = \(isSynced ? "FULL" : "NORMAL")")
        self.isSynced = isSynced
    }

    private func purge(after writes: [ActionWrite], at now: StoreTime) throws(SQLiteError) {
        for write in writes { if case .end = write.change { endsUntilPurge -= 1 } }
        guard endsUntilPurge <= 0 else { return }
        endsUntilPurge = Self.endsPerPurge
        try table.purge(retention, at: now)
    }

    /// Lets go of old records if it is time to: the payload of a service's only action would
    /// otherwise stay for ever.
    ///
    /// - Throws: It could not be done, on a full disk; it is tried again the next time.
    func purgeIfDue(
        _ instant: Instant = .now,
        at now: StoreTime = .now
    ) throws(StoreError) {
        guard instant >= nextPurge else { return }
        nextPurge = instant.advanced(by: retention.period)
        do throws(SQLiteError) {
            try table.connection.transaction { () throws(SQLiteError) in
                try table.purge(retention, at: now)
            }
            try Reclaiming.run(table.connection)
        } catch {
            throw StoreError(table.connection.path, error)
        }
    }
}

extension StoreError {
    /// Creates an error from what SQLite said of a file.
    init(_ path: String, _ error: SQLiteError) { self.init("\(path): \(error)") }
}
