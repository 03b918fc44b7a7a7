internal import Slipway
internal import SlipwayReport

/// A launch in numbers, as collectors of metrics take them.
struct LaunchReading {
    typealias Label = MetricFamily.Label

    /// The most operations, programs, queues and kinds, each, that have numbers of their own.
    static let nameLimit = 1000

    private let launch: RecordedLaunch
    private let now: Instant?
    /// The number of actions in each state, by its word; `nil` if the report has all of them.
    private let actionCounts: [String: Int]?
    /// The actions that have ended in the process; `nil` if the report has all of them.
    private let endedActions: EndedActions?

    /// - Parameters:
    ///   - launch: The launch.
    ///   - actionCounts: How many actions are in each state, by its word; `nil` to count those of the report.
    ///   - endedActions: The actions that have ended in the process; `nil` to count those of the report.
    ///   - now: The instant up to which times count that have not ended; `nil` leaves them out.
    init(
        _ launch: RecordedLaunch,
        actionCounts: [String: Int]? = nil,
        endedActions: EndedActions? = nil,
        at now: Instant?
    ) {
        self.launch = launch
        self.actionCounts = actionCounts
        self.endedActions = endedActions
        self.now = now
    }

    private var report: Report { launch.report }
    private var name: Label { Label(.launch, report.name) }

    /// All families that have a number.
    var families: [MetricFamily] {
        let all = about + operationNumbers + actionNumbers + programNumbers + queueNumbers
        return all.filter { !$0.points.isEmpty }
    }

    // MARK: The launch

    private var about: [MetricFamily] {
        var version = MetricFamily(.buildInfo, "The version of Slipway, which is always 1")
        if !launch.version.isEmpty {
            version.add([Label(.version, launch.version)], .count(1))
        }
        var phase = MetricFamily(.launchPhase, "Whether the launch is in a phase: 1 or 0")
        for word in Phase.Word.allCases {
            let isIt = word == report.phase.kind
            phase.add([name, Label(.phase, word.rawValue)], .count(isIt ? 1 : 0))
        }
        var storage = MetricFamily(
            .storageTrouble,
            "Whether the store of launch actions is in such a trouble: 1 or 0"
        )
        for kind in StorageTrouble.Kind.allCases {
            let isIt = kind == report.storage?.kind
            storage.add([name, Label(.state, kind.rawValue)], .count(isIt ? 1 : 0))
        }
        var generation = MetricFamily(
            .launchGeneration,
            "The number of the launch in its process: reloads make further ones"
        )
        generation.add([name], .count(launch.generation))
        var paused = MetricFamily(
            .launchPaused,
            "Whether the launch is paused as a whole: 1 or 0"
        )
        paused.add([name], .count(report.isPaused ? 1 : 0))
        return [version, phase, generation, paused, storage] + times
    }

    private var times: [MetricFamily] {
        var begin = MetricFamily(
            .launchStartTime,
            .gauge,
            .seconds,
            "When the process started, or the reload began, since 1970"
        )
        if launch.startedAt > 0 { begin.add([name], .time(.microseconds(launch.startedAt))) }
        var start = MetricFamily(
            .launchStart,
            .gauge,
            .seconds,
            "From the start of the process to that of the launch"
        )
        if let launchedAt = report.launchedAt { start.add([name], .time(since(launchedAt))) }
        var ready = MetricFamily(
            .launchReady,
            .gauge,
            .seconds,
            "From the start of the process until the launch was ready"
        )
        if let readyAt = report.readyAt {
            let isDegraded = report.operations.contains {
                $0.isLack && ($0.endedAt ?? readyAt) <= readyAt
            }
            let outcome = Phase.ready(degraded: isDegraded).word
            ready.add([name, Label(.outcome, outcome)], .time(since(readyAt)))
        }
        var deadline = MetricFamily(
            .launchDeadline,
            .gauge,
            .seconds,
            "From the start of the process until the launch must be ready"
        )
        if let limit = report.deadline { deadline.add([name], .time(since(limit))) }
        return [begin, start, ready, deadline]
    }

