public import Slipway

extension Report {
    /// The critical chain in the format of `systemd-analyze critical-chain`, with waits and
    /// results.
    ///
    /// ```
    /// storefront ready @980ms
    /// └─feature-toggles @410ms +570ms
    ///   └─sdk-init @12ms +398ms
    ///     └─(before launch) @0 +12ms
    /// ```
    ///
    /// From the 31st step on lines are no further to the right.
    ///
    /// Below an operation stands, in parentheses, what else filled the time before it, if that took a
    /// millisecond or longer; what is left of all steps is one line, so that the times behind "+" add up.
    ///
    /// - Parameters:
    ///   - name: The operation to explain in place of the launch.
    ///   - now: The end of what is under way; `nil` leaves that out.
    /// - Returns: Lines without a newline after the last one; `nil` if no operation has the name.
    public func criticalChainText(to name: String? = nil, at now: Instant? = nil) -> String? {
        if let name, !operations.contains(where: { $0.name == name }) { return nil }
        var lines = [
            "The time at which an operation started is printed after the \"@\" character.",
            "The time that its body took is printed after the \"+\" character.",
            "",
        ]
        var rows = criticalChain(to: name, at: now).flatMap(\.rows)
        let rest = rows.filter { !$0.isShown }.reduce(Duration.zero) { $0 + $1.duration }
        rows.removeAll { !$0.isShown }
        if rest >= .microseconds(1) {
            let place = rows.last.map { $0.isBeforeLaunch ? rows.count - 1 : rows.count } ?? 0
            rows.insert(ChainRow(text: "(in between) +\(rest.timespan)", duration: rest), at: place)
        }
        var depth = name == nil ? 0 : -1
        if name == nil { lines.append(chainHeadline) }
        for row in rows {
            lines.append(Self.branch(depth) + row.text)
            depth += 1
        }
        if !rows.contains(where: \.isBeforeLaunch), let launchedAt = course.launchedAt {
            let before = processStart.elapsed(to: launchedAt)
            lines.append(Self.branch(depth) + ChainRow.beforeLaunch(before).text)
        }
        return lines.joined(separator: "\n")
    }

    private var chainHeadline: String {
        let end = course.readyAt ?? course.endedAt
        let offset = end.map { " @" + processStart.elapsed(to: $0).timespan } ?? ""
        return name.printable + " " + (course.readyAt == nil ? course.phase.word : "ready") + offset
    }

    /// Below the first line, each step is a child of the one above it.
    private static func branch(_ depth: Int) -> String {
        depth < 0 ? "" : TreeMargin.text(depth) + "└─"
    }
}

/// A line of a chain's text.
private struct ChainRow {
    var text: String
    var duration: Duration
    var isShown = true
    var isBeforeLaunch = false

    static func beforeLaunch(_ duration: Duration) -> ChainRow {
        ChainRow(
            text: "(before launch) @0 +\(duration.timespan)",
            duration: duration,
            isBeforeLaunch: true
        )
    }
}

extension ChainStep {
    /// The operation and what else filled its share of the time, the latest first.
    fileprivate var rows: [ChainRow] {
        let time = parts.lazy.filter(isOwn).reduce(Duration.zero) { $0 + $1.duration }
        let own = ChainRow(text: text(time), duration: time)
        var rows: [ChainRow] = []
        var isNamed = false
        for part in parts.reversed() {
            // The operation's own row stands before the rows of all that ended before its start.
            let isEarlier = part.start + part.duration <= startedAfter ?? .zero
            if !isNamed, isOwn(part) || part.kind == .beforeLaunch || isEarlier {
                rows.append(own)
                isNamed = true
            }
            if !isOwn(part) { rows.append(row(of: part)) }
        }
        return isNamed ? rows : [own] + rows
    }

    /// The row of a part that is not the operation's own.
    private func row(of part: ChainPart) -> ChainRow {
        guard part.kind != .beforeLaunch else { return .beforeLaunch(part.duration) }
        let isShown = part.duration >= .milliseconds(1)
        return ChainRow(text: part.text, duration: part.duration, isShown: isShown)
    }

    /// The part is the operation's own: its body ran, or it waited for its next attempt.
    private func isOwn(_ part: ChainPart) -> Bool {
        part.operation == name && (part.isRun || part.kind == .backoff)
    }

    /// `name @412ms +570ms (waited 98ms for queue 'main', held by 'sdk-init')`.
    private func text(_ time: Duration) -> String {
        var words = [name.printable]
        if let startedAfter { words.append("@" + startedAfter.timespan) }
        if run != nil || time > .zero { words.append("+" + time.timespan) }
        let marks = [resultMark, runMark(time), waitMark, retryMark].compactMap(\.self)
        if !marks.isEmpty { words.append("(" + marks.joined(separator: "; ") + ")") }
        return words.joined(separator: " ")
    }

    private var resultMark: String? {
        OperationStatus(name: name, queue: queue, state: state).result?.printable
    }

    /// The whole run time of an operation that let the next one start before it ended.
    private func runMark(_ time: Duration) -> String? {
        guard let run, run > time, parts.last.map({ isOwn($0) }) ?? true else { return nil }
        return "ran \(run.timespan) in all"
    }

    private var waitMark: String? {
        if let group = waitingGroup, let wait = group.lockWait {
            return "'\(group.name.printable)' waited " + Self.words(for: wait)
        }
        let atQueue = wait.map { max($0 - (lockWait?.duration ?? .zero), .zero) } ?? .zero
        var parts = lockWait.map { [Self.words(for: $0)] } ?? []
        if case .queue(let holder) = cause {
            parts.append("\(atQueue.timespan) \(queueWords), held by '\(holder.printable)'")
        }
        return parts.isEmpty ? nil : "waited " + parts.joined(separator: ", and ")
    }

    private var queueWords: String { "for queue '\(queue.name.printable)'" }

    /// `120ms for lock 'disk', held by 'migrate'`.
    private static func words(for wait: OperationStatus.LockWait) -> String {
        "\(max(wait.duration, .zero).timespan) for lock '\(wait.lock.name.printable)'"
            + (wait.holder.map { ", held by '\($0.printable)'" } ?? "")
    }

    private var retryMark: String? {
        guard attempts > 1 else {
            return repeatedGroup.flatMap { group in
                group.retries.map { "'\(group.name.printable)' took \($0)" }
            }
        }
        return "\(attempts) attempts" + (backoff.map { ", \($0.timespan) between them" } ?? "")
    }
}

extension ChainPart {
    /// `(condition of 'banner') @412ms +30ms`.
    fileprivate var text: String {
        let subject = operation.map { "'\($0.printable)'" } ?? "the launch"
        let words =
            switch kind {
            case .beforeLaunch: "before launch"
            case .condition: "condition of \(subject)"
            case .lock(let lock): "\(subject) waited for lock '\(lock.name.printable)'"
            case .slot(let queue): "\(subject) waited for queue '\(queue.name.printable)'"
            case .pause(nil): "the launch was paused"
            case .pause(let queue?): "queue '\(queue.name.printable)' was paused"
            case .run(let attempt): "attempt \(attempt) of \(subject)"
            case .backoff: "pause of \(subject)"
            case .fallback: "fallback of \(subject)"
            case .gap: operation == nil ? "until the end" : "before \(subject)"
            }
        return "(\(words)) @\(start.timespan) +\(duration.timespan)"
    }
}
