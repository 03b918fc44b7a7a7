extension ActionStatus {
    /// ` in 12s`, if the time is known and has not come.
    private func due(_ now: Instant?) -> String {
        guard let retryAt, let now, now < retryAt else { return "" }
        return " in \(now.duration(to: retryAt).timespan)"
    }

    /// `attempt 2 of 4 failed: HTTP 503`; without the limit if that is not known.
    private var trouble: String {
        let limit = failureLimit.map { " of \($0)" } ?? ""
        let count =
            failures > 0 ? "attempt \(failures)\(limit) failed" : "the last one was interrupted"
        return count + (lastFailure.map { ": \($0.message)" } ?? "")
    }

    /// The state, with what is missing, or the reason.
    package var sentence: String { sentence(at: nil) }

    /// The state, with what is missing, or the reason; `now` is for the time until the next
    /// attempt.
    package func sentence(at now: Instant?) -> String {
        switch state {
        case .waiting where isPostponed: "waiting for the next launch"
        case .waiting where retryAt != nil: "waiting for its next attempt\(due(now)): \(trouble)"
        case .waiting(let missing) where missing.isEmpty:
            readyAt == nil ? "waiting for its turn" : "waiting for its queue"
        case .waiting(let missing): "waiting for " + missing.joined(separator: ", ")
        case .failed(let failure, let operation?):
            "failed: operation '\(operation)': \(failure.message)"
        case .failed(let failure, nil): "failed: \(failure.message)"
        case .cancelled(let reason): "cancelled: \(reason)"
        case .superseded(let successor): "superseded by \(successor)"
        case .interrupted(let reason): "interrupted: \(reason)"
        case .running, .done, .expired: state.word
        }
    }
}

extension ActionStatus: CustomStringConvertible {
    /// `'open-url' 7f3a…: waiting for user`: the kind, the identity and the state, in one line.
    public var description: String { "'\(kind)' \(id): \(sentence)".printable }
}
