internal import Slipway
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayOperations
internal import SlipwaySystemd

/// Finds out whether the files of the generation in service are as they were when it was loaded,
/// and tells what is new.
///
/// The look has a thread of its own, as a file system may be silent: then a caller gets the last
/// answer, after a moment.
@Loop
final class ConfigurationLook {
    private enum State {
        case idle
        /// A look runs; until the time is up callers wait for it.
        case looking(Timer)
        /// A look runs, and has not come back in time.
        case silent
    }

    /// The longest time that a caller waits.
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
        // The look began before this generation came into service.
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
