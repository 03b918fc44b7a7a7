internal import Slipway
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayReport
internal import SlipwayStore
internal import SlipwaySystem
internal import Synchronization

/// The launches of a service, this one and those before: what is stored of them, and what follows
/// for this one.
///
/// The marks of the last starts are read when the service is made, which takes some microseconds.
/// All else is done beside the launch: by the store's thread and, at the end of the launch, by its
/// reporter's. A mark is written beside the first operation, a record once the launch is ready, and
/// one at its end. A failure to store costs the history, and nothing else.
package final class LaunchHistory: Sendable {
    struct State: Sendable {
        /// The starts before this one.
        var before: LaunchMarks
        /// All starts.
        var marks: LaunchMarks
        /// The start of this process; without an identity until it is marked, which may be after
        /// the end of the launch.
        var mark = LaunchMark.blank
        /// The optional operations that run.
        var running: Set<String> = []
        /// The marks are about to be written.
        var isWriting = false
        /// The start of each launch of this process that is in service or has not ended, by its identity.
        var starts: [String: LaunchSummary] = [:]
        /// The launches of this process, the last one first, where there is no state directory.
        var held: [RecordedLaunch] = []
        /// The times out of the usual, of the launch that became ready last.
        var regressions: [Regression] = []
        /// The launches that were noted to be ready: those of this process that are in service or
        /// have not ended.
        var ready: Set<String> = []
        /// When a program was last noted to have ended.
        var restartNotedAt: Instant?
    }

    /// The decision that this process leaves out optional operations; `nil` if it does not.
    let safeMode: SafeMode?
    let store: ActionStore
    private let folder: String?
    let state: Mutex<State>
    /// Held while the marks are written, so that newer ones are written later.
    private let writing = Mutex(())

    /// The most launches that are held in memory.
    static let heldLimit = 16
    /// The least time between two records of a launch because of programs that end again and again.
    static let restartInterval = Duration.seconds(30)

    /// Creates the history of a service that begins.
    ///
    /// - Parameters:
    ///   - store: Stores the launches.
    ///   - folder: The state directory; `nil` for none.
    ///   - before: The starts before.
    init(_ store: ActionStore, in folder: String?, _ before: LaunchMarks) {
        self.store = store
        self.folder = folder
        var marks = before
        marks.begin()
        safeMode = marks.safeMode
        state = Mutex(State(before: before, marks: marks))
    }

    /// There is no state directory.
    var isHeld: Bool { folder == nil }

    /// The record of a launch of this process, as it is now; `nil` before the facts of its start are known.
    func record(_ report: Report) -> RecordedLaunch? {
        state.withLock { $0.starts[report.launchID] }.map { RecordedLaunch(report, $0) }
    }

    /// The starts before count no more: what is optional may run again.
    var isForgiven: Bool { state.withLock { $0.marks.safeMode == nil } }

    /// The times out of the usual, of the launch that became ready last.
    var regressions: [Regression] { state.withLock(\.regressions) }
}

/// The course of a process.
extension LaunchHistory {
    /// Marks the start of this process; called on the store's thread before the file is opened, or, without
    /// a state directory, once the launch runs.
    func begin(_ launch: Launch, digest: () -> String) {
        let start = start(of: launch, 1, digest: digest)
        state.withLock { state in
            guard !state.isMarked else { return }
            let end = state.mark.launch.end
            state.mark.launch = start
            state.mark.launch.end = end
        }
        write(isCertain: true)
        guard !isHeld else { return }
        store.begin(after: state.withLock(\.marks), name: launch.name)
        store.keep { RecordedLaunch(launch.summary.report, start) }
    }

    /// A further generation begins.
    func begin(_ launch: Launch, generation: Int, digest: () -> String) {
        let start = start(of: launch, generation, digest: digest)
        keep { RecordedLaunch(launch.summary.report, start) }
    }

    private func start(
        of launch: Launch,
        _ generation: Int,
        digest: () -> String
    ) -> LaunchSummary {
        let (bootID, digest) = (BootIdentity.current, digest())
        let date = Calendar.now.date(of: launch.processStart).microseconds
        return state.withLock { state in
            var start = LaunchSummary(
                launchID: launch.id,
                start: generation > 1 ? .warm : state.before.start(inBoot: bootID)
            )
            (start.bootID, start.startedAt) = (bootID, date)
            (start.configurationDigest, start.version) = (digest, Version.current)
            start.generation = generation
            state.starts[launch.id] = start
            return start
        }
    }

    /// A launch is ready.
    ///
    /// - Parameters:
    ///   - launch: The launch.
    ///   - completion: Called on the store's thread with the times that are out of the usual, if
    ///     there are any.
    func ready(_ launch: Launch, _ completion: @escaping @Sendable ([Regression]) -> Void) {
        let start = state.withLock { state in
            state.ready.insert(launch.id).inserted ? state.starts[launch.id] : nil
        }
        guard let start else { return }
        keep {
            RecordedLaunch(launch.report, start)
        } completion: { [self] launch, past in
            let found = Regression.all(of: launch, after: past)
            state.withLock { $0.regressions = found }
            if !found.isEmpty { completion(found) }
        }
        Loop.post { [self, weak launch] in
            Timer(after: SafeModeWords.probation) { [self, weak launch] in
                if case .ready? = launch?.report.phase { isSteady() }
            }
        }
    }

