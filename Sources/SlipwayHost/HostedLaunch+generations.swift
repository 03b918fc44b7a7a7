package import Slipway
internal import SlipwayControlServer
internal import SlipwayStore
internal import SlipwaySystemd

/// The generations of a hosted launch: the first, those that may follow, and how one replaces
/// another.
extension HostedLaunch {
    /// The observers of the launch, in this order: systemd, the callers at the sockets, the journal.
    ///
    /// - Parameters:
    ///   - afterwards: How long it takes to end the process after the launch has ended.
    ///   - isProbed: Whether probes ask for it.
    /// - Returns: The reporters of one launch.
    package func reporters(afterwards: Duration, isProbed: Bool = false) -> [any LaunchReporter] {
        first(afterwards: afterwards, isProbed: isProbed).reporters
    }

    /// The first generation, with its reporters.
    ///
    /// - Parameters:
    ///   - afterwards: How long it takes to end the process after the launch has ended.
    ///   - isProbed: Whether probes ask for it.
    /// - Returns: The generation.
    package func first(afterwards: Duration, isProbed: Bool = false) -> HostedGeneration {
        let first = hosted(
            current.generation,
            afterwards: afterwards,
            isProbed: isProbed,
            digest: digest
        )
        probes.follow(first.systemd)
        return first
    }

    /// Prepares a generation that may replace the current one; nothing runs yet.
    ///
    /// - Parameters:
    ///   - graph: What to launch.
    ///   - kinds: Its kinds of launch action.
    ///   - thread: The thread of the main queue.
    ///   - number: Its number.
    ///   - adopted: The operations that are handed over by the generation before.
    ///   - afterwards: How long it takes to end the process after the launch has ended.
    ///   - isProbed: Whether probes ask for it, once it is in service.
    ///   - digest: The digest of its configuration; called beside the launch.
    /// - Returns: The generation.
    package func prepare(
        _ graph: Graph,
        _ kinds: any ActionKinds,
        on thread: MainThread,
        number: Int,
        adopting adopted: Set<String>,
        afterwards: Duration,
        isProbed: Bool,
        digest: @escaping @Sendable () -> String
    ) -> HostedGeneration {
        let launch = Launch(
            graph,
            deadlineFrom: .processStart,
            keeper: store,
            values: values,
            on: thread,
            isSuccessor: true
        )
        store.serve(launch, kinds)
        if let safeMode = history.safeMode, !history.isForgiven {
            launch.leaveOutOptional(reason: safeMode.words)
        }
        let generation = CurrentLaunch.Generation(number: number, launch, kinds)
        return hosted(
            generation,
            adopting: adopted,
            afterwards: afterwards,
            isProbed: isProbed,
            digest: digest
        )
    }

    private func hosted(
        _ generation: CurrentLaunch.Generation,
        adopting adopted: Set<String> = [],
        afterwards: Duration,
        isProbed: Bool,
        digest: @escaping @Sendable () -> String
    ) -> HostedGeneration {
        let systemd = SystemdReporter(
            afterwards: afterwards + Self.farewell,
            isReload: generation.number > 1,
            isAsked: isProbed
        )
        if generation.number == 1, let safeMode = history.safeMode {
            systemd.remark(safeMode.words, as: .safeMode)
            log.say(LogEntry(safeMode: safeMode))
        }
        return HostedGeneration(
            generation: generation,
            systemd: systemd,
            news: LaunchNews(
                current: current,
                launchID: generation.launch.id,
                store: store,
                senders: senders,
                watchers: watchers,
                memory: memory,
                recorder: LaunchRecorder(
                    history: history,
                    generation: generation,
                    systemd: systemd,
                    log: log,
                    digest: digest
                )
            ),
            journal: JournalReporter(log.journal, generation: generation.number, adopted: adopted)
        )
    }

    /// A generation that is ready replaces the current one: calls are answered by it at once, and
    /// the actions that wait are handed over to it, between other calls if they are many.
    ///
    /// - Parameters:
    ///   - previous: The current one, which is to be ended once all of its actions have.
    ///   - next: The generation.
    package nonisolated(nonsending) func replace(
        _ previous: HostedGeneration,
        with next: HostedGeneration
    ) async {
        previous.journal.setInService(false)
        previous.systemd.retire()
        next.journal.setInService(true)
        if let trouble = previous.launch.report.storage { next.launch.note(trouble) }
        current.replace(with: next.generation)
        probes.follow(next.systemd)
        store.replaceLaunch(with: next.launch)
        watchers.follow(next.launch)
        reloading.succeeded()
        await previous.launch.handOver(to: next.launch)
        // The handover has told the new launch that the store is there, which may not answer at
        // present.
        store.tellTrouble()
        next.systemd.endReload()
    }

    /// A generation has ended that was replaced, or that never was the current one.
    package func forget(_ generation: HostedGeneration) {
        current.forget(generation.launch)
        store.forget(generation.launch)
        memory.noteBurst()
    }
}
