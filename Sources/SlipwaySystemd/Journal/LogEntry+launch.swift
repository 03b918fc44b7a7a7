internal import Slipway
internal import SlipwayReport

extension LogEntry {
    /// The launch began.
    init(started report: Report, generation: Int = 1) {
        let count = report.operations.count(where: \.isCounted)
        let later = report.operations.count { !$0.isGroup && !$0.isCounted }
        self.init(
            .info,
            "\(generation > 1 ? "Reloading" : "Starting") '\(report.name)': \(counted(count, "operation"))"
                + (later > 0 ? ", and \(later) in the background once it is ready" : ""),
            id: .launchStarted
        )
    }

    /// A queue, or (`nil`) the launch, is paused.
    init(paused queue: Queue?) {
        self.init(
            .notice,
            queue.map { "Queue '\($0)' is paused: nothing starts there" }
                ?? "Paused: nothing starts",
            id: .paused,
            fields: queue.map { [Field(.queue, $0.name)] } ?? []
        )
    }

    /// A queue, or (`nil`) the launch, is resumed.
    init(resumed queue: Queue?) {
        self.init(
            .notice,
            queue.map { "Queue '\($0)' goes on" } ?? "The launch goes on after a pause",
            fields: queue.map { [Field(.queue, $0.name)] } ?? []
        )
    }

    /// The store of launch actions is in trouble, or no longer is; the service itself has said so
    /// by then, also of a trouble before the launch.
    init(storage trouble: StorageTrouble?) {
        self.init(.debug, trouble?.words ?? "launch actions are stored")
    }

    /// The launch is ready: the total time and the critical chain, in systemd's phrase.
    init(readyAt: Instant, degraded: Bool, report: Report?, generation: Int = 1) {
        let id = degraded ? MessageID.launchDegraded : .launchReady
        let priority = degraded ? LogPriority.warning : .info
        var fields = [Field(.outcome, Phase.ready(degraded: degraded).word)]
        let what = generation > 1 ? "Generation \(generation) was ready" : "Startup finished"
        guard let report else {
            self.init(priority, what, id: id, fields: fields)
            return
        }
        let duration = report.processStart.duration(to: readyAt)
        fields.append(Field(.ready, "\(duration.microseconds)"))
        let usable = report.operations.count { $0.isCounted && $0.outcome?.isUsable == true }
        let count = report.operations.count(where: \.isCounted)
        let summary = "\(degraded ? "degraded, " : "")\(usable)/\(count)"
        self.init(
            priority,
            "\(what) in \(duration.timespan) (\(summary) operations)\(report.chain)",
            id: id,
            fields: fields
        )
    }

    /// The launch was asked to stop, or is failing.
    init(stopping reason: String, rootCauses: [RootCause]) {
        self.init(
            rootCauses.isEmpty ? .info : .error,
            "Stopping: \(reason)",
            fields: [Field(.reason, reason)] + rootCauses.operationFields
        )
    }

    /// The launch ended.
    init(ended report: Report) {
        let fields = [Field(.outcome, report.phase.word)]
        guard report.phase == .failed else {
            self.init(.info, "Stopped '\(report.name)'", id: .launchStopped, fields: fields)
            return
        }
        let reason = report.rootCauses.map(\.line).joined(separator: "; ")
        self.init(
            .error,
            "Launch of '\(report.name)' failed: \(reason)",
            id: .launchFailed,
            fields: fields + [Field(.reason, reason)] + report.rootCauses.operationFields
        )
    }
}

extension [RootCause] {
    fileprivate var operationFields: [LogEntry.Field] {
        compactMap { cause in cause.operation.map { .init(.operation, $0) } }
    }
}

extension Report {
    /// `; critical chain: sdk-init 398ms -> feature-toggles 570ms`, the first operation first.
    ///
    /// If the chain is too long for a line, its longest steps are named; `(31 shorter)` stands for
    /// others.
    fileprivate var chain: String {
        let steps = Array(criticalChain().reversed())
        guard !steps.isEmpty else { return "" }
        let longest = steps.indices
            .sorted { (steps[$1].run ?? .zero, $0) < (steps[$0].run ?? .zero, $1) }
            .prefix(Self.mostSteps)
        let named = Set(longest)
        var words: [String] = []
        var left = 0
        for (index, step) in steps.enumerated() {
            guard named.contains(index) else {
                left += 1
                continue
            }
            if left > 0 { words.append("(\(left) shorter)") }
            left = 0
            words.append(step.run.map { "\(step.name) \($0.timespan)" } ?? step.name)
        }
        if left > 0 { words.append("(\(left) shorter)") }
        return "; critical chain: \(words.joined(separator: " -> "))"
    }

    /// The most steps of the critical chain that a line names.
    private static var mostSteps: Int { 12 }
}
