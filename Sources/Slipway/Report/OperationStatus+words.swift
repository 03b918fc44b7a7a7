extension OperationStatus {
    /// The one word for where the operation is: its state while it has not ended, then its
    /// outcome.
    public var word: String {
        switch state {
        case .pending: "pending"
        case .ready: "ready"
        case .running: "running"
        case .ended(let outcome): outcome.word
        }
    }

    /// ``word``, for people: a timeout is told apart from other failures.
    package var resultWord: String {
        if case .ended(.failed(let failure)) = state, failure.kind == .timedOut {
            return "timed out"
        }
        return word
    }

    /// ``resultWord`` and why, in one line; `nil` for what succeeded.
    package var result: String? {
        guard state != .ended(.succeeded) else { return nil }
        return [resultWord, reason].compactMap(\.self).joined(separator: ": ")
    }

    /// Why it ended as it did, after what stands in for its value; `nil` when there is nothing to
    /// say.
    package var reason: String? {
        let words = [fallback?.words, outcome?.message].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    /// The name, with what sets it apart: `warm-cache (background, optional)`.
    package var title: String {
        var marks: [String] = []
        if isGroup { marks.append("group") }
        if stage == .background { marks.append("background") }
        if isOptional { marks.append("optional") }
        return marks.isEmpty ? name : "\(name) (\(marks.joined(separator: ", ")))"
    }

    /// `waited 120ms for lock 'disk'`; `nil` for what did not wait for one.
    package var lockWaitWords: String? {
        lockWait.map { "waited \(max($0.duration, .zero).timespan) for lock '\($0.lock)'" }
    }

    /// ``wait``, but never below zero, whatever a sender wrote.
    var knownWait: Duration? { wait.map { max($0, .zero) } }

    /// ``run``, but never below zero, and up to `now` for one that still runs.
    func knownRun(at now: Instant?) -> Duration? {
        guard let startedAt, let end = endedAt ?? now else { return nil }
        return max(startedAt.duration(to: end), .zero)
    }
}

extension FallbackUse {
    /// `value from cache, 2h old`.
    package var words: String {
        "value from \(source)" + (age.map { ", \(max($0, .zero).timespan) old" } ?? "")
    }
}
