internal import Slipway
internal import SlipwayReport

/// Tries changes of one launch.
struct AdviceSearch {
    let schedule: RecordedSchedule
    /// When the unchanged replay is ready.
    let replayed: Duration
    /// The unchanged replay.
    private let report: Report
    private let noise: Duration
    /// The operations that were added while the launch ran: only those of the graph can be declared
    /// otherwise.
    private let added: Set<String>

    /// - Throws: The launch cannot be replayed, or the replay takes another time than the launch
    ///   did.
    init(_ recorded: Report, _ schedule: RecordedSchedule) throws(AdviceRefusal) {
        do throws(GraphFaults) {
            report = try schedule.replay()
        } catch {
            throw .cannotReplay("\(error)")
        }
        self.schedule = schedule
        added = Set(recorded.operations.lazy.filter { $0.addedAs != nil }.map(\.name))
        let ready = recorded.timeToReady
        replayed = report.timeToReady
        noise = Advice.noise(ready)
        let difference = replayed > ready ? replayed - ready : ready - replayed
        guard report.readyAt != nil, difference <= Advice.tolerance(ready) else {
            throw .differs(recorded: ready, replayed: replayed)
        }
    }

    private func gain(_ change: Advice.Change) -> Duration {
        guard let ready = schedule.applying(change)?.timeToReady() else { return .zero }
        return replayed - ready
    }

    private var planned: [OperationStatus] { report.operations.filter { isPlanned($0.name) } }

    private func isPlanned(_ name: String) -> Bool { !added.contains(name) }

    // MARK: Faster

    /// The gains of all operations that ran before ready.
    func gains() -> [Advice.Gain] {
        let chain = Set(report.criticalChain().map(\.name))
        return planned.compactMap { operation in
            guard !operation.isGroup, operation.stage == .launch, operation.startedAt != nil,
                let step = schedule[operation.name]
            else { return nil }
            let run = step.course.attempts.compactMap(\.duration).reduce(.zero, +)
            var gain = Duration.zero
            // Half of its time is the most that the launch can gain.
            if run / 2 >= noise {
                var faster = schedule
                faster.scale(operation.name, by: 0.5)
                gain = max(.zero, replayed - (faster.timeToReady() ?? replayed))
            }
            return Advice.Gain(
                operation: operation.name,
                run: run,
                gain: gain,
                isOnChain: chain.contains(operation.name),
                isLowerBound: isUncertain(step)
            )
        }
    }

    private func isUncertain(_ step: RecordedSchedule.Step) -> Bool {
        if step.course.attempts.contains(where: { $0.failure?.kind == .timedOut }) { return true }
        var group = step.group
        while let name = group, let around = schedule[name] {
            if !around.earlierAttempts.isEmpty { return true }
            group = around.group
        }
        return false
    }

    // MARK: Wider, earlier, later

    /// The changes that gain something, without those that gain no more than a smaller one.
    func changes() -> [Advice.Change] {
        widths() + priorities() + edges() + stages()
    }

    /// The operations that waited for a slot of their queue, the longest wait first.
    private var waiting: [OperationStatus] {
        planned
            .filter { operation in
                !operation.isGroup && operation.stage == .launch && slotWait(operation) >= noise
            }
            .sorted { (slotWait($1), $0.name) < (slotWait($0), $1.name) }
    }

    private func slotWait(_ operation: OperationStatus) -> Duration {
        report.phases(of: operation).filter { $0.kind == .slot }.reduce(.zero) { $0 + $1.duration }
    }

    private func widths() -> [Advice.Change] {
        let queues = Set(waiting.map(\.queue)).subtracting([.main])
        return queues.sorted { $0.name < $1.name }.compactMap { queue in
            guard let width = schedule.widths[queue] else { return nil }
            let most = schedule.steps.count { $0.queue == queue && !$0.isGroup }
            let candidates = Set([width + 1, width + 2, width * 2, width * 4, most])
                .filter { $0 > width && $0 <= max(most, width + 1) }.sorted()
            let gains = candidates.map { (width: $0, gain: gain(.width(queue, $0))) }
            guard let best = gains.map(\.gain).max(), best >= noise else { return nil }
            // The smallest width that gains nearly as much as the best.
            return gains.first { $0.gain * 10 >= best * 9 }.map { .width(queue, $0.width) }
        }
    }

    /// The most operations that are tried, and that one proposal raises.
    private static let (tried, raised) = (40, 3)

    private func priorities() -> [Advice.Change] {
        let candidates = waiting.prefix(Self.tried).map(\.name)
        var raised: [String] = []
        var changes: [Advice.Change] = []
        var best = Duration.zero
        while raised.count < Self.raised {
            let gains = candidates.filter { !raised.contains($0) }
                .map { (name: $0, gain: gain(.priorities(raised + [$0]))) }
            guard let next = gains.max(by: { ($0.gain, $1.name) < ($1.gain, $0.name) }),
                next.gain >= best + noise
            else { break }
            raised.append(next.name)
            best = next.gain
            changes.append(.priorities(raised))
        }
        // The change with the most names, or one with fewer that gains nearly as much.
        guard let last = changes.last else { return [] }
        let enough = changes.first { gain($0) * 10 >= best * 9 }
        return [enough ?? last]
    }

    private func edges() -> [Advice.Change] {
        var changes: [Advice.Change] = []
        for step in report.criticalChain() where isPlanned(step.name) {
            switch step.cause {
            case .queue(let holder):
                guard isPlanned(holder), schedule[holder]?.stage == .launch else { continue }
                let change = Advice.Change.later(holder, after: [step.name])
                if gain(change) >= noise { changes.append(change) }
            case .operation:
                let after = schedule[step.name]?.after ?? []
                guard !after.isEmpty else { continue }
                let removable = after.filter { gain(.sooner(step.name, without: [$0])) >= noise }
                if !removable.isEmpty { changes.append(.sooner(step.name, without: removable)) }
            case .launch, .lock: continue
            }
        }
        return changes
    }

    /// Optional operations in the chain that nothing else needs before ready.
    private func stages() -> [Advice.Change] {
        report.criticalChain().compactMap { step in
            guard isPlanned(step.name), let operation = schedule[step.name], operation.isOptional,
                operation.group == nil,
                operation.stage == .launch,
                !schedule.steps.contains(where: { other in
                    other.stage == .launch && (other.requires + other.after).contains(step.name)
                })
            else { return nil }
            let change = Advice.Change.background(step.name)
            return gain(change) >= noise ? change : nil
        }
    }
}
