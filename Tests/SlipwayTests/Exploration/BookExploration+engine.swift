@testable import Slipway

/// The steps of the engine with the actions that it takes, and its work for the book.
extension BookExploration {
    mutating func pull(_ kind: Int) {
        for consumer in engine.free(kind, width: policies[kind].width) {
            guard book.takeNext(of: kind, on: consumer, at: now) != nil else { return }
            engine.offered.insert(consumer)
        }
    }

    mutating func begin(_ consumer: Int) {
        book.chooseFirst(for: consumer)
        guard let id = book.current(of: consumer) else {
            return ledger.violations.append("consumer \(consumer) was offered nothing")
        }
        trace?("begin \(id)")
        engine.offered.remove(consumer)
        engine.asked[consumer] = nil
        engine.current[consumer] = id
        if book.company.lone?.id == id { ledger.beginsAlone(id, engine.current.count) }
        ledger.begins(id, of: engine.kind(of: consumer), policies[engine.kind(of: consumer)], book)
        engine.deciding.insert(id)
        book.began(consumer, at: now)
        settle()
    }

    /// The handler of a consumer's action returns, if it may have begun.
    mutating func endBody(_ consumer: Int) {
        guard let id = engine.current[consumer], !engine.deciding.contains(id) else { return }
        engine.current[consumer] = nil
        let outcome = outcome(asked: engine.asked[consumer])
        trace?("end \(id) \(outcome)")
        ledger.bodyEnded(id, outcome, hadCompany: book.entries[id]?.progress.hadCompany ?? false)
        book.returned(consumer, outcome, mayRetry: random.chance(80), at: now)
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
        if let consumer = random.pick(engine.leftBehind.keys.sorted()), random.chance(70) {
            returnLate(consumer)
        } else if let consumer = random.pick(engine.current.keys.sorted()) {
            leaveBehind(consumer)
        }
    }

    private mutating func leaveBehind(_ consumer: Int) {
        guard let id = engine.current.removeValue(forKey: consumer) else { return }
        trace?("leave \(id) behind")
        engine.leftBehind[consumer] = id
        ledger.leftBehind(id)
        let outcome =
            engine.asked[consumer].map { Outcome.cancelled(reason: $0) }
            ?? .failed(Failure(.timedOut, "took too long"))
        book.returned(consumer, outcome, mayRetry: false, isLeftBehind: true, at: now)
        settle()
    }

    mutating func returnLate(_ consumer: Int) {
        guard let id = engine.leftBehind[consumer], !engine.deciding.contains(id) else { return }
        trace?("\(id) returns late")
        ledger.bodyEnded(id, .succeeded, hadCompany: false)
        free(consumer)
        settle()
    }

    /// A handler that was left behind has returned, or never began.
    private mutating func free(_ consumer: Int) {
        engine.leftBehind[consumer] = nil
        let kind = engine.kind(of: consumer)
        book.handlerReturned(on: consumer, of: kind)
        pull(kind)
    }

    /// It is known whether an attempt is stored.
    private mutating func decide(_ id: ActionID, _ isStored: Bool) {
        guard engine.deciding.remove(id) != nil else {
            return ledger.violations.append("\(id) may begin, and no handler waits for that")
        }
        let left = engine.leftBehind.first { $0.value == id }?.key
        if isStored {
            ledger.began(id)
            if left != nil { ledger.violations.append("\(id) begins, and was given up") }
        } else if let left {
            free(left)
        } else if let consumer = engine.current.first(where: { $0.value == id })?.key {
            engine.current[consumer] = nil
            book.returned(consumer, .cancelled(reason: "not stored"), mayRetry: true, at: now)
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
        case .withdraw(let consumer):
            if engine.offered.remove(consumer) == nil {
                ledger.violations.append("consumer \(consumer) is withdrawn, and was not offered")
            }
        case .interrupt(let consumer, let reason): engine.asked[consumer] = reason
        case .begin(let id, let isStored): decide(id, isStored)
        case .tell(let status): ledger.told(status)
        case .tellWaiting(let id): if let status = book.news(of: id) { ledger.told(status) }
        case .arm(let timer, let instant): if engine.isStarted { timers[timer] = instant }
        case .disarm(let timer): timers[timer] = nil
        case .dropPayload, .letGo, .handOver: break
        }
    }
}
