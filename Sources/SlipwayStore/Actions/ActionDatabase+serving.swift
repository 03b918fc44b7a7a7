internal import Slipway

/// The place of the file, and what is kept in it.
struct StoreFile: Sendable {
    let folder: String
    let layer: String?
    let retention: ActionRetention
    /// The most bytes that it may have; `nil` for the usual number.
    let maximum: UInt64?
}

/// The store's thread.
extension ActionDatabase {
    /// Does what is asked until it is closed, and opens the file meanwhile.
    func serve(_ file: StoreFile?, _ patience: Instant, _ tell: (StoreNews) -> Void) {
        var tables = StoreTables()
        var opening = file.map { StoreOpening($0, until: patience) }
        var copying = StoreCopying()
        var held: [Job] = []
        while true {
            if opening?.isDue == true, let news = opening?.open(&tables, tell) {
                tell(news)
                if case .opened = news { tables.tellSharedKeys(tell) }
            }
            held = perform(held, &tables, opening, tell)
            let wake = copying.isIdle ? tables.nextVisit(opening) : .now
            guard let jobs = take(until: wake) else { break }
            held += perform(jobs, &tables, opening, tell)
            for case .copy(let completion) in jobs {
                if tables.file == nil {
                    completion(.failure(tables.failure ?? .closed))
                } else {
                    copying.add(completion)
                }
            }
            if let writer = tables.file {
                copying.step(of: writer.table)
                if writer.recovers() { tell(.stores) }
            }
            purge(tables, tell)
            if let news = tables.file?.roomNews() { tell(news) }
        }
        for job in held { job.refuse(.closed) }
        copying.refuse(.closed)
        // The file is closed after this: its last checkpoint may take long.
        written.notify()
        if let writer = tables.file { Reclaiming.checkpoint(writer.table.connection) }
        tables.file = nil
        opening?.close()
    }

    private func purge(_ tables: StoreTables, _ tell: (StoreNews) -> Void) {
        do throws(StoreError) {
            try tables.memory?.purgeIfDue()
            try tables.file?.purgeIfDue()
            try tables.file?.relieve()
        } catch {
            tell(.keepsOldRecords(error))
        }
    }

    /// Performs what need not wait for the file.
    ///
    /// - Returns: The rest.
    private func perform(
        _ jobs: [Job],
        _ tables: inout StoreTables,
        _ opening: StoreOpening?,
        _ tell: (StoreNews) -> Void
    ) -> [Job] {
        guard let opening, opening.holdsChanges else {
            perform(jobs, &tables, tell)
            return []
        }
        let isQuick = opening.isQuick
        perform(jobs.filter { !$0.isHeld(tables, isQuick) }, &tables, tell)
        return jobs.filter { $0.isHeld(tables, isQuick) }
    }

    private func perform(
        _ jobs: [Job],
        _ tables: inout StoreTables,
        _ tell: (StoreNews) -> Void
    ) {
        var writes: [(ActionWrite, StoreTables.Completion)] = []
        for case .write(let write, let completion) in jobs { writes.append((write, completion)) }
        if !writes.isEmpty, let news = tables.perform(writes) { tell(news) }
        for case .read(let body) in jobs { body(tables.reading) }
        for case .run(let body) in jobs { body() }
        for case .useFile(let use, let body) in jobs {
            // If it cannot be set, neither can anything be written, which says why.
            try? tables.file?.sync(use != .unsynced)
            body(tables.file.map { .success($0) } ?? .failure(tables.failure ?? .closed))
        }
    }
}

extension ActionDatabase.Job {
    /// Tells whether it needs the file, for which it is waited.
    fileprivate func isHeld(_ tables: StoreTables, _ isQuick: Bool) -> Bool {
        switch self {
        case .write(let write, _): tables.place(of: write.change) == .disk
        case .useFile(let use, _): isQuick || use != .urgent
        case .read, .copy, .run: false
        }
    }
}

extension StoreTables {
    /// When there is something to do though nothing is asked.
    fileprivate func nextVisit(_ opening: StoreOpening?) -> Instant {
        let visits = [memory?.nextVisit, file?.nextVisit ?? opening?.nextTry].compactMap(\.self)
        return visits.min() ?? Instant.now.advanced(by: .seconds(24 * 3600))
    }
}
