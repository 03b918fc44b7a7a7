extension OperationStatus {
    /// The word for the operation's state, or for its outcome once it has ended.
    public var word: String { state.kind.rawValue }

    /// ``word`` for a reader: distinguishes a timeout from other failures.
    package var resultWord: String {
        if case .ended(.failed(let failure)) = state, failure.kind == .timedOut {
            return "timed out"
        }
        return word
    }

    /// ``resultWord`` and the reason, or what else there is to say, in one line; `nil` for a success with a
    /// value of its own.
    package var result: String? {
        guard state != .ended(.succeeded) else { return fallback?.words }
        return [resultWord, reason ?? conditionWords].compactMap(\.self).joined(separator: ": ")
    }

    /// The source of its fallback's value and the reason of its end; `nil` if there is neither.
    package var reason: String? {
        let words = [fallback?.words, outcome?.message].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    /// ``reason`` without what a program wrote, for what everyone may read.
    package var reasonWithoutOutput: String? {
        var message = quietReason ?? outcome?.message
        if case .failed(let failure) = outcome { message = failure.messageWithoutOutput }
        let words = [fallback?.words, message].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    /// The name with its kind, stage and whether it is optional: `warm-cache (background,
    /// optional)`.
    package var title: String {
        var marks: [String] = []
        if declared.isGroup { marks.append("group") }
        if stage == .background { marks.append("background") }
        if declared.isOptional { marks.append("optional") }
        return marks.isEmpty ? declared.name : "\(declared.name) (\(marks.joined(separator: ", ")))"
    }

    /// `waited 120ms for lock 'disk'`; `nil` if it did not wait for a lock.
    package var lockWaitWords: String? {
        lockWait.map { "waited \(max($0.duration, .zero).timespan) for lock '\($0.lock)'" }
    }

    /// ``wait``, but at least zero, whatever the report's source wrote.
    package var knownWait: Duration? { wait.map { max($0, .zero) } }

    /// ``run``, but at least zero, and up to `now` for a running operation.
    package func knownRun(at now: Instant?) -> Duration? {
        guard let startedAt, let end = endedAt ?? now else { return nil }
        return startedAt.elapsed(to: end)
    }
}

extension FallbackUse {
    /// `value from cache, 2h old`.
    package var words: String {
        "value from \(sourceAndAge)"
    }

    /// `cache, 2h old`, or `cache of unknown age`.
    package var sourceAndAge: String {
        guard let age else { return source == Self.cache ? "\(source) of unknown age" : source }
        return "\(source), \(max(age, .zero).timespan) old"
    }
}

extension OperationStatus.State {
    /// The words for the states and outcomes.
    package enum Word: String, CaseIterable, Hashable, Sendable {
        case pending, ready, running, succeeded, degraded, failed, cancelled, skipped
    }

    /// The state or outcome as one of the words.
    package var kind: Word {
        switch self {
        case .pending: .pending
        case .ready: .ready
        case .running: .running
        case .ended(.succeeded): .succeeded
        case .ended(.degraded): .degraded
        case .ended(.failed): .failed
        case .ended(.cancelled): .cancelled
        case .ended(.skipped), .ended(.notNeeded): .skipped
        }
    }
}
