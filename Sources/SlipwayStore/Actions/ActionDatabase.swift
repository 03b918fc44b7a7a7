package import Slipway
internal import SlipwayRecords
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

        func refuse(_ error: StoreError) {
            switch self {
            case .write(_, let completion): completion(.failure(error))
            case .read(let body):
                body(ActionReading(table: nil, failure: error == .closed ? error : nil))
            }
        }
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
    /// ``start(in:layer:retention:onTrouble:opened:)``ed.
    package init() {}

    /// Opens the file, beside the caller.
    ///
    /// - Parameters:
    ///   - folder: The state directory.
    ///   - layer: The name of SQLite's layer over the file system; `nil` for its own.
    ///   - retention: How long ended actions are kept.
    ///   - onTrouble: Called on the store's thread with why old records could not be let go.
    ///   - opened: Called on the store's thread with what it found, before any change is answered.
    /// - Throws: There is no thread.
    package func start(
        in folder: String,
        layer: String? = nil,
        retention: ActionRetention = ActionRetention(),
        onTrouble: @escaping @Sendable (StoreError) -> Void = { _ in },
        opened: @escaping @Sendable (Result<ActionsFound, StoreError>) -> Void
    ) throws(ErrorNumber) {
        try PlainThread.run { [self] in
            serve(folder, layer, retention, onTrouble, opened)
            // The file is closed by now.
            closed.notify()
        }
    }

    private func serve(
        _ folder: String,
        _ layer: String?,
        _ retention: ActionRetention,
        _ onTrouble: (StoreError) -> Void,
        _ opened: (Result<ActionsFound, StoreError>) -> Void
    ) {
        do throws(StoreError) {
            let (writer, found) = try Self.open(folder, layer, retention)
            opened(.success(found))
            withExtendedLifetime(writer) {
                while let jobs = take(until: writer.nextPurge) {
                    perform(jobs, writer)
                    do throws(StoreError) { try writer.purgeIfDue() } catch { onTrouble(error) }
                }
                // The file is closed after this: its last checkpoint may take long.
                written.notify()
            }
        } catch {
            opened(.failure(error))
            refuse(error)
        }
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
    func refuse(_ error: StoreError) {
        let jobs = state.withLock { state in
            state.failure = error
            defer { state.jobs = [] }
            return state.jobs
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
        case .read: job.refuse(error)
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

    private func perform(_ jobs: [Job], _ writer: ActionWriter) {
        var writes: [ActionWrite] = []
        var completions: [@Sendable (Result<ActionWritten, StoreError>) -> Void] = []
        for case .write(let write, let completion) in jobs {
            writes.append(write)
            completions.append(completion)
        }
        if !writes.isEmpty {
            let results = writer.commit(writes, at: .now)
            for (completion, result) in zip(completions, results) { completion(result) }
        }
        for case .read(let body) in jobs { body(ActionReading(table: writer.table)) }
    }

    private static func open(
        _ folder: String,
        _ layer: String?,
        _ retention: ActionRetention
    ) throws(StoreError) -> (ActionWriter, ActionsFound) {
        do throws(ActionFileError) {
            let file = try ActionFile(in: folder, layer: layer)
            let open: [RestoredAction]
            let suspects: Int
            do throws(SQLiteError) {
                suspects = try file.table.markSuspects()
                open = try file.table.open(at: .now, .now)
            } catch {
                throw ActionFileError(error)
            }
            let found = ActionsFound(open: open, suspects: suspects, findings: file.findings)
            return (ActionWriter(file, retention), found)
        } catch {
            throw StoreError("cannot use \(folder)/\(ActionFile.name): \(error.reason)")
        }
    }
}

/// What a store found when it was opened.
package struct ActionsFound: Sendable {
    /// What has not ended, in the order of acceptance.
    package let open: [RestoredAction]
    /// How many ran when the service ended, if it was more than one.
    package let suspects: Int
    /// What an operator should know; each a sentence.
    package let findings: [String]
}
