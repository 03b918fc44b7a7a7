internal import Slipway
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayOperations
internal import SlipwaySystemd

/// Finds out whether the files of the generation in service are as they were when it was loaded, and tells it.
///
/// The look has a thread of its own: a file system may be silent. Who asks gets the last answer then, after a moment.
@Loop
final class ConfigurationLook {
    private enum State {
        case idle
        /// It looks; until the time is up those who ask wait for it.
        case looking(Timer)
        /// It looks, and has not come back in time.
        case silent
    }

    /// The time that those who ask wait.
    private static let patience = Duration.milliseconds(250)

    private let log: HostLog
    private var generation: Generation
    private var state = State.idle
    /// The files that are known to have changed.
    private var known: [String] = []
    private var waiting: [CheckedContinuation<[String], Never>] = []

    nonisolated init(_ first: Generation, _ log: HostLog) {
        generation = first
        self.log = log
    }

    /// Another generation is in service: its files count from now on.
    func follow(_ next: Generation) {
        generation = next
        known = []
        look()
    }

    /// Looks, and tells the service manager and the log what is new.
    func look() {
        if case .idle = state { begin() }
    }

    /// Looks, and finds the files that have changed, or were last known to.
    func changes() async -> [String] {
        if case .silent = state { return known }
        return await withCheckedContinuation { asker in
            waiting.append(asker)
            look()
        }
    }

    private func begin() {
        let timer = Timer(after: Self.patience) { [self] in
            state = .silent
            answer()
        }
        state = .looking(timer)
        do throws(Thread.Refusal) {
            try Thread("slipway-look", blocking: .full) { [self, generation] in
                let changes = generation.files.findChanges()
                Loop.post { [self] in found(changes, of: generation) }
            }
        } catch {
            timer.cancel()
            state = .idle
            answer()
        }
    }

    private func found(_ changes: [String], of generation: Generation) {
        if case .looking(let timer) = state { timer.cancel() }
        state = .idle
        // It began before the one that is in service now.
        guard generation === self.generation else { return begin() }
        if changes != known {
            known = changes
            generation.hosted.systemd.remark(
                changes.isEmpty ? nil : ChangedFilesWords.fact,
                as: .changedFiles
            )
            if !changes.isEmpty { log.say(.notice, ChangedFilesWords.advice(changes)) }
        }
        answer()
    }

    private func answer() {
        let waiting = self.waiting
        self.waiting = []
        for asker in waiting { asker.resume(returning: known) }
    }
}
