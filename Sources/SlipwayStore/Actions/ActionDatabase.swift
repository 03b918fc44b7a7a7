internal import Slipway
internal import SlipwayInterface
internal import SlipwaySystem
internal import Synchronization

/// The care with which the file is used for data other than actions.
enum FileUse {
    /// A write outlives a power cut.
    case synced
    /// A write may be lost in a power cut.
    case unsynced
    /// A read, which waits only for a moment while another process has the file.
    case urgent
}

/// Stores launch actions in a file of the state directory, and holds others in memory, with threads
/// of its own: one takes all jobs, does those for memory, and hands the rest to another, which
/// alone waits for the disk.
///
/// No call waits for the disk. Changes are written in the order of the calls; all that came while
/// the last ones were being written are committed together. A disk that hangs (``StorePulse``) keeps no caller
/// waiting for longer than ``StorePulse/patience``.
final class ActionDatabase: Sendable {
    private struct State: Sendable {
        var jobs: [StoreJob] = []
        var isStarted = false
        var isClosing = false
        /// Why nothing is written or read any more; `nil` as long as the store's thread
        /// takes the jobs.
        var failure: StoreError?
    }

    /// There is to be a file.
    let isDurable: Bool
    let memory: MemoryActions
    private let state = Mutex(State())
    private let work = Parker()
    let written = Parker()
    let closed = Parker()

    /// Creates a store, which takes changes from now on.
    ///
    /// - Parameter isDurable: Whether there is to be a file: changes are then written after
    ///   ``start(in:layer:retention:upTo:patience:first:tell:)``.
    init(isDurable: Bool = true) {
        self.isDurable = isDurable
        memory = MemoryActions(besideFile: isDurable)
    }

    /// Opens the file on a thread of its own, and tries again until that succeeds.
    ///
    /// - Parameters:
    ///   - folder: The state directory.
    ///   - layer: The name of SQLite's layer over the file system; `nil` for its own.
    ///   - retention: How long the records of ended actions stay.
    ///   - maximum: The most bytes of the file; `nil` for the usual number.
    ///   - patience: How long changes wait for a file that another process has; then they are
    ///     refused until it can be used.
    ///   - first: Called on the file's thread, before the file is opened.
    ///   - tell: Called on the threads of the store with what is new: with what was found before
    ///     any change is answered.
    /// - Throws: There is no thread.
    func start(
        in folder: String,
        layer: String? = nil,
        retention: ActionRetention = ActionRetention(),
        upTo maximum: UInt64? = nil,
        patience: Instant = .now,
        first: (@Sendable () -> Void)? = nil,
        tell: @escaping @Sendable (StoreNews) -> Void
    ) throws(Thread.Refusal) {
        let file = StoreFile(
            folder: folder,
            layer: layer,
            retention: retention,
            maximum: maximum
        )
        try start(file, patience, first, tell)
    }

    /// Starts the thread for actions in memory where there is to be no file.
    ///
    /// To be called before a launch makes a change, which it does with its lock held.
    ///
    /// - Throws: There is no thread, or it has ended: a change would never be answered.
    func prepare() throws(StoreError) {
        let (isStarted, failure) = state.withLock { ($0.isStarted, $0.failure) }
        if let failure { throw failure }
        guard !isDurable, !isStarted else { return }
        do throws(Thread.Refusal) {
            try start(nil, .now, nil) { _ in }
        } catch {
            throw .noThread(error)
        }
    }

    private func start(
        _ file: StoreFile?,
        _ patience: Instant,
        _ first: (@Sendable () -> Void)?,
        _ tell: @escaping @Sendable (StoreNews) -> Void
    ) throws(Thread.Refusal) {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        do throws(Thread.Refusal) {
            let queue = file.map { _ in
                FileQueue(patience: patience) { [work] in work.notify() }
            }
            if let file, let queue {
                try Thread("slipway-store", blocking: .full) { [self] in
                    guard queue.awaitKeeper() else { return }
                    queue.begins()
                    first?()
                    serve(queue, file, patience, tell)
                    // The file is closed by now.
                    closed.notify()
                }
            }
            do throws(Thread.Refusal) {
                try Thread("slipway-actions", blocking: .full) { [self] in keep(queue, file, tell) }
            } catch {
                queue?.keeperIs(there: false)
                throw error
            }
            queue?.keeperIs(there: true)
        } catch {
            state.withLock { $0.isStarted = false }
            throw error
        }
    }

    /// Stores a change.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - times: The action's times, as far as they are known.
    ///   - result: Of an end: what the handler left.
    ///   - completion: Called once the change is as safe as it has to be, or could not be stored;
    ///     on another thread, since the caller may hold a lock that the completion takes.
    func write(
        _ change: ActionChange,
        _ times: ActionTimes = ActionTimes(),
        result: HandlerResult = HandlerResult(),
        completion: @escaping @Sendable (Result<ActionWritten, StoreError>) -> Void
    ) {
        add(.write(ActionWrite(change, times, result: result), completion))
    }

