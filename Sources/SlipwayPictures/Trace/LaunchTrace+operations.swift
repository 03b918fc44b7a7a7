internal import Slipway
internal import SlipwayReport

/// A track for each operation, with its phases, and the arrows.
extension LaunchTrace {
    mutating func addOperations() {
        let process = process("operations")
        let tree = OperationTree(report.operations).sorted
        var open = Array(tree.roots.reversed())
        var thread = 0
        while let position = open.popLast() {
            let operation = report.operations[position]
            open += tree.children[position].reversed()
            thread += 1
            let track = TraceWriter.Track(process: process, thread: thread)
            writer.name(track, operation.isGroup ? "group \(operation.name)" : operation.name)
            let phases = report.phases(of: operation, at: now)
            if let first = phases.first, let last = phases.last {
                writer.span(
                    operation.name,
                    operation.isGroup ? "group" : "operation",
                    on: track,
                    from: report.sinceStart(first.start),
                    to: report.sinceStart(last.end),
                    arguments(operation)
                )
            }
            for phase in phases {
                writer.span(
                    phase.kind.traceName,
                    "phase",
                    on: track,
                    from: report.sinceStart(phase.start),
                    to: report.sinceStart(phase.end)
                )
            }
            if let mark = operation.troubleMoment, let end = operation.endedAt {
                writer.moment(mark, on: track, at: report.sinceStart(end), isGlobal: false)
            }
        }
    }

    /// Adds the arrows.
    ///
    /// One begins a nanosecond before its operation ends: a viewer looks for the span that is there
    /// at that time.
    mutating func addArrows() {
        for operation in report.operations {
            guard let to = places[operation.name] else { continue }
            for name in operation.requires + operation.after {
                guard let from = places[name], from.last.end <= to.first.start + .nanoseconds(1)
                else { continue }
                writer.arrow(
                    name,
                    from: (from.last.track, max(from.last.end - .nanoseconds(1), .zero)),
                    to: (to.first.track, to.first.start)
                )
            }
        }
    }
}

extension TimePhase.Kind {
    fileprivate var traceName: String {
        switch self {
        case .dependencies: "waiting for dependencies"
        case .lock(let lock, let holder):
            "waiting for lock '\(lock)'" + (holder.map { ", held by \($0)" } ?? "")
        case .slot: "waiting for its queue"
        case .attempt(let number): "attempt \(number)"
        case .backoff: "pause"
        case .fallback: "fallback"
        }
    }
}

extension OperationStatus {
    /// The word for the end of the operation, if that was not a good one.
    fileprivate var troubleMoment: String? {
        isTrouble ? resultWord : nil
    }
}
