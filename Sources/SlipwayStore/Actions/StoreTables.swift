internal import Slipway

/// The tables of the store's thread: one in memory and one in a file, which go one way.
///
/// The one in memory is made at its first use. There is no file where the service has no state
/// directory, before it can be opened, and where it cannot be.
struct StoreTables {
    typealias Completion = @Sendable (Result<ActionWritten, StoreError>) -> Void

    private(set) var memory: ActionWriter?
    var file: ActionWriter?
    /// Why there is no file, though there is to be one; `nil` otherwise.
    var failure: StoreError?

    var reading: ActionReading {
        ActionReading(
            memory: memory?.table,
            file: file?.table,
            failure: failure,
            writers: [memory, file].compactMap(\.self)
        )
    }

    /// Writes changes, those of each table together, and answers those of each in their order.
    ///
    /// First come those in memory, which need not wait for the disk. No action, and no key, is in both.
    ///
    /// - Returns: What is new of the file; `nil` for nothing.
    mutating func perform(
        _ jobs: [(write: ActionWrite, completion: Completion)]
    ) -> StoreNews? {
        let places = jobs.map { place(of: $0.write.change) }
        let toMemory = zip(jobs, places).filter { $0.1 == .memory }.map(\.0)
        let toFile = zip(jobs, places).filter { $0.1 == .disk }.map(\.0)
        Self.answer(toMemory, writeToMemory(toMemory.map(\.write)))
        var news: StoreNews?
        Self.answer(toFile, write(toFile.map(\.write), news: &news))
        return news
    }

    private static func answer(
        _ jobs: [(write: ActionWrite, completion: Completion)],
        _ results: [Result<ActionWritten, StoreError>]
    ) {
        for (job, result) in zip(jobs, results) { job.completion(result) }
    }

    /// The place where an action is, or is to be.
    func place(of change: ActionChange) -> ActionPolicy.Durability {
        if case .accept(_, let place, _, _) = change { return place }
        guard let memory else { return .disk }
        return (try? memory.table.has(change.action)) == true ? .memory : .disk
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

    private mutating func writeToMemory(
        _ writes: [ActionWrite]
    ) -> [Result<ActionWritten, StoreError>] {
        guard !writes.isEmpty else { return [] }
        let writer: ActionWriter
        do throws(SQLiteError) {
            writer = try memoryWriter()
        } catch {
            return writes.map { _ in .failure(StoreError("memory", error)) }
        }
        let known = writes.map { obstacle(to: $0.change) }
        var written = writer.commit(
            zip(writes, known).compactMap { $1 == nil ? $0 : nil },
            at: .now
        )[...]
        return known.map { known in
            known.map { .success(.answer($0)) } ?? written.popFirst() ?? .failure(.closed)
        }
    }

    private mutating func memoryWriter() throws(SQLiteError) -> ActionWriter {
        if let memory { return memory }
        let writer = ActionWriter(try ActionTable(), .inMemory)
        memory = writer
        return writer
    }

    /// The answer to a submission in memory that makes no new action because of a stored one; `nil`
    /// for a new action.
    ///
    /// Of one key the stored action counts, which is of an earlier configuration that had its kind
    /// stored. What needs no file is taken while that cannot be read.
    private func obstacle(to change: ActionChange) -> KeepingAnswer? {
        guard case .accept(let action, _, _, _) = change, let file else { return nil }
        do throws(SQLiteError) { return try file.table.obstacle(to: action) } catch { return nil }
    }

    /// Tells which actions in memory have the keys of stored ones, which count.
    func tellSharedKeys(_ tell: (StoreNews) -> Void) {
        guard let memory, let file else { return }
        // A file that cannot be read any more tells so itself.
        let sharing = (try? memory.table.sharingKeys(with: file.table)) ?? []
        for (id, holder) in sharing { tell(.keyIsStored(id, holder: holder)) }
    }
}