    private func since(_ instant: Instant) -> Duration {
        report.processStart.elapsed(to: instant)
    }

    // MARK: Operations

    private var operationNumbers: [MetricFamily] {
        var states = MetricFamily(
            .launchOperations,
            "The number of operations in a state; groups do not count"
        )
        for stage in Stage.allCases {
            for word in OperationStatus.State.Word.allCases {
                let labels = [name, Label(.stage, stage.rawValue), Label(.state, word.rawValue)]
                let count = report.operations.count {
                    !$0.isGroup && $0.stage == stage && $0.state.kind == word
                }
                states.add(labels, .count(count))
            }
        }
        var wait = MetricFamily(
            .operationWait,
            .gauge,
            .seconds,
            "How long an operation that has ended was ready and waited for its queue or a lock"
        )
        var run = MetricFamily(
            .operationRun,
            .gauge,
            .seconds,
            "How long an operation that has ended ran, over all its attempts"
        )
        var attempts = MetricFamily(
            .operationAttempts,
            "The number of attempts that an operation has begun"
        )
        var names = KnownNames(limit: Self.nameLimit)
        for operation in report.operations {
            let identity = [
                name, Label(.operation, names.label(operation.name)),
                Label(.queue, operation.queue.name),
            ]
            if operation.startedAt != nil {
                attempts.add(identity, .count(max(operation.attemptCount, 1)))
            }
            guard let outcome = operation.outcome else { continue }
            let labels = identity + [Label(.outcome, outcome.word)]
            if let time = operation.wait { wait.add(labels, .time(max(time, .zero))) }
            if let time = operation.run { run.add(labels, .time(max(time, .zero))) }
        }
        return [states, wait, run, attempts]
    }

    // MARK: Actions

    private var actionNumbers: [MetricFamily] {
        var states = MetricFamily(
            .launchActions,
            "The number of launch actions in a state; of those that have ended only the last are known"
        )
        let counts =
            actionCounts
            ?? Dictionary(
                report.actions.map { ($0.state.word, 1) },
                uniquingKeysWith: +
            )
        for word in ActionStatus.State.Word.allCases {
            let labels = [name, Label(.state, word.rawValue)]
            states.add(labels, .count(counts[word.rawValue] ?? 0))
        }
        var waiting = MetricFamily(.actionsWaiting, "The number of launch actions that wait")
        var running = MetricFamily(.actionsRunning, "The number of launch actions that run")
        var names = KnownNames(limit: Self.nameLimit)
        var unknown = counts
        for action in report.actions {
            let labels = [name, Label(.kind, names.label(action.kind))]
            switch action.state {
            case .waiting: waiting.add(labels, .count(1))
            case .running: running.add(labels, .count(1))
            case .done, .failed, .cancelled, .expired, .superseded, .interrupted: continue
            }
            unknown[action.state.word, default: 0] -= 1
        }
        // The kinds of actions that the report leaves out are not known.
        let other = [name, Label(.kind, KnownNames.other)]
        let (moreWait, moreRun) = (unknown["waiting"] ?? 0, unknown["running"] ?? 0)
        if moreWait > 0 { waiting.add(other, .count(moreWait)) }
        if moreRun > 0 { running.add(other, .count(moreRun)) }
        return [states, waiting, running, endedNumbers]
    }

    private var endedNumbers: MetricFamily {
        var family = MetricFamily(
            .actionsEnded,
            .counter,
            .none,
            "How many launch actions have ended since the process began; of a launch that is over, "
                + "only the last ones are known"
        )
        let ended = endedActions ?? EndedActions(of: report)
        var names = KnownNames(limit: Self.nameLimit)
        for (key, count) in ended.counts.sorted(by: { $0.key < $1.key }) {
            let kind = key.kind.isEmpty ? KnownNames.other : names.label(key.kind)
            family.add(
                [name, Label(.kind, kind), Label(.state, key.end.rawValue)],
                .count(count)
            )
        }
        return family
    }

