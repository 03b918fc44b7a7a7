import SlipwayReport
import Testing

@testable import Slipway

/// Launches of random graphs on a virtual clock, whose bodies note when they really ran: what a report
/// says is compared with that.
struct TimeTruthTests {
    @Test(arguments: 0..<20) func everyFigureIsTheTruth(part: Int) throws {
        for seed in part * 50..<(part + 1) * 50 {
            var random = SeededGenerator(seed: UInt64(seed))
            guard let graph = RandomPlan.graph(&random, upTo: 30) else { continue }
            let launch = TruthfulLaunch(graph, &random)
            let report = launch.report
            do {
                try launch.checkAttempts(report)
                try launch.checkWaits(report)
                try launch.checkQueues(report)
                try launch.checkChain(report)
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }
}

/// A launch whose bodies note what they do.
private struct TruthfulLaunch {
    let graph: Graph
    let report: Report
    private let runs: [String: [Run]]
    private let conditions: [String: Duration]

    struct Run: Equatable {
        var start: Instant
        var end: Instant?
    }

    init(_ graph: Graph, _ random: inout SeededGenerator) {
        let ledger = Mutex<[String: [Run]]>([:])
        var graph = graph
        var conditions: [String: Duration] = [:]
        for index in 0..<graph.topology.count where !graph.topology.operations[index].isAction {
            guard let calls = graph.calls[index] else { continue }
            let name = graph.topology.operations[index].name
            let time = Duration.milliseconds(random.number(0...20))
            let failures = random.chance(15) ? random.number(1...4) : 0
            let conditionTime = Duration.milliseconds(random.chance(50) ? random.number(1...9) : 0)
            let holds = !random.chance(20)
            let fallbackTime = Duration.milliseconds(random.chance(50) ? random.number(1...9) : 0)
            conditions[name] = conditionTime
            let run = { @Sendable (context: OperationContext) async throws in
                let place = ledger.withLock { ledger in
                    ledger[name, default: []].append(Run(start: context.now))
                    return (ledger[name]?.count ?? 0) - 1
                }
                defer { ledger.withLock { $0[name]?[place].end = context.now } }
                try await context.sleep(for: time)
                if context.attempt <= failures { throw Failure(.error, "no") }
            }
            let body: Body = { context in
                try await run(context)
                return nil
            }
            let staying: StayingBody = { ready in
                try await run(ready.context)
                ready()
                await ready.waitUntilStopping()
            }
            let fallback = AnyFallback(
                Fallback<Void>.from { _, context in
                    try await context.sleep(for: fallbackTime)
                    return FallbackValue((), source: "test")
                }
            )
            graph.calls[index] = OperationCalls(
                body: calls.body == nil ? nil : body,
                staying: calls.staying == nil ? nil : staying,
                condition: calls.condition.map { condition in
                    Condition(condition.description) { context in
                        try await context.sleep(for: conditionTime)
                        return holds
                    }
                },
                fallback: calls.fallback == nil ? nil : fallback
            )
        }
        self.graph = graph
        self.conditions = conditions
        let terms = SimulationTerms(beforeLaunch: .microseconds(random.number(0...9000)), width: 3)
        let driver = VirtualDriver(graph, terms, pauses: [:])
        _ = driver.run(until: .stopped, upTo: Instant(nanoseconds: .max))
        report = driver.launch.report
        runs = ledger.withLock { $0 }
        driver.close()
    }

    /// A group around it was tried again: what it did before is forgotten.
    private func wasRenewed(_ operation: OperationStatus) -> Bool {
        var group = operation.group
        while let name = group, let status = report[name] {
            if status.attempt > 1 || status.attempts.count > 1 { return true }
            group = status.group
        }
        return false
    }

    func checkAttempts(_ report: Report) throws {
        for entry in report.blame() where !wasRenewed(entry.operation) {
            let operation = entry.operation
            let runs = runs[operation.name] ?? []
            try #require(operation.startedAt == runs.first?.start, "\(operation)")
            guard let first = runs.first, let last = runs.last?.end, let end = operation.endedAt
            else {
                continue
            }
            let attempts = operation.attempts.map { Run(start: $0.startedAt, end: $0.endedAt) }
            if !attempts.isEmpty, operation.outcome?.word != "cancelled" {
                try #require(attempts == runs, "\(operation)")
            }
            try #require(entry.run == first.start.duration(to: end))
            if operation.outcome == .succeeded { try #require(end == last, "\(operation)") }
        }
    }

    func checkWaits(_ report: Report) throws {
        guard let launchedAt = report.launchedAt else { return }
        for operation in report.operations {
            guard let readyAt = operation.readyAt else { continue }
            var met = launchedAt
            for name in operation.requires + operation.after {
                met = max(met, try #require(report[name]?.endedAt, "\(operation)"))
            }
            if let group = operation.group.flatMap({ report[$0] }) {
                let begin =
                    group.attemptStartedAt ?? group.attempts.last?.startedAt ?? group.startedAt
                met = max(met, try #require(begin))
            } else if operation.stage == .background {
                met = max(met, try #require(report.readyAt))
            }
            if operation.isGroup, operation.attempts.count > 1 || wasRenewed(operation) { continue }
            let time = operation.condition == nil ? .zero : conditions[operation.name] ?? .zero
            try #require(readyAt == met.advanced(by: time), "\(operation)")
        }
    }

    func checkQueues(_ report: Report) throws {
        // What was forgotten with the attempt of a group is not in the report.
        guard !report.operations.contains(where: wasRenewed) else { return }
        for queue in report.timeSummary().queues {
            let names = report.operations.filter { $0.queue == queue.queue && !$0.isGroup }.map(
                \.name
            )
            var spans = names.flatMap { runs[$0] ?? [] }
            guard spans.allSatisfy({ $0.end != nil }),
                !report.operations.contains(where: { $0.outcome?.word == "cancelled" })
            else { continue }
            spans.sort { $0.start < $1.start }
            var (run, busy, covered) = (Duration.zero, Duration.zero, report.processStart)
            for span in spans {
                guard let end = span.end else { continue }
                run += span.start.duration(to: end)
                if end > covered { busy += max(covered, span.start).duration(to: end) }
                covered = max(covered, end)
            }
            try #require(queue.run == run && queue.busy == busy, "\(queue)")
        }
    }

    func checkChain(_ report: Report) throws {
        let names = [nil] + report.operations.filter { $0.endedAt != nil }.map { Optional($0.name) }
        for name in names {
            let chain = report.criticalChain(to: name)
            let parts = chain.reversed().flatMap(\.parts)
            guard !chain.isEmpty else { continue }
            let end =
                name.map { report[$0]?.endedAt } ?? report.readyAt ?? report.endedAt
            guard let end else { continue }
            let total = report.processStart.duration(to: end)
            let sum = parts.reduce(Duration.zero) { $0 + $1.duration }
            try #require(
                sum == total,
                "\(name ?? "ready"): \(sum) of \(total)\n\(report.timeText())"
            )
            var reached = Duration.zero
            for part in parts {
                try #require(part.start == reached)
                reached += part.duration
                try check(part, report, name)
            }
        }
    }

    /// A part in which something ran is one in which it really did; in the others it did not.
    private func check(_ part: ChainPart, _ report: Report, _ name: String?) throws {
        guard let operation = part.operation.flatMap({ report[$0] }), !operation.isGroup,
            !wasRenewed(operation)
        else { return }
        let start = report.processStart.advanced(by: part.start)
        let end = start.advanced(by: part.duration)
        let overlaps = (runs[operation.name] ?? []).filter { run in
            run.start < end && run.end.map { $0 > start } ?? true
        }
        if part.isRun {
            try #require(
                overlaps.contains { $0.start <= start && $0.end.map { $0 >= end } ?? true },
                "\(part) of \(name ?? "ready"): \(runs[operation.name] ?? [])\n\(report.timeText())"
            )
        } else {
            try #require(overlaps.isEmpty, "\(part) of \(name ?? "ready")\n\(report.timeText())")
        }
        // All that a virtual launch waits for is known.
        if part.kind == .gap, report.phase != .failed {
            let of = report.operations.map {
                "\($0.name) \($0.requires) \($0.after) \($0.group ?? "")"
            }
            Issue.record("a gap: \(part) of \(name ?? "ready")\n\(of)\n\(report.timeText())")
        }
    }
}
