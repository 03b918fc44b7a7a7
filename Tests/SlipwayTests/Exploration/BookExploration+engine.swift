@testable import Slipway

/// The steps of the engine with the actions that it takes, and its work for the book.
extension BookExploration {
    mutating func pull(_ kind: Int) {
        guard engine.isFree(kind), book.takeNext(of: kind, at: now) != nil else { return }
        engine.offered.insert(kind)
    }

    mutating func begin(_ kind: Int) {
        guard let id = book.current(of: kind) else {
            return ledger.violations.append("k\(kind) was offered nothing")
        }
        trace?("begin \(id)")
        engine.offered.remove(kind)
        engine.asked[kind] = nil
        engine.current[kind] = id
        if book.entries[id]?.isSuspect == true { ledger.beginsAlone(id, engine.current.count) }
        engine.deciding.insert(id)
        book.began(kind, at: now)
        settle()
    }

    /// The handler of a kind's action returns, if it may have begun.
    mutating func endBody(_ kind: Int) {
        guard let id = engine.current[kind], !engine.deciding.contains(id) else { return }
        engine.current[kind] = nil
        let outcome = outcome(asked: engine.asked[kind])
        trace?("end \(id) \(outcome)")
        ledger.bodyEnded(id, outcome, hadCompany: book.entries[id]?.progress.hadCompany ?? false)
        book.returned(kind, outcome, mayRetry: random.chance(80), at: now)
        settle()
    }

    private mutating func outcome(asked reason: String?) -> Outcome {
        if let reason, random.chance(70) { return .cancelled(reason: reason) }
        switch random.number(0...19) {
        case 0: return .cancelled(reason: "gave up")
        case 1, 2: return .failed(Failure(ProgramEnded()))
        case 3...8: return .failed(Failure("no window"))
        default: return .succeeded
        }
    }

    /// Goes on without a handler that does not return, or such a handler returns.
    mutating func leaveOrReturn() {
        if let kind = random.pick(engine.leftBehind.keys.sorted()), random.chance(70) {
            returnLate(kind)
        } else if let kind = random.pick(engine.current.keys.sorted()) {
            leaveBehind(kind)
        }
    }

    private mutating func leaveBehind(_ kind: Int) {
        guard let id = engine.current.removeValue(forKey: kind) else { return }
        trace?("leave \(id) behind")
        engine.leftBehind[kind] = id
        ledger.leftBehind(id)
        let outcome =
            engine.asked[kind].map { Outcome.cancelled(reason: $0) }
            ?? .failed(Failure(.timedOut, "took too long"))
        book.returned(kind, outcome, mayRetry: false, at: now)
        settle()
    }

    private mutating func returnLate(_ kind: Int) {
        guard let id = engine.leftBehind[kind], !engine.deciding.contains(id) else { return }
        trace?("\(id) returns late")
        engine.leftBehind[kind] = nil
        ledger.bodyEnded(id, .succeeded, hadCompany: false)
        pull(kind)
        settle()
    }

    /// It is known whether an attempt is stored.
    private mutating func decide(_ id: ActionID, _ isStored: Bool) {
        guard let kind = disk.sent[id]?.kind, engine.deciding.remove(id) != nil else {
            return ledger.violations.append("\(id) may begin, and no handler waits for that")
        }
        let isLeft = engine.leftBehind[kind] == id
        if isStored {
            ledger.began(id)
            if isLeft { ledger.violations.append("\(id) begins, and was given up") }
        } else if isLeft {
            engine.leftBehind[kind] = nil
            pull(kind)
        } else {
            engine.current[kind] = nil
            book.returned(kind, .cancelled(reason: "not stored"), mayRetry: true, at: now)
        }
    }

    mutating func settle() {
        while true {
            let effects = book.takeEffects()
            guard !effects.isEmpty else { return }
            for effect in effects { perform(effect) }
        }
    }

    private mutating func perform(_ effect: ActionBook.Effect) {
        trace?("  \(effect)")
        switch effect {
        case .store(let change, _): disk.take(change)
        case .pull(let kind): pull(kind)
        case .withdraw(let kind):
            if engine.offered.remove(kind) == nil {
                ledger.violations.append("k\(kind) is withdrawn, and was not offered")
            }
        case .interrupt(let kind, let reason): engine.asked[kind] = reason
        case .begin(let id, let isStored): decide(id, isStored)
        case .tell(let status): ledger.told(status)
        case .tellWaiting(let id): if let status = book.news(of: id) { ledger.told(status) }
        case .arm(let timer, let instant): if engine.isStarted { timers[timer] = instant }
        case .disarm(let timer): timers[timer] = nil
        case .dropPayload, .letGo, .handOver: break
        }
    }
}
