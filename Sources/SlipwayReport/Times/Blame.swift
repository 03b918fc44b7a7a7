public import Slipway

/// One operation and the time it took.
public struct BlameEntry: Hashable, Sendable {
    /// The operation, as in the report.
    public var operation: OperationStatus
    /// The time from the body's start to the operation's end or until now, with all attempts and
    /// backoffs; `nil` if it never started.
    public var run: Duration?
    /// The time that the operation waited for its queue; `nil` if it never started.
    public var wait: Duration?
}

extension Report {
    /// The operations, slowest first; those that never started come last, in declaration order.
    ///
    /// Each run time is the operation's own, whatever ran at the same time, so the times do not add
    /// up to the time to ready; ``criticalChain(to:at:)`` shows which operations mattered.
    ///
    /// - Parameter now: The end of the run time of running operations; `nil` leaves it open.
    /// - Returns: One entry for each operation; none for groups, whose time is that of their
    ///   operations.
    public func blame(at now: Instant? = nil) -> [BlameEntry] {
        operations.filter { !$0.isGroup }
            .map { operation in
                BlameEntry(
                    operation: operation,
                    run: operation.knownRun(at: now),
                    wait: operation.knownWait
                )
            }
            .enumerated()
            .sorted { left, right in
                let runs = (left.element.run, right.element.run)
                switch runs {
                case (let left?, let right?) where left != right: return left > right
                case (_?, nil): return true
                case (nil, _?): return false
                default: return left.offset < right.offset
                }
            }
            .map(\.element)
    }

    /// The blame in the format of `systemd-analyze blame`: the time, then the name, then further
    /// facts in parentheses.
    ///
    /// - Parameters:
    ///   - now: The end of the run time of running operations.
    ///   - limit: The most lines; `nil` for all.
    /// - Returns: Lines without a newline after the last one.
    public func blameText(at now: Instant? = nil, limit: Int? = nil) -> String {
        let entries = blame(at: now).prefix(limit ?? .max)
        let times = entries.map { $0.run?.timespan ?? "-" }
        let width = times.map(\.count).max() ?? 0
        return zip(entries, times)
            .map { entry, time in
                time.padded(to: width, right: true) + " " + entry.text
            }
            .joined(separator: "\n")
    }
}

extension BlameEntry {
    fileprivate var text: String {
        var marks: [String] = []
        if operation.stage == .background { marks.append("background") }
        if operation.isOptional { marks.append("optional") }
        if let result = operation.result { marks.append(result.printable) }
        if let retries = operation.retries { marks.append(retries) }
        if let wait, wait >= .milliseconds(1) { marks.append("waited \(wait.timespan)") }
        let suffix = marks.isEmpty ? "" : " (" + marks.joined(separator: "; ") + ")"
        return operation.name.printable + suffix
    }
}
