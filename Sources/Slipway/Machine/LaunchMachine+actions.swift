/// The engine takes actions of a kind from the book, one for each of its consumers at a time, when nothing
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
            to: topology.operations[kind].options.rank.rawValue,
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
        giveUpIfVain(waits.forEnd(of: change.action), at: now)
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

    /// The waiting actions go over to the launch that takes this one's place, with ``handOverMore(at:)``.
    mutating func handOver(at now: Instant) {
        book.handOver(at: now)
        followOwn(at: now)
    }

    /// Some more go over.
    ///
    /// - Returns: Whether there may be others.
    mutating func handOverMore(at now: Instant) -> Bool {
        defer { followOwn(at: now) }
        return book.handOverMore(at: now)
    }

    /// The launch whose place this one takes tells of its actions.
    mutating func takeOver(_ news: [HandedOver], at now: Instant) {
        book.takeOver(news, at: now)
        if book.knowsStored { storageWasOpened(at: now) }
        followBook(at: now)
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
        case .withdraw(let consumer): leaveQueue(consumer, at: now)
        case .interrupt(let consumer, let reason): requestCancel(consumer, reason: reason, at: now)
        case .begin(let id, let isStored):
            if isStored, let consumer = book.consumer(of: id) { armAttempt(consumer, at: now) }
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
        guard let further = topology.furtherConsumers[kind] else { return }
        for consumer in further { startNextAction(of: kind, on: consumer, at: now) }
    }

    private mutating func startNextAction(of kind: Int, on consumer: Int, at now: Instant) {
        guard records[consumer].isPending, !records[consumer].isLeftBehind,
            !(isHalted(topology.operations[kind].queue) && book.runsAlone(kind)),
            book.takeNext(of: kind, on: consumer, at: now) != nil
        else { return }
        let inDegree = records[consumer].inDegree
        records.put(topology.record(of: consumer), at: consumer)
        records[consumer].inDegree = inDegree
        records[consumer].readyAt = now
        enqueue(consumer)
    }

    mutating func actionStarted(_ consumer: Int, at now: Instant) {
        book.began(consumer, at: now)
        followBook(at: now)
    }

    /// A handler that was given up has returned: its consumer may get another action.
    mutating func consumerIsFree(_ consumer: Int, at now: Instant) {
        let kind = topology.kind(ofConsumer: consumer)
        book.handlerReturned(on: consumer, of: kind)
        startNextAction(of: kind, at: now)
    }

    /// The handler of a consumer's action is over.
    mutating func actionEnded(
        _ consumer: Int,
        _ outcome: Outcome,
        mayRetry: Bool = false,
        at now: Instant
    ) {
        leaveQueue(consumer, at: now)
        let action = currentAction(of: consumer)
        let isUnwanted = action.flatMap { book.entries[$0]?.progress.cancellation } != nil
        book.returned(
            consumer,
            outcome,
            mayRetry: mayRetry,
            isLeftBehind: records[consumer].isLeftBehind,
            at: now
        )
        followBook(at: now)
        endOwning(consumer, isDone: outcome == .succeeded && !isUnwanted, at: now)
    }

    func isHalted(_ queue: Int) -> Bool { isPaused || queues[queue].isPaused }

    /// An action has still to end in this launch, and no pause keeps it from that.
    var hasActionsToEnd: Bool {
        book.hasToEnd { isHalted(topology.operations[$0].queue) }
    }

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

    /// The consumer has no action any more.
    mutating func leaveQueue(_ consumer: Int, at now: Instant) {
        if records[consumer].isReady { dequeue(consumer) }
        if records[consumer].traits.contains(.hasLocks) { stopWaitingForLock(consumer, at: now) }
        records[state: consumer] = .pending
    }

    /// An operation that the kind requires has ended; of its consumers, the first is told.
    mutating func requirementEnded(
        ofKind kind: Int,
        _ operation: Int,
        usable: Bool,
        at now: Instant
    ) {
        guard book.kinds[kind] != nil else { return }
        if !usable {
            let outcome = records[outcome: operation] ?? .cancelled(reason: "did not succeed")
            book.cannotRun(
                kind,
                name(of: operation),
                failure(of: operation, outcome),
                isLeftOut: isLeftOut(root(of: operation, outcome)),
                at: now
            )
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
