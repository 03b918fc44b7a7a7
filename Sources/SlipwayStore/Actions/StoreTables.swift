internal import Slipway

/// The table of the file, on the thread that uses it.
///
/// There is no table before the file can be opened.
struct StoreTables {
    typealias Completion = @Sendable (Result<ActionWritten, StoreError>) -> Void

    var file: ActionWriter?
    /// Why there is no file; `nil` otherwise.
    var failure: StoreError?

    /// Writes changes together, and answers them in their order.
    ///
    /// - Returns: What is new of the file; `nil` for nothing.
    func perform(_ jobs: [(write: ActionWrite, completion: Completion)]) -> StoreNews? {
        var news: StoreNews?
        let results = write(jobs.map(\.write), news: &news)
        for (job, result) in zip(jobs, results) { job.completion(result) }
        return news
    }

    private func write(
        _ writes: [ActionWrite],
        news: inout StoreNews?
    ) -> [Result<ActionWritten, StoreError>] {
        guard !writes.isEmpty else { return [] }
        guard let file else { return writes.map { _ in .failure(failure ?? .closed) } }
        let results = file.commit(writes, at: .now)
        news = file.note(writes, results)
        return results
    }

    /// The answer to a submission in memory that makes no new action because of a stored one; `nil`
    /// for a new action.
    ///
    /// Of two actions with the same key the stored one counts: an earlier configuration had their
    /// kind stored. While the file cannot be read, the new one is taken, as it needs no file.
    func obstacle(to change: ActionChange) -> KeepingAnswer? {
        guard let file, case .accept(let action, _, _, _) = change else { return nil }
        do throws(SQLiteError) { return try file.table.obstacle(to: action) } catch { return nil }
    }

    /// Tells which actions in memory have the keys of stored ones, which count.
    func tellSharedKeys(of memory: MemoryActions, _ tell: (StoreNews) -> Void) {
        guard let file else { return }
        // A file that cannot be read any more is told by its next use.
        for (id, key) in memory.fileOpened((try? file.table.kindsWithKeys()) ?? []) {
            guard let holder = try? file.table.holder(of: key) else { continue }
            tell(.keyIsStored(id, holder: holder.id))
        }
    }
}
