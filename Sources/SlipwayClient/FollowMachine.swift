package import Slipway

/// Follows a service over its absences: when to call it again, what to tell, when to give up.
///
/// A service restarts, crashes, or does not run yet. The sender of an action, and a caller that
/// waits for one or watches a launch, want one answer over all that. The machine has no clock, no
/// connection and no thread: its shell carries out the next ``Step``, and tells the machine what
/// came of it. The invariant: an action is sent a second time only if the first was not taken, or
/// if it has a key by which the service knows it again. An action that the service has on disk is
/// asked for by its identity instead.
package struct FollowMachine: Sendable {
    private let terms: FollowTerms
    /// A call that was lost may be made again.
    private var isRepeatable: Bool
    /// The action that the service has on disk, once the machine asks for it by its identity.
    package private(set) var followed: ActionID?
    /// The absences until now.
    package private(set) var outage = Outage()
    /// A service went away that may have taken the action.
    private var mayBeTaken = false
    private var taken: (id: ActionID, durability: ActionPolicy.Durability)?
    private var step = Step.call
    private var news: [News] = []

    /// When the present call began, and whether the service has answered it.
    private var call: (began: Instant, isAnswered: Bool)
    /// The beginning of the trouble; `nil` before.
    private var troubleBegan: Instant?
    private var trouble = Trouble.absent
    private var backoff: Duration
    /// Why the last launch that was asked did not go on with the action.
    private var reason: String?
    /// The questions to the manager in the present absence.
    private var question = ManagerQuestion()

    private struct ManagerQuestion {
        var next: Instant?
        var isComing = false
        var told: Outlook?
    }

    /// - Parameters:
    ///   - terms: The patience with the service, and what is repeated.
    ///   - now: The present instant.
    package init(_ terms: FollowTerms, at now: Instant) {
        self.terms = terms
        isRepeatable = terms.isRepeatable
        backoff = terms.firstBackoff
        call = (now, false)
    }

    /// The service has answered the present call.
    package var isAnswered: Bool { call.isAnswered }
    /// No call follows.
    package var isOver: Bool { if case .end = step { true } else { false } }

    /// Takes the news that were not told yet, in their order.
    package mutating func takeNews() -> [News] {
        defer { news = [] }
        return news
    }

    /// The next step; the shell carries it out, and reports the result of a call or a question.
    package mutating func next(at now: Instant) -> Step {
        let present = step
        switch present {
        case .sleep: step = .call
        case .call: call = (now, false)
        case .askManager, .end: break
        }
        return present
    }
}

// MARK: Events of a call

extension FollowMachine {
    /// The service answers.
    package mutating func back() {
        call.isAnswered = true
        question = ManagerQuestion()
        if outage.end() { news.append(.back) }
    }

    /// The service has answered that it has the action.
    package mutating func answered(_ id: ActionID, keptIn durability: ActionPolicy.Durability) {
        taken = (id, durability)
        back()
    }

    /// The last answer has come.
    ///
    /// - Parameters:
    ///   - isOver: What was waited for has come, or cannot come any more, or the time is up.
    ///   - now: The present instant.
    package mutating func ended(isOver: Bool, at now: Instant) {
        if !isOver, followed == nil, let taken, taken.durability == .disk {
            follow(taken.id)
        } else {
            step = .end(.answered)
        }
    }

    /// The service refuses the key that was made for the action: the action is sent without a key.
    package mutating func keyRefused() {
        isRepeatable = false
        (troubleBegan, backoff) = (nil, terms.firstBackoff)
        step = .call
    }

    /// The call is refused, or failed in a way that does not pass by itself.
    ///
    /// - Parameters:
    ///   - words: Why.
    ///   - leavesOpen: Whether the service may have what an earlier call brought.
    package mutating func refused(_ words: String, leavesOpen: Bool = false) {
        if followed != nil {
            step = .end(.waited(words))
        } else {
            step = .end(leavesOpen && mayBeTaken ? .away(fate) : .refused)
        }
    }

    /// The service did not answer in time, though it took the call.
    package mutating func late() { step = .end(.late) }

