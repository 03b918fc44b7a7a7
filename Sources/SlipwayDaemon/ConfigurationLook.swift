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
    typealias Completion = @Sendable ([String]) -> Void

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
    private var waiting: [Completion] = []

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
    ///
    /// - Parameter completion: Called with the files that have changed, or were last known to.
    func look(_ completion: @escaping Completion = { _ in }) {
        switch state {
        case .silent: return completion(known)
        case .looking: waiting.append(completion)
        case .idle:
            waiting.append(completion)
            begin()
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
        for completion in waiting { completion(known) }
    }
}