    // MARK: Programs and queues

    private var programNumbers: [MetricFamily] {
        var isUp = MetricFamily(.programUp, "Whether a program runs and is ready: 1 or 0")
        var restarts = MetricFamily(
            .programRestarts,
            .counter,
            .none,
            "How often a program was started again by itself"
        )
        var startup = MetricFamily(
            .programStartup,
            .gauge,
            .seconds,
            "How long the last start of a program took until it was ready"
        )
        var names = KnownNames(limit: Self.nameLimit)
        for program in report.programs {
            let labels = [name, Label(.program, names.label(program.name))]
            isUp.add(labels, .count(program.state == .running ? 1 : 0))
            restarts.add(labels, .count(program.restarts))
            if let time = program.startup { startup.add(labels, .time(time)) }
        }
        return [isUp, restarts, startup] + useNumbers
    }

    /// The memory and time of programs, where a control group counts them; a counter begins anew with each
    /// start.
    private var useNumbers: [MetricFamily] {
        var memory = MetricFamily(
            .programMemory,
            .gauge,
            .bytes,
            "How much memory a program has"
        )
        var processors = MetricFamily(
            .programCPU,
            .counter,
            .seconds,
            "How much time of processors a program has had since its last start"
        )
        var tasks = MetricFamily(
            .programTasks,
            "The number of processes and threads of a program"
        )
        var wait = MetricFamily(
            .programMemoryWait,
            .counter,
            .seconds,
            "How long at least one task of a program has waited for memory since its last start"
        )
        var names = KnownNames(limit: Self.nameLimit)
        for program in report.programs {
            let labels = [name, Label(.program, names.label(program.name))]
            guard let use = program.use else { continue }
            if let count = use.memory { memory.add(labels, .count(count)) }
            if let time = use.processorTime { processors.add(labels, .time(time)) }
            if let count = use.tasks { tasks.add(labels, .count(count)) }
            if let time = use.memoryWait { wait.add(labels, .time(time)) }
        }
        return [memory, processors, tasks, wait]
    }

    private var queueNumbers: [MetricFamily] {
        var busy = MetricFamily(
            .queueBusy,
            .gauge,
            .seconds,
            "How long at least one operation ran in a queue"
        )
        var run = MetricFamily(
            .queueRun,
            .gauge,
            .seconds,
            "How long the operations of a queue ran, added up"
        )
        var running = MetricFamily(.queueRunning, "The number of operations that run in a queue")
        var waiting = MetricFamily(
            .queueWaiting,
            "The number of operations that wait for a queue"
        )
        var paused = MetricFamily(.queuePaused, "Whether a queue is paused on its own: 1 or 0")
        var names = KnownNames(limit: Self.nameLimit)
        for queue in report.timeSummary(at: now).queues {
            let labels = [name, Label(.queue, names.label(queue.queue.name))]
            busy.add(labels, .time(queue.busy))
            run.add(labels, .time(queue.run))
            let own = report.operations.lazy.filter { !$0.isGroup && $0.queue == queue.queue }
            running.add(labels, .count(own.count { $0.state == .running }))
            waiting.add(labels, .count(own.count { $0.state == .ready && $0.obstacle == nil }))
            paused.add(labels, .count(report.pausedQueues.contains(queue.queue) ? 1 : 0))
        }
        return [busy, run, running, waiting, paused]
    }
}

extension EndedActions {
    /// Counts the actions of a report that have ended.
    fileprivate init(of report: Report) {
        let ended = report.actions.lazy.filter(\.state.isEnded)
        self.init(Dictionary(ended.map { (Key($0.kind, $0.state.kind), 1) }, uniquingKeysWith: +))
    }
}
