internal import Slipway
internal import Synchronization

/// The jobs for the thread that uses the file, which may hang in one of them.
///
/// The store's own thread adds them, looks at the time, and answers those who wait while the file is silent.
final class FileQueue: Sendable {
    fileprivate struct State: Sendable {
        /// The jobs that have not begun, in their order.
        var jobs: [StoreJob] = []
        /// The jobs that the file's thread has.
        var begun: [StoreJob] = []
        var pulse: StorePulse
        var isClosing = false
        /// The file's thread has nothing to do, and so adds nothing itself.
        var isResting = false
        /// The watcher is to be woken once the file's thread has nothing to do.
        var wakesAtRest = false
        /// The store's own thread is there.
        var hasKeeper = false
    }

    private let state: Mutex<State>
    private let work = Parker()
    private let keeper = Parker()
    /// Wakes the thread that looks at the time.
    private let wakeWatcher: @Sendable () -> Void

    /// - Parameters:
    ///   - patience: How long a file is awaited that is not open yet.
    ///   - wakeWatcher: Called when the next look may be another than was known; from any thread.
    init(patience: Instant, wakeWatcher: @escaping @Sendable () -> Void) {
        state = Mutex(State(pulse: StorePulse(opensUntil: patience)))
        self.wakeWatcher = wakeWatcher
    }
}

/// The side of the store's own thread.
extension FileQueue {
    /// Tells the file's thread whether the store's own thread is there.
    func keeperIs(there isThere: Bool) {
        state.withLock { $0.hasKeeper = isThere }
        keeper.notify()
    }

    /// The jobs of a silent file whose callers wait.
    struct Unanswered: Sendable {
        /// The calls that have not begun, and never will, and those under way whose later answer is
        /// dropped.
        var refused: [StoreJob] = []
        /// The new actions that are being written: they may be accepted yet.
        var unanswered: [ActionID] = []
    }

    /// Looks at the time, and adds jobs.
    ///
    /// - Returns: Whether the file answers, if that is new, and the calls that are to be answered
    ///   in its place.
    func add(
        _ jobs: [StoreJob],
        at now: Instant
    ) -> (news: StorePulse.Condition?, calls: Unanswered) {
        let answer = state.withLock { state in
            // The look comes first, so that a file that answers again refuses no new call.
            let news = state.pulse.look(at: now)
            state.jobs += jobs
            var calls = Unanswered()
            if state.pulse.told != .answers {
                calls.refused = state.jobs.filter(\.isCall)
                state.jobs.removeAll(where: \.isCall)
                if news != nil { state.giveUpCalls(&calls) }
            }
            if !jobs.isEmpty, !state.jobs.isEmpty {
                state.isResting = false
                state.pulse.asked(at: now)
            }
            return (news, calls)
        }
        if !jobs.isEmpty { work.notify() }
        return answer
    }

    /// When the next look is due; `nil` as long as nothing happens.
    var nextLook: Instant? { state.withLock(\.pulse.nextLook) }

    /// Tells whether the file's thread has nothing to do; otherwise the watcher is woken once that
    /// is so.
    ///
    /// The jobs of that thread may bring others: a launch that is told of its actions changes them.
    func isAtRest() -> Bool {
        state.withLock { state in
            state.wakesAtRest = true
            return state.isResting
        }
    }

    /// No job follows.
    func close() {
        state.withLock { $0.isClosing = true }
        work.notify()
    }
}

/// The side of the file's thread.
extension FileQueue {
    /// Waits until it is known whether the store's own thread is there.
    ///
    /// Without that thread no change would come, so what the file has must not be told either.
    ///
    /// - Returns: Whether the thread is there.
    func awaitKeeper() -> Bool {
        _ = keeper.wait()
        return state.withLock(\.hasKeeper)
    }

    /// Waits for jobs.
    ///
    /// - Parameters:
    ///   - deadline: How long at most.
    ///   - isHeld: Tells of a job whether it has to wait still; `nil` for none.
    ///   - isCopying: Whether a copy that was begun is still being made.
    /// - Returns: The jobs; none at the deadline; `nil` when no job follows and all are done, or
    ///   held.
    func take(
        until deadline: Instant,
        holding isHeld: ((StoreJob) -> Bool)?,
        isCopying: Bool = false
    ) -> [StoreJob]? {
        while true {
            let (jobs, isClosing, isNews) = state.withLock { state in
                let jobs = state.take(isHeld, isCopying)
                state.isResting = jobs.isEmpty
                if jobs.isEmpty { state.pulse.rests() } else { state.pulse.begins(at: .now) }
                let isNews = state.pulse.isNews || state.isResting && state.wakesAtRest
                return (jobs, state.isClosing, isNews)
            }
            if isNews { wakeWatcher() }
            if !jobs.isEmpty { return jobs }
            if isClosing { return nil }
            guard work.wait(upTo: Instant.now.duration(to: deadline)) else {
                begins()
                return []
            }
        }
    }

    /// Something begins, by itself or as a further part of what is under way.
    func begins() {
        let isNews = state.withLock { state in
            let wasWatched = state.pulse.nextLook != nil
            state.isResting = false
            state.pulse.begins(at: .now)
            return state.pulse.isNews || !wasWatched
        }
        if isNews { wakeWatcher() }
    }

    /// The file is open, or is known not to be usable.
    func opened() { state.withLock { $0.pulse.opened() } }

    /// Takes the jobs that have not begun, and never will.
    func takeRest() -> [StoreJob] {
        state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
    }
}

extension FileQueue.State {
    /// Adds the calls that the file's thread has.
    fileprivate func giveUpCalls(_ calls: inout FileQueue.Unanswered) {
        for job in begun where job.isCall {
            if case .write(let write, _) = job {
                calls.unanswered.append(write.change.action)
            } else {
                calls.refused.append(job)
            }
        }
    }

    /// Has jobs begin, and returns them.
    fileprivate mutating func take(
        _ isHeld: ((StoreJob) -> Bool)?,
        _ isCopying: Bool
    ) -> [StoreJob] {
        let taken = jobs.filter { isHeld?($0) != true }
        jobs = isHeld.map { jobs.filter($0) } ?? []
        begun = (isCopying ? begun.filter(\.isCopy) : []) + taken
        return taken
    }
}
