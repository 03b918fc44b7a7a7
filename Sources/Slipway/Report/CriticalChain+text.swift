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
    /// - Parameter name: The operation to explain in place of the launch.
    /// - Returns: Lines without a newline after the last one; `nil` if no operation has the name.
    public func criticalChainText(to name: String? = nil) -> String? {
        if let name, !operations.contains(where: { $0.name == name }) { return nil }
        let steps = criticalChain(to: name)
        var lines = [
            "The time at which an operation started is printed after the \"@\" character.",
            "The time that its body took is printed after the \"+\" character.",
            "",
        ]
        var depth = 0
        if name == nil { lines.append(chainHeadline) } else { depth = -1 }
        for step in steps {
            lines.append(Self.branch(depth) + step.text)
            depth += 1
        }
        // The last operation of the chain started with the launch, and the launch only after this.
        if let launchedAt, steps.last.map({ $0.cause == .launch && $0.startedAfter != nil }) ?? true
        {
            let before = max(processStart.duration(to: launchedAt), .zero)
            lines.append(Self.branch(depth) + "(before launch) @0 +\(before.timespan)")
        }
        return lines.joined(separator: "\n")
    }

    private var chainHeadline: String {
        let end = readyAt ?? endedAt
        let offset = end.map { " @" + max(processStart.duration(to: $0), .zero).timespan } ?? ""
        return name.printable + " " + (readyAt == nil ? phase.word : "ready") + offset
    }

    /// Below the first line, each step is a child of the one above it.
    private static func branch(_ depth: Int) -> String {
        depth < 0 ? "" : String(repeating: "  ", count: depth) + "└─"
    }
}

extension ChainStep {
    /// `name @412ms +570ms (waited 98ms for queue 'main', held by 'sdk-init')`.
    fileprivate var text: String {
        var words = [name.printable]
        if let startedAfter { words.append("@" + startedAfter.timespan) }
        if let run { words.append("+" + run.timespan) }
        let marks = [resultMark, waitMark, retryMark].compactMap(\.self)
        if !marks.isEmpty { words.append("(" + marks.joined(separator: "; ") + ")") }
        return words.joined(separator: " ")
    }

    private var resultMark: String? {
        OperationStatus(name: name, queue: queue, state: state).result?.printable
    }

    private var waitMark: String? {
        if let group = waitingGroup, let wait = group.lockWait {
            return "'\(group.name.printable)' waited " + Self.words(for: wait)
        }
        let atQueue = wait.map { max($0 - (lockWait?.duration ?? .zero), .zero) } ?? .zero
        var parts = lockWait.map { [Self.words(for: $0)] } ?? []
        if case .queue(let holder) = cause {
            parts.append("\(atQueue.timespan) \(queueWords), held by '\(holder.printable)'")
        } else if atQueue >= .milliseconds(1) {
            parts.append(atQueue.timespan + (parts.isEmpty ? "" : " \(queueWords)"))
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
