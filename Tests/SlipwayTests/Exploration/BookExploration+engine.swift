@testable import Slipway

/// The steps of the engine with the actions that it takes, and its work for the book.
extension BookExploration {
    mutating func pull(_ kind: Int) {
        for lane in engine.free(kind, width: policies[kind].width) {
            guard book.takeNext(of: kind, on: lane, at: now) != nil else { return }
            engine.offered.insert(lane)
        }
    }

    mutating func begin(_ lane: Int) {
        book.chooseFirst(for: lane)
        guard let id = book.current(of: lane) else {
            return ledger.violations.append("lane \(lane) was offered nothing")
        }
        trace?("begin \(id)")
        engine.offered.remove(lane)
        engine.asked[lane] = nil
        engine.current[lane] = id
        if book.entries[id]?.isSuspect == true { ledger.beginsAlone(id, engine.current.count) }
        ledger.begins(id, of: engine.kind(of: lane), policies[engine.kind(of: lane)], book)
        engine.deciding.insert(id)
        book.began(lane, at: now)
        settle()
    }

    /// The handler of a lane's action returns, if it may have begun.
    mutating func endBody(_ lane: Int) {
        guard let id = engine.current[lane], !engine.deciding.contains(id) else { return }
        engine.current[lane] = nil
        let outcome = outcome(asked: engine.asked[lane])
        trace?("end \(id) \(outcome)")
        ledger.bodyEnded(id, outcome, hadCompany: book.entries[id]?.progress.hadCompany ?? false)
        book.returned(lane, outcome, mayRetry: random.chance(80), at: now)
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
        if let lane = random.pick(engine.leftBehind.keys.sorted()), random.chance(70) {
            returnLate(lane)
        } else if let lane = random.pick(engine.current.keys.sorted()) {
            leaveBehind(lane)
        }
    }

    private mutating func leaveBehind(_ lane: Int) {
        guard let id = engine.current.removeValue(forKey: lane) else { return }
        trace?("leave \(id) behind")
        engine.leftBehind[lane] = id
        ledger.leftBehind(id)
        let outcome =
            engine.asked[lane].map { Outcome.cancelled(reason: $0) }
            ?? .failed(Failure(.timedOut, "took too long"))
        book.returned(lane, outcome, mayRetry: false, isLeftBehind: true, at: now)
        settle()
    }

    mutating func returnLate(_ lane: Int) {
        guard let id = engine.leftBehind[lane], !engine.deciding.contains(id) else { return }
        trace?("\(id) returns late")
        ledger.bodyEnded(id, .succeeded, hadCompany: false)
        free(lane)
        settle()
    }

    /// A handler that was left behind has returned, or never began.
    private mutating func free(_ lane: Int) {
        engine.leftBehind[lane] = nil
        let kind = engine.kind(of: lane)
        book.handlerReturned(on: lane, of: kind)
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
        } else if let lane = engine.current.first(where: { $0.value == id })?.key {
            engine.current[lane] = nil
            book.returned(lane, .cancelled(reason: "not stored"), mayRetry: true, at: now)
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
        case .withdraw(let lane):
            if engine.offered.remove(lane) == nil {
                ledger.violations.append("lane \(lane) is withdrawn, and was not offered")
            }
        case .interrupt(let lane, let reason): engine.asked[lane] = reason
        case .begin(let id, let isStored): decide(id, isStored)
        case .tell(let status): ledger.told(status)
        case .tellWaiting(let id): if let status = book.news(of: id) { ledger.told(status) }
        case .arm(let timer, let instant): if engine.isStarted { timers[timer] = instant }
        case .disarm(let timer): timers[timer] = nil
        case .dropPayload, .letGo, .handOver: break
        }
    }
}