    /// Reads, after all changes so far.
    ///
    /// - Parameter body: Called on a thread of the store, or before this returns if there is none;
    ///   must not keep the reading. If the file falls silent meanwhile, `body` is called again with
    ///   a reading without the file, perhaps beside the first call.
    func read(_ body: @escaping @Sendable (ActionReading) -> Void) {
        guard isDurable || state.withLock({ $0.isStarted || $0.failure != nil }) else {
            return body(ActionReading(memory: memory, writer: nil, failure: nil))
        }
        add(.read(body))
    }

    /// Makes a copy of the file as it is after all changes so far; later changes do not wait for
    /// the copy, and may be in it.
    ///
    /// - Parameter completion: Called on the store's thread, or before this returns if there is no
    ///   file.
    func copy(
        completion: @escaping @Sendable (Result<StoreCopy, StoreError>) -> Void
    ) {
        guard isDurable else {
            return completion(
                .failure(StoreError("nothing is stored: the service has no state directory"))
            )
        }
        let answer = SingleAnswer(completion)
        add(.copy { answer.give($0) })
    }

    /// Reads or writes data other than actions, after all changes so far; waits for a file as
    /// changes do.
    ///
    /// - Parameters:
    ///   - use: Whether it waits for another process that has the file, and for the disk.
    ///   - body: Called on a thread of the store, or before this returns if there is no file; must
    ///     not keep the writer. If the file falls silent meanwhile, `body` is called again with
    ///     that error, perhaps beside the first call, unless the use is ``FileUse/unsynced``.
    func useFile(
        _ use: FileUse = .synced,
        _ body: @escaping @Sendable (Result<ActionWriter, StoreError>) -> Void
    ) {
        guard isDurable else {
            return body(.failure(StoreError("the service has no state directory")))
        }
        add(.useFile(use, body))
    }

    /// Does something on the file's thread, whether or not the file can be used: on the caller's
    /// where that thread is missing or has ended, and never where there is to be no file.
    func run(_ body: @escaping @Sendable () -> Void) {
        guard isDurable else { return }
        add(.run(body))
    }

    /// Waits until all changes so far are written, and, in the time that is left, until the file is
    /// closed.
    ///
    /// - Parameter limit: How long at most: a disk may be silent.
    /// - Returns: Whether all are written.
    func close(within limit: Duration) -> Bool {
        let start = Instant.now
        let isNeverUsed = state.withLock { state in
            state.isClosing = true
            guard !isDurable, !state.isStarted else { return false }
            state.failure = .closed
            return true
        }
        if isNeverUsed { return true }
        work.notify()
        guard written.wait(upTo: limit) else { return false }
        _ = closed.wait(upTo: limit - start.duration(to: .now))
        return true
    }

    /// Refuses every change so far, and those to come; nothing is read any more.
    ///
    /// Must not be called while a lock is held that a completion takes, nor once a thread takes the jobs.
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

    private func add(_ job: StoreJob) {
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

    /// Answers a job that came after the refusal.
    ///
    /// A launch makes its changes with its lock held, so they are refused on another thread.
    /// Without a store a launch makes none: only those of its last moments come here, and stay
    /// unanswered if there is no thread for them.
    private func refuseLate(_ job: StoreJob, _ error: StoreError) {
        switch job {
        case .ask, .read, .copy, .useFile, .run: job.refuse(error)
        case .write: _ = try? Thread("slipway-store", blocking: .full) { job.refuse(error) }
        }
    }

    /// - Returns: The jobs; none at the deadline, or when the file is worth a look; `nil` when the
    ///   store is closed and no job is left.
    func take(until deadline: Instant, _ queue: FileQueue?) -> [StoreJob]? {
        var isWoken = false
        while true {
            let (jobs, isClosing) = state.withLock { state -> ([StoreJob], Bool) in
                if state.failure != nil { return ([], true) }
                // Decided under the same lock, so that no job comes between.
                let isClosing = state.isClosing && state.jobs.isEmpty && queue?.isAtRest() ?? true
                if isClosing { state.failure = .closed }
                defer { state.jobs = [] }
                return (state.jobs, isClosing)
            }
            if !jobs.isEmpty { return jobs }
            if isClosing { return nil }
            guard !isWoken else { return [] }
            isWoken = work.wait(upTo: Instant.now.duration(to: deadline))
            guard isWoken else { return [] }
        }
    }
}

extension StoreError {
    static func noThread(_ error: Thread.Refusal) -> StoreError {
        StoreError("there is no thread for the store: \(error)")
    }
}
