/// The engine takes actions of a kind from the book, one for each of its consumers at a time, when nothing
/// that the kind requires is missing, and tells the book what becomes of them.
extension LaunchMachine {
    /// Takes an action, or says why not.
    ///
    /// - Parameters:
    ///   - submission: The action.
    ///   - kind: The number of its kind.
    ///   - owner: The user whose share of the line it takes; `nil` for none.
    /// - Throws: Why not; nothing has changed then.
    mutating func submit(
        _ submission: Submission,
        of kind: Int,
        owner: UInt32? = nil
    ) throws(SubmitRefusal) {
        try book.reserve(submission, of: kind, owner: owner, at: now)
        if records[kind].inDegree > 0 {
            raiseRequirements(of: kind)
            followAgenda()
        }
        followBook()
    }

    /// Gives the operations that a waiting action needs at least its priority.
    private mutating func raiseRequirements(of kind: Int) {
        raise(
            topology.dependencies[kind].map(\.index),
            to: topology.operations[kind].options.rank.rawValue
        )
    }

    /// Cancels an action: a waiting one ends at once, a running one is asked to give up.
    ///
    /// - Returns: `false` if the action is unknown, not accepted yet, or has ended.
    mutating func cancel(_ id: ActionID, reason: String) -> Bool {
        defer { followOwn() }
        return book.cancel(id, reason: reason, at: now)
    }

    /// Another action, which is stored, counts in place of one that has not begun.
    mutating func supersede(_ id: ActionID, by successor: ActionID) {
        book.supersede(id, by: successor, at: now)
        followOwn()
    }

    /// A change was stored, or could not be.
    mutating func stored(_ change: ActionChange, _ answer: KeepingAnswer) {
        book.stored(change, answer, at: now)
        followOwn()
        giveUpIfVain(waits.forEnd(of: change.action))
    }

    /// The actions that earlier launches left in the store are known.
    mutating func restore(_ actions: [RestoredAction], isLast: Bool = true) {
        book.restore(actions, isLast: isLast, at: now)
        guard isLast else { return followBook() }
        for (kind, line) in book.kinds.sorted(by: { $0.key < $1.key })
        where line.waiting > 0 && records[kind].inDegree > 0 {
            raiseRequirements(of: kind)
        }
        followAgenda()
        followBook()
    }

    /// Begins the handover of waiting actions to the launch that replaces this one;
    /// ``handOverMore()`` goes on with it.
    mutating func handOver() {
        book.handOver(at: now)
        followOwn()
    }

    /// Hands over some more of the waiting actions.
    ///
    /// - Returns: Whether there may be others.
    mutating func handOverMore() -> Bool {
        defer { followOwn() }
        return book.handOverMore(at: now)
    }

    /// The launch that this one replaces tells of its actions.
    mutating func takeOver(_ news: [HandedOver]) {
        book.takeOver(news, at: now)
        if book.inheritance.knowsStored { storageWasOpened() }
        followBook()
    }

    /// The names of the operations that a kind still waits for.
    func missing(for kind: Int) -> [String] {
        guard book.kinds[kind] != nil, records[kind].inDegree > 0 else { return [] }
        return topology.dependencies[kind].filter { !records[$0.index].hasEnded }
            .map { name(of: $0.index) }
    }

    /// Carries out the effects of the book, and those that follow from them.
    mutating func followBook() {
        while true {
            let effects = book.takeEffects()
            guard !effects.isEmpty else { return }
            for effect in effects { perform(effect) }
        }
    }

    /// Carries out the effects of the book after an event that concerns only actions, and looks how
    /// the launch goes on: an action that does not begin after all may have been the last thing
    /// that could.
    mutating func followOwn() {
        followBook()
        finishIfStored()
        advance()
    }

