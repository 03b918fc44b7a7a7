/// The engine takes actions of a kind from the book, one for each of its lanes at a time, when nothing
/// that the kind requires is missing, and tells the book what becomes of them.
extension LaunchMachine {
    /// Takes an action, or says why not.
    ///
    /// - Parameters:
    ///   - submission: The action.
    ///   - kind: The number of its kind.
    ///   - owner: The user whose share of the line it takes; `nil` for none.
    ///   - now: The instant.
    /// - Throws: Why not; nothing has changed then.
    mutating func submit(
        _ submission: Submission,
        of kind: Int,
        owner: UInt32? = nil,
        at now: Instant
    ) throws(SubmitRefusal) {
        try book.reserve(submission, of: kind, owner: owner, at: now)
        if records[kind].inDegree > 0 {
            raiseRequirements(of: kind, at: now)
            followAgenda(at: now)
        }
        followBook(at: now)
    }

    /// Gives the operations that a waiting action needs at least its priority.
    private mutating func raiseRequirements(of kind: Int, at now: Instant) {
        raise(
            topology.dependencies[kind].map(\.index),
            to: topology.operations[kind].options.priority.rawValue,
            at: now
        )
    }

    /// Cancels an action: a waiting one ends at once, a running one is asked to.
    ///
    /// - Returns: Whether it had not ended.
    mutating func cancel(_ id: ActionID, reason: String, at now: Instant) -> Bool {
        defer { followOwn(at: now) }
        return book.cancel(id, reason: reason, at: now)
    }

    /// Another action, which is stored, counts in place of one that has not begun.
    mutating func supersede(_ id: ActionID, by successor: ActionID, at now: Instant) {
        book.supersede(id, by: successor, at: now)
        followOwn(at: now)
    }

    /// A store has kept a change, or could not.
    mutating func stored(_ change: ActionChange, _ answer: KeepingAnswer, at now: Instant) {
        book.stored(change, answer, at: now)
        followOwn(at: now)
    }

    /// The actions that earlier launches left in the store are known.
    mutating func restore(_ actions: [RestoredAction], isLast: Bool = true, at now: Instant) {
        book.restore(actions, isLast: isLast, at: now)
        guard isLast else { return followBook(at: now) }
        for (kind, line) in book.kinds.sorted(by: { $0.key < $1.key })
        where line.waiting > 0 && records[kind].inDegree > 0 {
            raiseRequirements(of: kind, at: now)
        }
        followAgenda(at: now)
        followBook(at: now)
    }

    /// The waiting actions go over to the launch that takes this one's place.
    mutating func handOver(at now: Instant) {
        book.handOver(at: now)
        followOwn(at: now)
    }

    /// The launch whose place this one takes tells of its actions.
    ///
    /// - Parameters:
    ///   - news: What it tells.
    ///   - goesOn: Whether a further action follows at once.
    ///   - now: The instant.
    mutating func takeOver(_ news: [HandedOver], goesOn: Bool, at now: Instant) {
        var actions: [RestoredAction] = []
        for news in news {
            if case .action(let action) = news {
                actions.append(action)
                continue
            }
            takeOver(&actions, isLast: true, at: now)
            switch news {
            case .begins(let kinds, let isRestored):
                book.takeOver(from: kinds, isRestored: isRestored)
            case .runs(let id, let kind, let unique):
                book.takeOver(running: id, of: kind, unique: unique, at: now)
            case .ended(let id, let kind, let unique):
                book.takeOver(ended: id, of: kind, unique: unique)
            case .free(let kind): book.takeOver(free: kind)
            case .restored: book.takeOverRestored()
            case .action: break
            }
        }
        takeOver(&actions, isLast: !goesOn, at: now)
        followBook(at: now)
    }

    private mutating func takeOver(
        _ actions: inout [RestoredAction],
        isLast: Bool,
        at now: Instant
    ) {
        guard !actions.isEmpty else { return }
        book.takeOver(actions, isLast: isLast, at: now)
        actions = []
    }

    /// The names of the operations that a kind still waits for.
    func missing(for kind: Int) -> [String] {
        guard book.kinds[kind] != nil, records[kind].inDegree > 0 else { return [] }
        return topology.dependencies[kind].filter { !records[$0.index].hasEnded }
            .map { name(of: $0.index) }
    }

    /// Does what the book wants, and what it wants after that.
    mutating func followBook(at now: Instant) {
        while true {
            let effects = book.takeEffects()
            guard !effects.isEmpty else { return }
            for effect in effects { perform(effect, at: now) }
        }
    }

    /// Does what the book wants after something that concerns only actions: one that does not begin after
    /// all may have been the last thing that could.
    mutating func followOwn(at now: Instant) {
        followBook(at: now)
        finishIfStored(at: now)
        advance(at: now)
    }