    /// A program of a launch that was ready is started again: a crash of the service is not to hide that.
    func restarted(_ launch: Launch) {
        let now = Instant.now
        let start = state.withLock { state -> LaunchSummary? in
            guard state.ready.contains(launch.id),
                state.restartNotedAt.map({ $0.duration(to: now) >= Self.restartInterval }) ?? true
            else { return nil }
            state.restartNotedAt = now
            return state.starts[launch.id]
        }
        if let start { keep { RecordedLaunch(launch.summary.report, start) } }
    }

    /// A launch has ended.
    ///
    /// - Parameters:
    ///   - report: The launch.
    ///   - isLast: Whether the service ends with it.
    func ended(_ report: Report, isLast: Bool) {
        let start = state.withLock { state in
            let start = state.starts[report.launchID]
            // The last launch may still be asked for.
            if !isLast {
                state.ready.remove(report.launchID)
                state.starts[report.launchID] = nil
            }
            return start
        }
        if let start { keep { RecordedLaunch(report, start) } }
        guard isLast else { return }
        state.withLock { state in
            let culprit = report.optionalCulprit
            state.mark.state = culprit == nil ? .ended : .failed
            state.mark.suspects = culprit.map { [$0] } ?? []
            state.mark.launch.end = report.phase == .stopped ? .stopped : .failed
            state.running = []
            // The service came up, with everything, and went down in order.
            if report.phase == .stopped, report.readyAt != nil, safeMode == nil {
                state.marks.forgive()
            }
        }
        writeLast()
    }

    /// The service ends, with a launch that may not have told its end since it could not begin.
    ///
    /// - Parameters:
    ///   - launch: The launch in service.
    ///   - reason: Why it failed.
    func ended(_ launch: Launch, reason: String) {
        var report = launch.summary.report
        guard report.endedAt == nil else { return }
        report.phase = .failed
        report.rootCauses = [RootCause(operation: nil, failure: Failure(reason))]
        report.endedAt = .now
        ended(report, isLast: true)
        // The beginning may be recorded only now: the end is recorded once more after that.
        store.run { [self, report] in ended(report, isLast: true) }
    }

    /// The service was ready for long enough.
    private func isSteady() {
        state.withLock { state in
            if state.isMarked, state.mark.state == .running { state.mark.state = .steady }
            state.marks.forgive()
        }
        store.run { [self] in write() }
    }

    /// The next start is to be one with everything.
    func forgive() {
        state.withLock { $0.marks.forgive() }
        store.run { [self] in write() }
    }

    /// An optional operation runs, or does no longer.
    func note(optional name: String, runs: Bool) {
        let isFirst = state.withLock { state in
            if runs { state.running.insert(name) } else { state.running.remove(name) }
            defer { state.isWriting = true }
            return !state.isWriting
        }
        // Changes that come meanwhile are written together.
        if isFirst { store.run { [self] in write() } }
    }

    /// Takes the optional operations that run from a report.
    func noteOptional(of report: Report) {
        let running = report.operations.lazy.filter { $0.mayBeLeftOut && $0.state == .running }
        state.withLock { $0.running = Set(running.map(\.name)) }
        store.run { [self] in write() }
    }

    /// Writes the marks at the end of the service, which waits for a silent disk no longer than
    /// ``HostedLaunch/farewell``.
    private func writeLast() {
        do throws(Thread.Refusal) {
            let thread = try Thread("slipway-look", blocking: .full) { [self] in
                write(isCertain: true)
            }
            _ = thread.join(within: HostedLaunch.farewell)
        } catch {
            write(isCertain: true)
        }
    }

    /// Writes the marks; blocks.
    private func write(isCertain: Bool = false) {
        writing.withLock { _ in
            let marks = marksToWrite()
            if let folder { MarkFile.write(marks, in: folder, isCertain: isCertain) }
        }
    }

    private func marksToWrite() -> LaunchMarks {
        state.withLock { state in
            state.isWriting = false
            guard state.isMarked else { return state.marks }
            var mark = state.mark
            switch mark.state {
            case .running, .steady:
                mark.suspects = Array(state.running.sorted().prefix(LaunchMark.suspectLimit))
            case .crashed, .failed, .ended: break
            }
            state.marks.note(mark)
            return state.marks
        }
    }

    private func keep(
        _ launch: @escaping @Sendable () -> RecordedLaunch,
        completion: (@Sendable (RecordedLaunch, [RecordedLaunch]) -> Void)? = nil
    ) {
        guard isHeld else { return store.keep(launch, completion) }
        let launch = launch()
        state.withLock { state in
            let id = launch.report.launchID
            if let index = state.held.firstIndex(where: { $0.report.launchID == id }) {
                state.held[index] = launch
            } else {
                state.held = [launch] + state.held.prefix(Self.heldLimit - 1)
            }
        }
    }
}

extension LaunchHistory.State {
    /// The start of this process is known.
    fileprivate var isMarked: Bool { !mark.launch.launchID.isEmpty }
}

extension OperationStatus {
    /// A safe mode would leave the operation out: it is optional, and not only there on demand.
    var mayBeLeftOut: Bool { declared.isOptional && !declared.isGroup && !declared.isOnDemand }
}
