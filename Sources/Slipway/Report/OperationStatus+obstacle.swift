extension OperationStatus {
    /// `waits for lock 'token', held by 'login'`; `nil` if it does not wait for a lock.
    package var lockWords: String? {
        guard case .lock(let lock, let holder) = obstacle else { return nil }
        return "waits for lock '\(lock)'" + (holder.map { ", held by '\($0)'" } ?? "")
    }

    /// The operation's obstacle in words; `nil` if it waits only for its dependencies or a place in
    /// its queue.
    package func obstacleWords(at now: Instant) -> String? {
        switch obstacle {
        case nil: return nil
        case .condition(""): return "its condition is being evaluated"
        case .condition(let condition): return "its condition is being evaluated: \(condition)"
        case .lock(let lock, _): return "waits for lock '\(lock)'"
        case .pause(nil): return "the launch is paused"
        case .pause(let queue?): return "queue '\(queue)' is paused"
        case .backoff(let until):
            let left = now.duration(to: until)
            let when = left > .zero ? "in \(left.timespan)" : "is due"
            return [attemptWords(attemptCount + 1) + " " + when, lastFailure]
                .compactMap(\.self).joined(separator: "; ")
        case .fallback:
            return ["looks for its fallback", lastFailure]
                .compactMap(\.self).joined(separator: "; ")
        case .teardown(let name): return "tears down '\(name)' before it is tried again"
        case .launch: return "starts once the launch is ready"
        }
    }
}