    /// The call met a service that is not there, or that went away.
    package mutating func gone(_ trouble: Trouble, at now: Instant) {
        // The manager had given the service up, so that the call was broken off.
        if isOver { return }
        if followed != nil { return goneWhileFollowing(trouble, at: now) }
        self.trouble = trouble
        switch (trouble, terms.aim) {
        case (.failed, .action): return step = .end(.refused)
        case (.lost, .action) where !isRepeatable:
            mayBeTaken = terms.sends
            // The service goes on with an action on disk, without being sent it again.
            if let taken, taken.durability == .disk {
                follow(taken.id)
                return goneWhileFollowing(.lost, at: now)
            }
        case (.lost, .action):
            mayBeTaken = terms.sends
        case (.lost, .launch) where call.isAnswered:
            question = ManagerQuestion()
            if outage.begin() { news.append(.gone) }
            return again(at: now)
        case (.absent, _), (.notTaken, _), (.stopping, _), (.lost, _), (.failed, _): break
        }
        if wantsManager(at: now) { step = .askManager } else { again(at: now) }
    }

    private mutating func follow(_ id: ActionID) {
        followed = id
        isRepeatable = true
        (troubleBegan, backoff) = (nil, terms.firstBackoff)
        step = .call
    }

    private mutating func goneWhileFollowing(_ trouble: Trouble, at now: Instant) {
        guard let followed else { return }
        var trouble = trouble
        if trouble == .lost, !call.isAnswered { trouble = .notTaken }
        self.trouble = trouble
        if outage.begin() { news.append(.awaits(followed, trouble)) }
        switch trouble {
        case .stopping:
            if let deadline = terms.deadline, now >= deadline {
                return step = .end(.waited(reason))
            }
            // A stopping service takes its time to end, which does not count against the patience.
            return step = .sleep(until: now.advanced(by: terms.firstBackoff))
        case .failed(let words): reason = words
        case .lost: reason = nil
        case .absent, .notTaken: break
        }
        again(at: now)
    }
}

// MARK: The manager

extension FollowMachine {
    /// Tells whether it is time to ask the manager, also during a call.
    package mutating func wantsManager(at now: Instant) -> Bool {
        guard let delay = terms.managerDelay else { return false }
        let next = question.next ?? now.advanced(by: delay)
        question.next = next
        return now >= next
    }

    /// Takes what the manager makes of the service.
    ///
    /// - Parameters:
    ///   - outlook: The answer of the manager.
    ///   - now: The present instant.
    ///   - isCalling: A call is under way, and goes on.
    package mutating func managerSaid(
        _ outlook: Outlook,
        at now: Instant,
        isCalling: Bool = false
    ) {
        question.next = now.advanced(by: FollowTerms.managerInterval)
        question.isComing = outlook == .starting || outlook == .restarting
        guard outlook != .never else { return step = .end(.away(fate)) }
        let isNews =
            switch terms.aim {
            case .action: question.isComing && question.told != outlook
            case .launch: question.told == nil
            }
        if isNews, !mustNotCall {
            question.told = outlook
            // The news that the launch went away were told already.
            if terms.aim != .launch || !outage.isAway { news.append(.manager) }
        }
        if !isCalling { again(at: now) }
    }
}

// MARK: Backoffs and the end

extension FollowMachine {
    /// Calls again after a backoff, or gives up.
    private mutating func again(at now: Instant) {
        if mustNotCall { return giveUp() }
        // An action that may end the service is not sent without limit to each new process of it.
        let isComing = question.isComing && !mayBeTaken
        if trouble == .absent, troubleBegan == nil, !isComing, !terms.waitsForAbsent,
            followed == nil
        {
            return giveUp()
        }
        // The service was there for at least the patience: this is another outage.
        if trouble == .lost, let patience = terms.patience,
            call.began.duration(to: now) >= patience
        {
            (troubleBegan, backoff) = (nil, terms.firstBackoff)
        }
        // While the manager is about to start the service, the patience does not begin.
        let start = isComing ? now : troubleBegan ?? now
        troubleBegan = start
        let end = terms.deadline ?? terms.patience.map { start.advanced(by: $0) }
        let left = end.map { now.duration(to: $0) } ?? backoff
        guard left > .zero else { return giveUp() }
        if followed == nil, terms.aim == .action, outage.begin() { news.append(newsOfCall) }
        step = .sleep(until: now.advanced(by: min(backoff, left)))
        backoff = min(backoff * 2, terms.longestBackoff)
    }

    /// A further call could send an action a second time that the service may have taken.
    private var mustNotCall: Bool { mayBeTaken && !isRepeatable && followed == nil }

    private mutating func giveUp() {
        step = .end(followed == nil ? .away(fate) : .waited(reason ?? outage.words))
    }

    private var newsOfCall: News {
        guard trouble == .lost, let taken else { return .again }
        return .sendsAgain(taken.id, taken.durability)
    }

    private var fate: Fate {
        switch taken {
        case (let id, .disk)?: .stored(id)
        case (let id, .memory)?: .inMemory(id)
        case nil: mayBeTaken ? .unknown : .notTaken
        }
    }
}
