public import Slipway
internal import SlipwayReport

extension Advice {
    /// Computes what would make launches ready sooner.
    ///
    /// The launch with the median time is replayed once for each change, which takes some
    /// milliseconds for a hundred operations. A change that helps there is replayed with all other
    /// launches, too.
    ///
    /// - Parameters:
    ///   - reports: Launches of the same plan; those that did not become ready do not count.
    ///   - plan: The plan of the launches, if it is known: it counts where a report says something
    ///     else.
    /// - Throws: ``AdviceRefusal``.
    public init(_ reports: [Report], plan: Plan? = nil) throws(AdviceRefusal) {
        let ready = reports.filter { $0.readyAt != nil }.sorted { $0.timeToReady < $1.timeToReady }
        guard let first = reports.first else { throw .nothing }
        guard !ready.isEmpty else { throw .neverReady(launchID: first.launchID) }
        let median = ready[(ready.count - 1) / 2]
        let search = try AdviceSearch(median, RecordedSchedule(median, plan: plan))
        launchID = median.launchID
        self.ready = median.timeToReady
        replayed = search.replayed
        let gains = search.gains()
        let noise = Self.noise(median.timeToReady)
        faster = gains.filter { $0.gain >= noise }
            .sorted { ($1.gain, $0.operation) < ($0.gain, $1.operation) }
        useless = gains.filter { $0.gain < noise }
            .sorted { ($1.run, $0.operation) < ($0.run, $1.operation) }
        let others = ready.filter { $0.launchID != median.launchID }
            .map { RecordedSchedule($0, plan: plan) }
            .compactMap { schedule in schedule.timeToReady().map { (schedule, $0) } }
        launches = others.count + 1
        proposals = search.changes()
            .map { Proposal($0, search.schedule, [(search.schedule, search.replayed)] + others) }
            .filter { $0.gain >= noise }
            .sorted { ($1.gain, $0.lines.count) < ($0.gain, $1.lines.count) }
        unneeded = UnneededEdges(ready).edges
    }
}

extension Advice.Proposal {
    /// Computes the proposal of a change from its gains in several launches.
    fileprivate init(
        _ change: Advice.Change,
        _ schedule: RecordedSchedule,
        _ launches: [(RecordedSchedule, ready: Duration)]
    ) {
        let gains = launches.map { launch, ready in
            ready - (launch.applying(change)?.timeToReady() ?? ready)
        }.sorted()
        self.init(
            change: change,
            gain: gains.isEmpty ? .zero : gains[(gains.count - 1) / 2],
            worstLoss: max(.zero, .zero - (gains.first ?? .zero)),
            lines: ProposalLines(schedule).lines(change)
        )
    }
}

extension Report {
    /// The time from the process's start to ready; zero if the launch was not ready.
    var timeToReady: Duration { course.readyAt.map { processStart.duration(to: $0) } ?? .zero }
}

extension RecordedSchedule {
    /// The time from the process's start until the replay is ready; `nil` if the schedule cannot be
    /// launched, or is never ready.
    package func timeToReady() -> Duration? {
        guard let report = try? replay(), report.readyAt != nil else { return nil }
        return report.timeToReady
    }

    /// The schedule with a change; `nil` if the schedule lacks an operation of the change.
    func applying(_ change: Advice.Change) -> RecordedSchedule? {
        var schedule = self
        switch change {
        case .width(let queue, let width): schedule.widths[queue] = width
        case .priorities(let names):
            for name in names {
                guard schedule[name] != nil else { return nil }
                schedule[name]?.priority = .high
            }
        case .later(let name, let after):
            guard schedule[name] != nil else { return nil }
            schedule[name]?.after += after
        case .sooner(let name, let without):
            guard schedule[name] != nil else { return nil }
            schedule[name]?.after.removeAll { without.contains($0) }
        case .background(let name):
            guard schedule[name] != nil else { return nil }
            schedule[name]?.stage = .background
        }
        return schedule
    }
}
