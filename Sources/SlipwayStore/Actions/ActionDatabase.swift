package import Slipway
internal import SlipwayInterface
package import SlipwaySystem
internal import Synchronization

/// Keeps launch actions in a file of the state directory, with a thread of its own.
///
/// No call waits for the disk. Changes are written in the order of the calls; all that came while
/// the last ones were being written are committed together.
package final class ActionDatabase: Sendable {
    private enum Job: Sendable {
        case write(ActionWrite, @Sendable (Result<ActionWritten, StoreError>) -> Void)
        case read(@Sendable (ActionReading) -> Void)
        case copy(StoreCopying.Completion)

        func refuse(_ error: StoreError) {
            switch self {
            case .write(_, let completion): completion(.failure(error))
            case .read(let body):
                body(ActionReading(table: nil, failure: error))
            case .copy(let completion): completion(.failure(error))
            }
        }

        var isWrite: Bool { if case .write = self { true } else { false } }
    }

    private struct State: Sendable {
        var jobs: [Job] = []
        var isClosing = false
        /// Why nothing is written or read any more; `nil` as long as the store's thread
        /// takes the jobs.
        var failure: StoreError?
    }

    private let state = Mutex(State())
    private let work = Parker()
    private let written = Parker()
    private let closed = Parker()

    /// Creates a store, which takes changes from now on; they are written once it was
    /// ``start(in:layer:retention:patience:tell:)``ed.
    package init() {}

    /// Opens the file, beside the caller, and tries again until it can.
    ///
    /// - Parameters:
    ///   - folder: The state directory.
    ///   - layer: The name of SQLite's layer over the file system; `nil` for its own.
    ///   - retention: How long ended actions are kept.
    ///   - patience: How long changes wait for a file that another process has; then they are
    ///     refused until it can be used.
    ///   - tell: Called on the store's thread with what is new; with what was found before any change
    ///     is answered.
    /// - Throws: There is no thread.
    package func start(
        in folder: String,
        layer: String? = nil,
        retention: ActionRetention = ActionRetention(),
        patience: Instant = .now,
        tell: @escaping @Sendable (StoreNews) -> Void
    ) throws(ErrorNumber) {
        try PlainThread.run { [self] in
            serve(folder, layer, retention, OpeningTries(until: patience, at: .now), tell)
            // The file is closed by now.
            closed.notify()
        }
    }

    private func serve(
        _ folder: String,
        _ layer: String?,
        _ retention: ActionRetention,
        _ tries: OpeningTries,
        _ tell: (StoreNews) -> Void
    ) {
        var (tries, held) = (tries, [Job]())
        // Each try finds the same; it is news once.
        var findings: Set<String> = []
        while true {
            do throws(ActionFileError) {
                let file = try ActionFile(in: folder, layer: layer) { finding in
                    if findings.insert(finding).inserted { tell(.finding(finding)) }
                }
                let lock = file.lock
                let found = try file.found
                tell(.opened(found))
                serve(held, ActionWriter(file, retention), tell)
                return lock.release()
            } catch {
                let words = StoreError("cannot use \(folder)/\(ActionFile.name): \(error.reason)")
                let (news, next) = tries.failed(error, words, at: .now)
                if let news { tell(news) }
                guard hold(&held, until: next, tries.state == .waits, words) else {
                    return refuse(.closed, held)
                }
            }
        }
    }

    /// Answers what is asked while there is no file, and holds the changes for which it is waited.
    ///
    /// - Returns: `false` when it is closed.
    private func hold(
        _ held: inout [Job],
        until next: Instant,
        _ holdsWrites: Bool,
        _ error: StoreError
    ) -> Bool {
        if !holdsWrites {
            for job in held { job.refuse(error) }
            held = []
        }
        while Instant.now < next {
            guard let jobs = take(until: next) else { return false }
            for job in jobs {
                if job.isWrite, holdsWrites { held.append(job) } else { job.refuse(error) }
            }
        }
        return true
    }

    /// Does what is asked of an open file, until it is closed.
    private func serve(_ held: [Job], _ writer: ActionWriter, _ tell: (StoreNews) -> Void) {
        perform(held, writer, tell)
        var copying = StoreCopying()
        while let jobs = take(until: copying.isIdle ? writer.nextVisit : .now) {
            perform(jobs, writer, tell)
            for case .copy(let completion) in jobs { copying.add(completion) }
            copying.step(of: writer.table)
            do throws(StoreError) { try writer.purgeIfDue() } catch {
                tell(.keepsOldRecords(error))
            }
            if writer.recovers() { tell(.stores) }
        }
        copying.refuse(.closed)
        // The file is closed after this: its last checkpoint may take long.
        written.notify()
        Reclaiming.checkpoint(writer.table.connection)
    }

    /// Stores a change.
    ///
    /// - Parameters:
    ///   - write: The change.
    ///   - completion: Called once it is as safe as it has to be, or could not be stored; on another
    ///     thread, so that the caller may hold what it takes.
    package func write(
        _ write: ActionWrite,
        completion: @escaping @Sendable (Result<ActionWritten, StoreError>) -> Void
    ) {
        add(.write(write, completion))
    }

    /// Reads, after all changes so far.
    ///
    /// - Parameter body: Called on the store's thread, or before this returns if there is no file;
    ///   must not keep the reading.
    package func read(_ body: @escaping @Sendable (ActionReading) -> Void) { add(.read(body)) }

    /// Makes a copy of everything as it is after all changes so far; those that come meanwhile do not
    /// wait for it, and may be in it.
    ///
    /// - Parameter completion: Called on the store's thread, or before this returns if there is no
    ///   file.
    package func copy(
        completion: @escaping @Sendable (Result<StoreCopy, StoreError>) -> Void
    ) {
        add(.copy(completion))
    }

    /// Waits until all changes so far are written, and, in the time that is left, until the file is
    /// closed.
    ///
    /// - Parameter limit: How long at most: a disk may be silent.
    /// - Returns: Whether all are written.
    package func close(within limit: Duration) -> Bool {
        let start = Instant.now
        state.withLock { $0.isClosing = true }
        work.notify()
        guard written.wait(upTo: limit) else { return false }
        _ = closed.wait(upTo: limit - start.duration(to: .now))
        return true
    }

    /// Refuses every change so far, and those to come; nothing is read any more.
    ///
    /// Must not be called while a lock is held that a completion takes.
    func refuse(_ error: StoreError) { refuse(error, []) }

    private func refuse(_ error: StoreError, _ held: [Job]) {
        let jobs = state.withLock { state in
            state.failure = error
            defer { state.jobs = [] }
            return held + state.jobs
        }
        for job in jobs { job.refuse(error) }
        written.notify()
        closed.notify()
    }

    private func add(_ job: Job) {
        let (isFirst, failure) = state.withLock { state in
            if state.failure == nil { state.jobs.append(job) }
            return (state.jobs.count == 1, state.failure)
        }
        if let failure {
            refuseLate(job, failure)
        } else if isFirst {
            work.notify()
        }
    }

    /// Answers what came after the refusal.
    ///
    /// A launch makes its changes with its lock held, so they are answered on another thread. Without
    /// a file it makes none, so only those of its last moments come here: if there is no thread
    /// either, they stay unanswered.
    private func refuseLate(_ job: Job, _ error: StoreError) {
        switch job {
        case .read, .copy: job.refuse(error)
        case .write: try? PlainThread.run { job.refuse(error) }
        }
    }

    /// - Returns: None at the deadline; `nil` when it is closed and nothing is left.
    private func take(until deadline: Instant) -> [Job]? {
        while true {
            let (jobs, isClosing) = state.withLock { state in
                // At once, so that no job comes between.
                if state.jobs.isEmpty, state.isClosing { state.failure = .closed }
                defer { state.jobs = [] }
                return (state.jobs, state.isClosing)
            }
            if !jobs.isEmpty { return jobs }
            if isClosing { return nil }
            guard work.wait(upTo: Instant.now.duration(to: deadline)) else { return [] }
        }
    }

    private func perform(_ jobs: [Job], _ writer: ActionWriter, _ tell: (StoreNews) -> Void) {
        var writes: [ActionWrite] = []
        var completions: [@Sendable (Result<ActionWritten, StoreError>) -> Void] = []
        for case .write(let write, let completion) in jobs {
            writes.append(write)
            completions.append(completion)
        }
        if !writes.isEmpty {
            let results = writer.commit(writes, at: .now)
            if let news = writer.note(writes, results) { tell(news) }
            for (completion, result) in zip(completions, results) { completion(result) }
        }
        for case .read(let body) in jobs { body(ActionReading(table: writer.table)) }
    }
}

extension ActionFile {
    /// What earlier launches left.
    fileprivate var found: ActionsFound {
        get throws(ActionFileError) {
            do throws(SQLiteError) {
                let suspects = try table.markSuspects()
                let open = try table.open(at: .now, .now)
                let kinds = try table.keyedKinds()
                return ActionsFound(open: open, suspects: suspects, keyedKinds: kinds)
            } catch {
                throw ActionFileError(error)
            }
        }
    }
}
