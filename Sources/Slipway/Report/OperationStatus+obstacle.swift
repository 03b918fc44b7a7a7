extension OperationStatus {
    /// `waits for lock 'token', held by 'login'`; `nil` if it does not wait for a lock.
    package var lockWords: String? {
        guard case .lock(let lock, let holder) = obstacle else { return nil }
        return "waits for lock '\(lock)'" + (holder.map { ", held by '\($0)'" } ?? "")
    }

    /// The operation's obstacle in words; `nil` if it waits only for its dependencies or a slot in
    /// its queue.
    package func obstacleWords(at now: Instant) -> String? {
        switch obstacle {
        case nil: return nil
        case .condition: return conditionWords
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
        case .wait(let awaited, let circle):
            return circle ?? "waits in its body for \(awaited.words)"
        }
    }

    /// `its condition is being evaluated: env STORE is set`; `nil` while it is not.
    var conditionWords: String? {
        guard case .condition(let condition) = obstacle else { return nil }
        return "its condition is being evaluated" + (condition.isEmpty ? "" : ": \(condition)")
    }

    /// Why its body waits in vain; `nil` if it does not.
    package var circle: String? {
        guard case .wait(_, let circle) = obstacle else { return nil }
        return circle
    }

    /// ``circle``, and what to do about it.
    package var vainWait: String? {
        guard case .wait(let awaited, let circle?) = obstacle else { return nil }
        return "\(circle): \(awaited.advice(to: declared.name))"
    }

    /// The operation's body runs, and not its condition, its fallback or a teardown.
    package var isInBody: Bool {
        guard state == .running else { return false }
        return switch obstacle {
        case nil, .wait: true
        case .condition, .lock, .pause, .backoff, .fallback, .teardown, .launch: false
        }
    }
}

extension OperationStatus.Awaited {
    /// `'migrate'`.
    var words: String {
        switch self {
        case .operation(let name): "'\(name)'"
        case .action(let id): "action '\(id)'"
        case .launch: "the launch to be ready"
        }
    }

    /// The advice for a body that waits in vain for this thing.
    func advice(to waiter: String) -> String {
        switch self {
        case .operation(waiter): "let '\(waiter)' return without waiting for itself"
        case .operation(let name):
            "let '\(waiter)' return, and do what needs '\(name)' in an operation that requires '\(name)'"
        case .action: "let '\(waiter)' return without waiting for the action"
        case .launch: "let '\(waiter)' return, and do the rest in the background stage"
        }
    }
}