    private mutating func perform(_ effect: ActionBook.Effect, at now: Instant) {
        switch effect {
        case .store(let change, let times): emit(.store(change, times))
        case .pull(let kind): startNextAction(of: kind, at: now)
        case .withdraw(let lane): leaveQueue(lane, at: now)
        case .interrupt(let lane, let reason): requestCancel(lane, reason: reason, at: now)
        case .begin(let id, let isStored):
            if isStored, let lane = book.lane(of: id) { armAttempt(lane, at: now) }
            emit(.beginAttempt(id, isStored: isStored))
        case .tell(let status): tellAction(status, at: now)
        case .tellWaiting(let id):
            if let status = book.news(of: id) { tellAction(status, at: now) }
        case .arm(let timer, let instant): emit(.arm(.action(timer), at: instant))
        case .disarm(let timer): emit(.disarm(.action(timer)))
        case .dropPayload(let id): emit(.dropPayload(id))
        case .letGo(let failure): emit(.letGo(failure))
        case .handOver(let news): emit(.handOver(news))
        }
    }

    private mutating func tellAction(_ status: ActionStatus, at now: Instant) {
        tell(at: now) { .actionChanged($0.withMissing(status)) }
    }

    /// Puts the next actions of a kind into its queue, if nothing is missing.
    mutating func startNextAction(of kind: Int, at now: Instant) {
        guard isOpen, book.kinds[kind] != nil, records[kind].inDegree == 0 else { return }
        startNextAction(of: kind, on: kind, at: now)
        guard let further = topology.furtherLanes[kind] else { return }
        for lane in further { startNextAction(of: kind, on: lane, at: now) }
    }

    private mutating func startNextAction(of kind: Int, on lane: Int, at now: Instant) {
        guard records[lane].isPending, !records[lane].isLeftBehind,
            !(isHalted(topology.operations[kind].queue) && book.runsAlone(kind)),
            book.takeNext(of: kind, on: lane, at: now) != nil
        else { return }
        let inDegree = records[lane].inDegree
        records.put(topology.record(of: lane), at: lane)
        records[lane].inDegree = inDegree
        records[lane].readyAt = now
        enqueue(lane)
    }

    mutating func actionStarted(_ lane: Int, at now: Instant) {
        book.began(lane, at: now)
        followBook(at: now)
    }

    /// The handler on a lane, which was given up, has returned: another action may come there.
    mutating func laneIsFree(_ lane: Int, at now: Instant) {
        let kind = topology.kind(ofLane: lane)
        book.handlerReturned(on: lane, of: kind)
        startNextAction(of: kind, at: now)
    }

    /// The handler of a lane's action is over.
    mutating func actionEnded(
        _ lane: Int,
        _ outcome: Outcome,
        mayRetry: Bool = false,
        at now: Instant
    ) {
        leaveQueue(lane, at: now)
        book.returned(
            lane,
            outcome,
            mayRetry: mayRetry,
            isLeftBehind: records[lane].isLeftBehind,
            at: now
        )
        followBook(at: now)
    }

    func isHalted(_ queue: Int) -> Bool { isPaused || queues[queue].isPaused }

    /// A queue was paused: what is to run alone there does not hold up the rest meanwhile.
    mutating func letActionsPass(at now: Instant) {
        for kind in book.kinds.keys.sorted() where isHalted(topology.operations[kind].queue) {
            book.letOthersPass(kind)
        }
        followBook(at: now)
    }

    /// A queue goes on, and what is to run alone there comes back.
    mutating func resumeActions(at now: Instant) {
        for kind in book.kinds.keys.sorted() where book.runsAlone(kind) {
            startNextAction(of: kind, at: now)
        }
        followBook(at: now)
    }

    /// The lane stands for no action any more.
    private mutating func leaveQueue(_ lane: Int, at now: Instant) {
        if records[lane].isReady { dequeue(lane) }
        if records[lane].traits.contains(.hasLocks) { stopWaitingForLock(lane, at: now) }
        records[state: lane] = .pending
    }

    /// An operation that the kind requires has ended; of its lanes, the first is told.
    mutating func requirementEnded(
        ofKind kind: Int,
        _ operation: Int,
        usable: Bool,
        at now: Instant
    ) {
        guard book.kinds[kind] != nil else { return }
        if !usable {
            let outcome = records[outcome: operation] ?? .cancelled(reason: "did not succeed")
            book.cannotRun(kind, name(of: operation), failure(of: operation, outcome), at: now)
        } else if records[kind].inDegree == 0 {
            startNextAction(of: kind, at: now)
        }
        followBook(at: now)
    }

    /// Nothing could watch the time of those that came before the launch began.
    mutating func armActionTimers(at now: Instant) {
        book.armAll(at: now)
        followBook(at: now)
    }

    /// The launch stops: what waits ends with its cause, or waits for the next launch.
    ///
    /// Running ones are asked like operations.
    mutating func stopActions(cause: RootCause?, reason: String, at now: Instant) {
        book.close(ActionBook.LaunchEnd(cause: cause, reason: reason), at: now)
        followBook(at: now)
    }
}
