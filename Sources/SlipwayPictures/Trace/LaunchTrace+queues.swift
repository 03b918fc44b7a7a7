internal import Slipway
internal import SlipwayReport

/// A track for each slot of a queue.
extension LaunchTrace {
    var queues: [Queue] {
        Queue.inOrder(
            [.main, .userInitiated] + report.operations.lazy.filter { !$0.isGroup }.map(\.queue)
        )
    }

    private struct Run {
        let operation: OperationStatus
        let name: String
        let start: Duration
        let end: Duration
    }

    /// The attempts that ran on a queue, in the order of their start.
    private func runs(on queue: Queue) -> [Run] {
        report.operations.filter { $0.queue == queue && !$0.isGroup }
            .flatMap { operation in
                let phases = report.phases(of: operation, at: now)
                let attempts = phases.count { if case .attempt = $0.kind { true } else { false } }
                return phases.compactMap { phase -> Run? in
                    guard case .attempt(let number) = phase.kind else { return nil }
                    return Run(
                        operation: operation,
                        name: attempts > 1
                            ? "\(operation.name) (attempt \(number))" : operation.name,
                        start: report.sinceStart(phase.start),
                        end: report.sinceStart(phase.end)
                    )
                }
            }
            .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    mutating func add(_ queue: Queue) {
        let runs = runs(on: queue)
        guard !runs.isEmpty else { return }
        let process = process("queue \(queue)")
        var slots = Slots()
        for run in runs {
            let slot = slots.take(from: run.start, to: run.end)
            let track = TraceWriter.Track(process: process, thread: slot + 1)
            writer.span(
                run.name,
                "run",
                on: track,
                from: run.start,
                to: run.end,
                arguments(run.operation)
            )
            let name = run.operation.name
            if places[name] == nil {
                places[name] = Place(first: (track, run.start), last: (track, run.end))
            }
            places[name]?.last = (track, max(run.end, run.start + .nanoseconds(1)))
        }
        for slot in 0..<slots.count {
            let track = TraceWriter.Track(process: process, thread: slot + 1)
            writer.name(track, queue == .main ? "main thread" : "slot \(slot + 1)")
        }
        var changes = runs.flatMap { [($0.start, 1), ($0.end, -1)] }
        // An attempt that ends makes room for one that starts at the same instant.
        changes.sort { $0 < $1 }
        var inUse = 0
        for (position, change) in changes.enumerated() {
            inUse += change.1
            guard position + 1 == changes.count || changes[position + 1].0 != change.0 else {
                continue
            }
            writer.counter("in use: \(queue)", process: process, at: change.0, inUse)
        }
    }

    func arguments(_ operation: OperationStatus) -> TraceWriter.Arguments {
        [
            ("state", operation.result ?? operation.resultWord), ("queue", operation.queue.name),
            ("requires", operation.requires.joined(separator: ", ")),
            ("after", operation.after.joined(separator: ", ")), ("group", operation.group),
            ("waited", operation.wait.map { max($0, .zero).timespan }),
            ("released by", operation.releasedBy),
            ("lock", operation.lockWaitWords), ("attempts", operation.retries),
        ]
    }
}