    private mutating func perform(_ effect: ActionBook.Effect) {
        switch effect {
        case .store(let change, let times): emit(.store(change, times))
        case .pull(let kind): startNextAction(of: kind)
        case .withdraw(let consumer): leaveQueue(consumer)
        case .interrupt(let consumer, let reason): requestCancel(consumer, reason: reason)
        case .begin(let id, let isStored):
            if isStored, let consumer = book.consumer(of: id) { armAttempt(consumer) }
            emit(.beginAttempt(id, isStored: isStored))
        case .tell(let status): tellAction(status)
        case .tellWaiting(let id):
            if let status = book.news(of: id) { tellAction(status) }
        case .arm(let timer, let instant): emit(.arm(.action(timer), at: instant))
        case .disarm(let timer): emit(.disarm(.action(timer)))
        case .dropPayload(let id): emit(.dropPayload(id))
        case .letGo(let failure): emit(.letGo(failure))
        case .handOver(let news): emit(.handOver(news))
        }
    }

    private mutating func tellAction(_ status: ActionStatus) {
        tell { .actionChanged($0.withMissing(status)) }
    }

    /// Puts the next actions of a kind into its queue, if nothing is missing.
    mutating func startNextAction(of kind: Int) {
        guard course.isOpen, book.kinds[kind] != nil, records[kind].inDegree == 0 else { return }
        startNextAction(of: kind, on: kind)
        guard let further = topology.furtherConsumers[kind] else { return }
        for consumer in further { startNextAction(of: kind, on: consumer) }
    }

    private mutating func startNextAction(of kind: Int, on consumer: Int) {
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

    mutating func actionStarted(_ consumer: Int) {
        book.began(consumer, at: now)
        followBook()
    }

    /// A handler that was given up has returned: its consumer may get another action.
    mutating func consumerIsFree(_ consumer: Int) {
        let kind = topology.kind(ofConsumer: consumer)
        book.handlerReturned(on: consumer, of: kind)
        startNextAction(of: kind)
    }

    /// The handler of a consumer's action is over.
    mutating func actionEnded(
        _ consumer: Int,
        _ outcome: Outcome,
        mayRetry: Bool = false
    ) {
        leaveQueue(consumer)
        let action = currentAction(of: consumer)
        let isUnwanted = action.flatMap { book.entries[$0]?.progress.cancellation } != nil
        book.returned(
            consumer,
            outcome,
            mayRetry: mayRetry,
            isLeftBehind: records[consumer].isLeftBehind,
            at: now
        )
        followBook()
        endOwning(consumer, isDone: outcome == .succeeded && !isUnwanted)
    }

    func isHalted(_ queue: Int) -> Bool { slots.isPaused || slots.queues[queue].isPaused }

    /// An action has still to end in this launch, and no pause keeps it from that.
    var hasActionsToEnd: Bool {
        book.hasToEnd { isHalted(topology.operations[$0].queue) }
    }

    /// A queue was paused: what is to run alone there does not hold up the rest meanwhile.
    mutating func letActionsPass() {
        for kind in book.kinds.keys.sorted() where isHalted(topology.operations[kind].queue) {
            book.letOthersPass(kind)
        }
        followBook()
    }

    /// A queue goes on, and what is to run alone there comes back.
    mutating func resumeActions() {
        for kind in book.kinds.keys.sorted() where book.runsAlone(kind) {
            startNextAction(of: kind)
        }
        followBook()
    }

    /// The consumer has no action any more.
    mutating func leaveQueue(_ consumer: Int) {
        if records[consumer].isReady { dequeue(consumer) }
        if records[consumer].traits.contains(.hasLocks) { stopWaitingForLock(consumer) }
        records[state: consumer] = .pending
    }

    /// An operation that the kind requires has ended.
    ///
    /// Only the kind itself, which is its first consumer, takes note.
    mutating func requirementEnded(
        ofKind kind: Int,
        _ operation: Int,
        usable: Bool
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
            startNextAction(of: kind)
        }
        followBook()
    }

    /// Arms the timers of actions that came before the launch began, when there was no clock.
    mutating func armActionTimers() {
        book.armAll(at: now)
        followBook()
    }

    /// The launch stops: what waits ends with its cause, or waits for the next launch.
    ///
    /// Running actions are asked to give up, as operations are.
    mutating func stopActions(cause: RootCause?, reason: String) {
        book.close(ActionBook.LaunchEnd(cause: cause, reason: reason), at: now)
        followBook()
    }
}
