internal import Slipway

/// The place of the file, and how much stays in it for how long.
struct StoreFile: Sendable {
    let folder: String
    let layer: String?
    let retention: ActionRetention
    /// The most bytes of the file; `nil` for the usual number.
    let maximum: UInt64?
}

/// The thread that uses the file.
extension ActionDatabase {
    /// Performs the jobs of the queue until the queue is closed, and opens the file meanwhile.
    func serve(
        _ queue: FileQueue,
        _ file: StoreFile,
        _ patience: Instant,
        _ tell: (StoreNews) -> Void
    ) {
        var tables = StoreTables()
        var opening = StoreOpening(file, until: patience)
        var copying = StoreCopying()
        var damage = DamageWatch()
        while true {
            var isOpened = false
            if opening.isDue {
                queue.begins()
                if let news = opening.open(&tables, queue, tell) {
                    tell(news)
                    if case .opened = news {
                        tables.file?.onPiece = { queue.begins() }
                        isOpened = true
                        tables.tellSharedKeys(of: memory, tell)
                    }
                }
                if !opening.holdsChanges { queue.opened() }
            }
            if let news = damage.look(beside: file.folder, isOpened: isOpened, at: .now) {
                tell(news)
            }
            let isQuick = opening.isQuick
            let jobs = queue.take(
                until: copying.isIdle ? tables.nextVisit(opening, damage) : .now,
                holding: opening.holdsChanges ? { $0.isHeld(isQuick) } : nil,
                isCopying: !copying.isIdle
            )
            guard let jobs else { break }
            perform(jobs, tables, queue, tell)
            for case .copy(let completion) in jobs {
                if tables.file == nil {
                    completion(.failure(tables.failure ?? .closed))
                } else {
                    copying.add(completion)
                }
            }
            if let writer = tables.file {
                queue.begins()
                copying.step(of: writer.table)
                if writer.recovers() { tell(.stores) }
            }
            purge(tables, tell)
            tables.file?.giveBack()
            if let news = tables.file?.noteShortage() ?? tables.file?.roomNews() { tell(news) }
        }
        for job in queue.takeRest() { job.refuse(.closed) }
        copying.refuse(.closed)
        // The caller is told before the file is closed: its last checkpoint may take long.
        written.notify()
        if let writer = tables.file { Reclaiming.checkpoint(writer.table.connection) }
        tables.file = nil
        opening.close()
    }

    private func purge(_ tables: StoreTables, _ tell: (StoreNews) -> Void) {
        do throws(StoreError) {
            try tables.file?.purgeIfDue()
            try tables.file?.relieve()
        } catch {
            tell(.keepsOldRecords(error))
        }
    }

    /// Performs jobs, first the writes together; each counts as an answer of the file.
    private func perform(
        _ jobs: [StoreJob],
        _ tables: StoreTables,
        _ queue: FileQueue,
        _ tell: (StoreNews) -> Void
    ) {
        var writes: [(ActionWrite, StoreTables.Completion)] = []
        for case .write(let write, let completion) in jobs { writes.append((write, completion)) }
        if !writes.isEmpty {
            memory.noteStored(writes.map(\.0))
            if let news = tables.perform(writes) { tell(news) }
            queue.begins()
        }
        for job in jobs {
            switch job {
            case .write, .copy: continue
            case .ask(let change, let answer): answer(tables.obstacle(to: change))
            case .read(let body):
                body(
                    ActionReading(memory: memory, writer: tables.file, failure: tables.failure)
                )
            case .run(let body): body()
            case .useFile(let use, let body):
                // If this fails, so does the next write, and its error says why.
                try? tables.file?.sync(use != .unsynced)
                body(tables.file.map { .success($0) } ?? .failure(tables.failure ?? .closed))
            }
            queue.begins()
        }
    }
}

extension StoreTables {
    /// The instant at which there is work to do without a new job.
    fileprivate func nextVisit(_ opening: StoreOpening, _ damage: DamageWatch) -> Instant {
        let visit = file?.nextVisit ?? opening.nextTry
        return damage.nextLook.map { min($0, visit) } ?? visit
    }
}
