public import Slipway

extension TimeSummary {
    /// One line: `Startup finished in 980ms: 12ms before launch + 968ms launch; 7 operations,
    /// 1 failed`.
    public var headline: String {
        var line = opening
        if let beforeLaunch, let total {
            let launch = max(total - beforeLaunch, .zero)
            line += ": \(beforeLaunch.timespan) before launch + \(launch.timespan) launch"
        }
        line += ended < operations ? "; \(ended) of " : "; "
        line += counted(operations, "operation")
        if ended < operations { line += " ended" }
        for trouble in troubles { line += ", \(trouble.count) \(trouble.word)" }
        return line
    }

    private var opening: String {
        let time = total?.timespan
        if isFinished { return "Startup finished in \(time ?? "an unknown time")" }
        return switch phase {
        case .starting, .ready: time.map { "Startup has taken \($0) so far" } ?? "Starting"
        case .failed: "Startup failed" + (time.map { " after \($0)" } ?? "")
        case .stopping, .stopped: "Startup was stopped" + (time.map { " after \($0)" } ?? "")
        }
    }
}

extension Report {
    /// The summary's headline, a table of every operation in the order of their start, one of the
    /// programs if there are any, and the times of each queue.
    ///
    /// - Parameter now: The end of the times of a launch under way, and of what programs do.
    /// - Returns: Lines without a newline after the last one.
    public func timeText(at now: Instant? = nil) -> String {
        let summary = timeSummary(at: now)
        var parts = [[summary.headline], timeTable(summary, at: now)]
        if !programs.isEmpty {
            parts.append(ProgramTable(programs, at: now, showsStartup: true).lines)
        }
        if !summary.queues.isEmpty { parts.append(summary.queueTable) }
        if let words = mainBlockWords { parts.append([words]) }
        let causes = course.rootCauses.map(\.text) + failedTeardowns.map(\.description)
        if !causes.isEmpty { parts.append(causes) }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private func timeTable(_ summary: TimeSummary, at now: Instant?) -> [String] {
        var table = TextTable([
            .right("WAIT"), .right("RUN"), .left("OPERATION"), .left("QUEUE"), .left("RESULT"),
        ])
        if let before = summary.beforeLaunch {
            table.rows.append(["-", before.timespan, "(before launch)", "-", "-"])
        }
        for operation in inOrderOfStart {
            table.rows.append([
                operation.knownWait?.timespan ?? "-",
                operation.knownRun(at: now)?.timespan ?? "-",
                operation.title,
                operation.isGroup ? "-" : operation.queue.name,
                [operation.result ?? operation.word, operation.lockWaitWords, operation.retries]
                    .compactMap(\.self).joined(separator: "; "),
            ])
        }
        return table.lines
    }

    /// The operations in the order of their start; those that never started come last, in
    /// declaration order.
    package var inOrderOfStart: [OperationStatus] {
        operations.enumerated()
            .sorted { left, right in
                switch (left.element.startedAt, right.element.startedAt) {
                case (let left?, let right?) where left != right: left < right
                case (_?, nil): true
                case (nil, _?): false
                default: left.offset < right.offset
                }
            }
            .map(\.element)
    }
}

extension TimeSummary {
    fileprivate var queueTable: [String] {
        var table = TextTable([
            .left("QUEUE"), .right("BUSY"), .right("RUN"), .right("OPERATIONS"),
        ])
        table.rows = queues.map {
            [$0.queue.name, $0.busy.timespan, $0.run.timespan, "\($0.operations)"]
        }
        return table.lines
    }
}
