/// Keeps the report of a launch up to date from its events, and tells what each event changed.
///
/// ```swift
/// var fold = ReportFold()
/// for await event in launch.events() {
///     for change in fold.apply(event) { show(change) }
/// }
/// ```
///
/// An observer that lost events needs no code for that: ``Event/Kind/eventsLost(count:report:)`` is
/// compared with the known report, and its changes are those that the lost events would have told.
/// A change of state is therefore told once, also if its event was lost. The fold begins with the
/// first report: ask for the events before the launch runs.
///
/// The fold holds every operation of the graph, all other operations and actions that have not
/// ended, and at least the last 256 of each that have. Only a loss and the end compare whole
/// reports; every other event costs the same, however many operations there are.
public struct ReportFold: Sendable {
    /// The launch as a whole, without its operations, actions and programs; `nil` before the first report.
    package private(set) var launch: Report?
    private var operations = StatusTable<OperationStatus>()
    /// The actions; `nil` if none are held.
    private var actions: StatusTable<ActionStatus>? = StatusTable()
    private var programList = ProgramList()
    /// The last event before which none is missing: after a loss, those that concern the launch as a
    /// whole come first, and then the report.
    private var told: (sequence: UInt64, at: Instant)?

    /// Creates a fold for all events of a launch.
    public init() {}

    /// Creates a fold that holds no actions, of which there may be very many.
    ///
    /// Each change of an action is told as that of a new one; after a loss, so is each action that
    /// the report has.
    package init(withoutActions: Void) { actions = nil }

    /// Creates a fold that begins with a report; the events after it follow.
    public init(_ report: Report) {
        begin(with: report)
    }

    /// The phase after the last event; `nil` before the first report.
    package var phase: Phase? { launch?.phase }

    /// An operation after the last event; `nil` if there is none, or it has been let go of.
    package func operation(_ name: String) -> OperationStatus? { operations[name] }

    /// The programs after the last event.
    package var programs: [ProgramStatus] { programList.all }

    /// The launch after the last event; `nil` before ``Event/Kind/launchStarted(_:)``.
    ///
    /// The obstacles (``OperationStatus/obstacle``, the missing operations of an action) are as of
    /// the last event of their operation or action.
    public var report: Report? {
        guard var report = launch else { return nil }
        report.operations = operations.all
        report.actions = actions?.all ?? []
        report.programs = programs
        return report
    }

    /// Takes in an event.
    ///
    /// - Returns: The changes, in the order in which they happened, of the launch as a whole last;
    ///   none for an event that changes no state.
    public mutating func apply(_ event: Event) -> [LaunchChange] {
        defer { noteTold(event) }
        switch event.kind {
        case .launchStarted(let report), .eventsLost(_, let report), .launchEnded(let report):
            return catchUp(with: report)
        case .operationsAdded(let statuses):
            return statuses.flatMap { apply($0) }
        case .operationsRenewed(let statuses, let gone):
            return operations.remove(gone).map { .operation(nil, before: $0) }
                + statuses.flatMap { apply($0) }
        case .operationReady(let status), .operationStarted(let status),
            .operationRetrying(let status, _, _, _), .operationEnded(let status),
            .operationStuck(let status, _), .operationWaitsInVain(let status):
            return apply(status)
        case .actionChanged(let status):
            return apply(status)
        case .programChanged(let status, let degraded):
            return apply(status)
                + changeLaunch {
                    if case .ready = $0.phase { $0.phase = .ready(degraded: degraded) }
                }
        case .storageChanged(let trouble, let degraded):
            return changeLaunch {
                $0.storage = trouble
                if case .ready = $0.phase { $0.phase = .ready(degraded: degraded) }
            }
        case .paused(let queue):
            return changeLaunch { $0.course.pause(queue, at: event.at) }
        case .resumed(let queue):
            return changeLaunch { $0.course.resume(queue, at: event.at) }
        case .launchReady(let degraded):
            return changeLaunch {
                $0.phase = .ready(degraded: degraded)
                $0.readyAt = event.at
            }
        case .launchDegraded:
            return degrade()
        case .launchStopping(_, let rootCauses):
            return changeLaunch {
                $0.phase = .stopping
                $0.stoppingAt = event.at
                $0.rootCauses = rootCauses
            }
        case .operationTearingDown(let name):
            launch?.tearingDown.append(RunningTeardown(name: name, since: event.at))
            return []
        case .operationTornDown(let name, let failure):
            launch?.tearingDown.removeAll { $0.name == name }
            if let failure { launch?.failedTeardowns.note(name, failure) }
            return []
        }
    }

    /// Takes in the present status of an operation.
    package mutating func apply(_ status: OperationStatus) -> [LaunchChange] {
        guard launch != nil, let change = operations.set(status) else { return [] }
        // A failure in the background degrades a launch that was not degraded.
        let degrades = status.isLack && !mayRunAgain(status)
        return [.operation(status, before: change.before)] + (degrades ? degrade() : [])
    }

    /// Tells whether a group around an operation may be tried again, and has not ended.
    private func mayRunAgain(_ status: OperationStatus) -> Bool {
        var around = status.group
        var seen: Set<String> = []
        while let name = around, seen.insert(name).inserted, let group = operations[name] {
            if group.attemptLimit > 1, !group.isEnded { return true }
            around = group.group
        }
        return false
    }

    /// Takes in the present status of an action.
    package mutating func apply(_ status: ActionStatus) -> [LaunchChange] {
        guard launch != nil else { return [] }
        guard actions != nil else { return [.action(status, before: nil)] }
        guard let change = actions?.set(status) else { return [] }
        return [.action(status, before: change.before)]
    }

    /// Takes in the present status of a program.
    package mutating func apply(_ status: ProgramStatus) -> [LaunchChange] {
        guard launch != nil else { return [] }
        let before = programList.set(status)
        return before == status ? [] : [.program(status, before: before)]
    }

    /// Changes the launch as a whole; operations, actions and programs are ignored.
    package mutating func changeLaunch(_ change: (inout Report) -> Void) -> [LaunchChange] {
        guard let before = launch else { return [] }
        var after = before
        change(&after)
        launch = after.withoutStatuses
        return launch == before ? [] : [.phase]
    }

    private mutating func degrade() -> [LaunchChange] {
        changeLaunch { if case .ready = $0.phase { $0.phase = .ready(degraded: true) } }
    }

    private mutating func begin(with report: Report) {
        launch = report.withoutStatuses
        operations = StatusTable(report.operations, isKept: true)
        if actions != nil { actions = StatusTable(report.actions, isKept: false) }
        programList = ProgramList(report.programs)
    }

    private mutating func noteTold(_ event: Event) {
        var isNext = told.map { event.sequence == $0.sequence + 1 } ?? true
        if case .eventsLost = event.kind { isNext = true }
        if isNext { told = (event.sequence, event.at) }
    }

    /// Takes in a whole report.
    private mutating func catchUp(with report: Report) -> [LaunchChange] {
        guard launch != nil else {
            begin(with: report)
            return [.launch(report)]
        }
        let operations = operations.replaceAll(with: report.operations, toldUntil: told?.at)
        let actions =
            actions?.replaceAll(with: report.actions, toldUntil: told?.at)
            ?? report.actions.map { .init(after: $0) }
        return operations.map { .operation($0.after, before: $0.before) }
            + actions.map { .action($0.after, before: $0.before) }
            + report.programs.flatMap { apply($0) }
            + changeLaunch { $0 = report }
    }
}

extension Report {
    fileprivate var withoutStatuses: Report {
        var report = self
        report.operations = []
        report.actions = []
        report.programs = []
        return report
    }
}
