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
    }

    private struct State: Sendable {
        var jobs: [Job] = []
        var isClosing = false
    }

    private let state = Mutex(State())
    private let work = Parker()
    private let end = Parker()

    /// Creates a store, which takes changes from now on; they are written once it was
    /// ``start(in:layer:retention:opened:)``ed.
    package init() {}

    /// Opens the file, beside the caller.
    ///
    /// - Parameters:
    ///   - folder: The state directory.
    ///   - layer: The name of SQLite's layer over the file system; `nil` for its own.
    ///   - retention: How long ended actions are kept.
    ///   - opened: Called on the store's thread with what it found, before any change is answered.
    /// - Throws: There is no thread.
    package func start(
        in folder: String,
        layer: String? = nil,
        retention: ActionRetention = ActionRetention(),
        opened: @escaping @Sendable (Result<ActionsFound, StoreError>) -> Void
    ) throws(ErrorNumber) {
        try PlainThread.run { [self] in
            serve(folder, layer, retention, opened)
            // The file is closed by now.
            end.notify()
        }
    }

    private func serve(
        _ folder: String,
        _ layer: String?,
        _ retention: ActionRetention,
        _ opened: (Result<ActionsFound, StoreError>) -> Void
    ) {
        do throws(StoreError) {
            let (writer, found) = try Self.open(folder, layer, retention)
            opened(.success(found))
            while let jobs = take() { perform(jobs, writer) }
        } catch {
            opened(.failure(error))
            refuseAll(error)
        }
    }

    /// Stores a change.
    ///
    /// - Parameters:
    ///   - write: The change.
    ///   - completion: Called on the store's thread once it is as safe as it has to be, or could not
    ///     be stored.
    package func write(
        _ write: ActionWrite,
        completion: @escaping @Sendable (Result<ActionWritten, StoreError>) -> Void
    ) {
        add(.write(write, completion))
    }

    /// Reads, after all changes so far.
    ///
    /// - Parameter body: Called on the store's thread; must not keep the reading.
    package func read(_ body: @escaping @Sendable (ActionReading) -> Void) { add(.read(body)) }

    /// Waits until all changes so far are written, and lets go of the file.
    ///
    /// - Parameter limit: How long at most: a disk may be silent.
    /// - Returns: Whether all are written.
    package func close(within limit: Duration) -> Bool {
        state.withLock { $0.isClosing = true }
        work.notify()
        return end.wait(upTo: limit)
    }

    private func add(_ job: Job) {
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            return state.jobs.count == 1
        }
        if isFirst { work.notify() }
    }

    /// - Returns: `nil` when it is closed and nothing is left.
    private func take() -> [Job]? {
        while true {
            let (jobs, isClosing) = state.withLock { state in
                defer { state.jobs = [] }
                return (state.jobs, state.isClosing)
            }
            if !jobs.isEmpty { return jobs }
            if isClosing { return nil }
            _ = work.wait()
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
            for (completion, result) in zip(completions, results) {
                completion(result.mapError { StoreError("\($0)") })
            }
        }
        for case .read(let body) in jobs { body(ActionReading(table: writer.table)) }
    }

    /// Refuses every change until the store is closed.
    func refuseAll(_ error: StoreError) {
        while let jobs = take() {
            for job in jobs {
                switch job {
                case .write(_, let completion): completion(.failure(error))
                case .read(let body): body(ActionReading(table: nil))
                }
            }
        }
    }

    private static func open(
        _ folder: String,
        _ layer: String?,
        _ retention: ActionRetention
    ) throws(StoreError) -> (ActionWriter, ActionsFound) {
        do throws(ActionFileError) {
            let file = try ActionFile(in: folder, layer: layer)
            let open: [RestoredAction]
            do throws(SQLiteError) {
                open = try file.table.open(at: .now, .now)
            } catch {
                throw ActionFileError(error)
            }
            let found = ActionsFound(open: open, findings: file.findings)
            return (ActionWriter(file.table, retention), found)
        } catch {
            throw StoreError("cannot use \(folder)/\(ActionFile.name): \(error.reason)")
        }
    }
}

/// What a store found when it was opened.
package struct ActionsFound: Sendable {
    /// What has not ended, in the order of acceptance.
    package let open: [RestoredAction]
    /// What an operator should know; each a sentence.
    package let findings: [String]
}
