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
        return [resultWord, outcome?.message ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// ``wait``, but never below zero, whatever a sender wrote.
    var knownWait: Duration? { wait.map { max($0, .zero) } }

    /// ``run``, but never below zero, and up to `now` for one that still runs.
    func knownRun(at now: Instant?) -> Duration? {
        guard let startedAt, let end = endedAt ?? now else { return nil }
        return max(startedAt.duration(to: end), .zero)
    }
}
