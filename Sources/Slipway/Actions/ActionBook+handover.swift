/// The news about launch actions for the launch that replaces another one; in this order.
enum HandedOver: Hashable, Sendable {
    /// The handover begins; `isRestored` says whether the actions that earlier launches left in the
    /// store are known.
    case begins(isRestored: Bool)
    /// An action that waits.
    case action(RestoredAction)
    /// The end of an attempt could not be stored, as turned out once its action had been handed
    /// over.
    case unkept(ActionChange)
    /// An action with a unique key runs on.
    case runs(ActionID, kind: String, unique: ExactText)
    /// An action with a unique key has ended: another one may be taken.
    case ended(ActionID, kind: String, unique: ExactText)
    /// All waiting actions have been handed over, and actions that run on use these resources; told
    /// again when there are fewer of them.
    case uses(Set<ActionResource>)
    /// The actions that earlier launches left in the store are known by now.
    case restored
    /// So many more actions have ended, in this launch or in those before it.
    case haveEnded(EndedActions)
}

/// The handover of actions from one launch of a service to the next, while both run.
///
/// Waiting actions are handed over at once, some at a time, and keep their order. Running ones end
/// where they began; until then nothing begins in the successor that needs the same: its kind, one
/// of its locks, a slot in its queue. A running action that is to be tried again is handed over
/// when its attempt has ended.
extension ActionBook {
    /// Begins the handover to the launch that replaces this one: nothing begins here any more, and
    /// ``handOverMore(at:)`` hands over what waits.
    mutating func handOver(at now: Instant) {
        guard closing == nil, !isHandingOver else { return }
        successor = .comes(owesRestored: !inheritance.isKnown)
        emit(.handOver(.begins(isRestored: inheritance.isKnown)))
        if endedActions != EndedActions() { emit(.handOver(.haveEnded(endedActions))) }
        for kind in kinds.keys.sorted() where kinds[kind]?.keyed?.names.unique != nil {
            tellUnique(kind)
        }
        entries.beginSweep()
    }

    /// Hands over some more of the waiting actions.
    ///
    /// - Returns: Whether there may be others.
    mutating func handOverMore(at now: Instant) -> Bool {
        guard isHandingOver, closing == nil, entries.swept != nil else { return false }
        sweepSome(at: now)
        return entries.swept != nil
    }

    /// Tells the successor what it has to know beyond the actions that were handed over, if that is
    /// news.
    mutating func tellHandedOver() {
        // Waiting actions are handed over first.
        guard isHandingOver, entries.swept == nil else { return }
        var used = inheritance.used
        for (number, kind) in kinds where isBusy(number) { used?.formUnion(kind.resources) }
        let news = successor?.tell(isRestored: inheritance.isKnown, using: used)
        for news in news ?? [] { emit(.handOver(news)) }
    }

    /// Tells the successor the unique keys of the actions that run on.
    private mutating func tellUnique(_ kind: Int) {
        guard let line = kinds[kind] else { return }
        for id in line.taken where entries[id]?.isOpen == false {
            guard let unique = line.keyed?.members[id]?.keys.unique else { continue }
            emit(.handOver(.runs(id, kind: line.name, unique: unique)))
        }
        for (unique, id) in line.keyed?.abroad ?? [:] {
            emit(.handOver(.runs(id, kind: line.name, unique: unique)))
        }
    }

    /// An action ends: the successor need not refuse others with its unique key any more.
    mutating func tellUniqueEnd(_ id: ActionID) {
        guard isHandingOver, let kind = kind(of: id), let name = kinds[kind]?.name,
            let unique = kinds[kind]?.keyed?.members[id]?.keys.unique
        else { return }
        emit(.handOver(.ended(id, kind: name, unique: unique)))
    }

    /// Hands over a waiting action, if its launch hands over and a store has the action.
    ///
    /// - Parameters:
    ///   - id: The action.
    ///   - isTold: Whether this launch has told the failure for which the action is in backoff, if
    ///     it is.
    /// - Returns: Whether it was handed over.
    @discardableResult
    mutating func goOver(_ id: ActionID, isTold: Bool = true) -> Bool {
        guard isToBeHandedOver(id), let entry = entries[id], let durability = entry.durability
        else { return false }
        disarmTimers(of: id)
        let retryAt = entry.state == .backingOff ? entry.told?.retryAt : nil
        takeBack(id)
        company.standAside(id, &effects)
        emit(
            .handOver(
                .action(
                    RestoredAction(
                        id: id,
                        kind: entry.progress.undeclaredKind ?? kinds[entry.kind]?.name ?? "",
                        owner: entry.owner,
                        durability: durability,
                        acceptedAt: entry.acceptedAt,
                        expiresAt: entry.expiresAt,
                        readyAt: entry.told?.readyAt,
                        startedAt: entry.told?.startedAt,
                        begunAt: entry.progress.begunAt,
                        attempts: entry.attempts,
                        failures: entry.told?.failures ?? 0,
                        interruptions: entry.progress.interruptions,
                        isInterrupted: entry.isSuspect,
                        retryAt: retryAt,
                        lastFailure: entry.told?.lastFailure,
                        isTold: isTold && retryAt != nil,
                        // A change that is being stored at this moment is told by itself, if that
                        // fails.
                        unkept: storing.keeping[id] == nil ? storing.unkept[id] : nil,
                        keys: kinds[entry.kind]?.keyed?.members[id]?.keys
                    )
                )
            )
        )
        release(id)
        return true
    }

    /// Tells whether an action is to be handed over: its launch hands over, and the action waits
    /// and is in a store.
    func isToBeHandedOver(_ id: ActionID) -> Bool {
        guard isHandingOver, closing == nil, let entry = entries[id] else { return false }
        return entry.isStored && entry.isOpen && entry.state != .reserved
            && entry.successor == nil
    }

    /// An action of the kind runs, or is about to.
    private func isBusy(_ kind: Int) -> Bool {
        kinds[kind]?.taken.contains { id in
            entries[id].map { $0.isWithEngine && $0.state != .offered } ?? false
        } ?? false
    }

    /// No action of a kind runs, or is about to, in this launch.
    func rests(_ kind: Int) -> Bool { !isBusy(kind) }

    /// No action runs, or is about to, in this launch or an earlier one.
    var isResting: Bool {
        inheritance.used?.isEmpty == true && !kinds.keys.contains { isBusy($0) }
    }

    /// No action that runs in an earlier launch uses one of these resources.
    func areFree(_ resources: some Sequence<ActionResource>) -> Bool {
        inheritance.used?.isDisjoint(with: resources) ?? false
    }

    /// An action has still to end in this launch, and needs no operator for that: it runs, its
    /// end is being stored, or it may begin.
    ///
    /// Takes time for each kind, however many wait.
    ///
    /// - Parameter isHalted: Tells of the number of a kind whether a pause keeps its actions from
    ///   beginning.
    /// - Returns: Whether there is one.
    func hasToEnd(unless isHalted: (Int) -> Bool) -> Bool {
        storing.ends > 0
            || kinds.contains { kind, line in line.present > 0 && (isBusy(kind) || !isHalted(kind))
            }
    }

    /// All actions have been handed over or have ended, their ends are stored, and earlier launches
    /// have nothing more to tell.
    ///
    /// If the store has begun to tell what it has, it has told all.
    var isHandedOver: Bool {
        hasNothingOfItsOwn && (inheritance.used?.isEmpty == true || isPassedBy)
    }

    /// ``isHandedOver``, except that earlier launches may still have something to tell.
    private var hasNothingOfItsOwn: Bool {
        isHandingOver && isSettled && inheritance.restoring == nil
            && entries.byID.values.allSatisfy { $0.state == .ended }
    }

    /// This launch only passes on what earlier ones tell, and has passed on all of it so far.
    var mayBePassedBy: Bool {
        guard hasNothingOfItsOwn, closing == nil, let successor, let used = inheritance.used
        else { return false }
        return !successor.owesRestored && successor.knows(used)
    }

    /// Another launch replaces this one.
    var isHandingOver: Bool { successor != nil }

    /// The launch before this one tells the successor directly.
    var isPassedBy: Bool { if case .isToldEarlier = successor { true } else { false } }

    /// From now on the launch before this one tells the successor directly.
    mutating func passBy() { successor = .isToldEarlier }
}

/// The handover, as the successor sees it.
extension ActionBook {
    /// Holds every kind until the launch before has handed over what waits there.
    mutating func awaitHandover() { inheritance.awaitHandover() }

    /// Takes news of the launch before; consecutive actions are taken in together.
    mutating func takeOver(_ news: some Sequence<HandedOver>, at now: Instant) {
        var actions: [RestoredAction] = []
        for news in news {
            if case .action(let action) = news {
                actions.append(action)
                continue
            }
            takeOver(&actions, at: now)
            switch news {
            case .unkept(let change): keepLater(change, at: now)
            case .begins(let isRestored): inheritance.begins(knowsStored: isRestored)
            case .runs(let id, let kind, let unique):
                takeOver(running: id, of: kind, unique: unique, at: now)
            case .ended(let id, let kind, let unique):
                takeOver(ended: id, of: kind, unique: unique)
            case .uses(let used): takeOver(using: used, at: now)
            case .restored: takeOverRestored(at: now)
            case .haveEnded(let actions): count(actions)
            case .action: break
            }
        }
        takeOver(&actions, at: now)
    }

    /// Actions have ended here, or in a launch before; the last launch of a process has the number of all.
    mutating func count(_ actions: EndedActions) {
        endedActions.add(actions)
        if isHandingOver { emit(.handOver(.haveEnded(actions))) }
    }

    /// The launch before uses these resources, and what waited there is here.
    private mutating func takeOver(using used: Set<ActionResource>, at now: Instant) {
        if inheritance.uses(used, of: kinds.keys) {
            completeTakingOver(at: now)
            if inheritance.knowsStored { inheritance.becomesKnown() }
        }
        for number in inheritance.held {
            guard let kind = kinds[number] else { continue }
            if !used.contains(.kind(kind.name)) { kinds[number]?.keyed?.abroad = [:] }
            guard kind.resources.isDisjoint(with: used) else { continue }
            inheritance.release(number)
            emit(.pull(number))
        }
        tellHandedOver()
    }

    /// An action with a unique key runs on in the launch before.
    private mutating func takeOver(
        running id: ActionID,
        of name: String,
        unique: ExactText,
        at now: Instant
    ) {
        guard let kind = number(ofKind: name), inheritance.holds(kind) else { return }
        kinds[kind]?.keyed?.abroad[unique] = id
        if let later = kinds[kind]?.keyed?.open[unique], kinds[kind]?.keyed?.isNew(later) == true,
            entries[later]?.state != .reserved
        {
            giveWay(later, at: now)
        }
    }

    /// An action with a unique key has ended in the launch before, or one before that.
    private mutating func takeOver(ended id: ActionID, of name: String, unique: ExactText) {
        guard let kind = number(ofKind: name), kinds[kind]?.keyed?.abroad[unique] == id else {
            return
        }
        kinds[kind]?.keyed?.abroad[unique] = nil
        if isHandingOver { emit(.handOver(.ended(id, kind: name, unique: unique))) }
    }

    private func number(ofKind name: String) -> Int? {
        kinds.first { $0.value.name == name }?.key
    }

    /// An action that ran in the launch before is to be tried again, and is open here.
    private mutating func comeHome(_ action: RestoredAction) {
        guard let unique = action.keys?.unique, let kind = number(ofKind: action.kind),
            kinds[kind]?.keyed?.abroad[unique] == action.id
        else { return }
        kinds[kind]?.keyed?.abroad[unique] = nil
    }

    /// Takes over some of the actions that waited there: they come before all that was sent since.
    private mutating func takeOver(_ actions: inout [RestoredAction], at now: Instant) {
        guard !actions.isEmpty else { return }
        inheritance.expectMore(kinds)
        for action in actions { comeHome(action) }
        restore(actions, isLast: false, at: now)
        // While the resources in use are unknown, more actions are to come.
        if inheritance.used != nil { completeTakingOver(at: now) }
        actions = []
    }

    /// Puts the actions that have come, if any have, into their lines.
    private mutating func completeTakingOver(at now: Instant) {
        completeRestoring(at: now, areAll: inheritance.knowsStored)
    }

    /// The launch before knows by now what earlier ones left.
    private mutating func takeOverRestored(at now: Instant) {
        // While waiting actions have yet to come, `takeOver(using:at:)` does the rest after them.
        guard inheritance.storeIsKnown(), inheritance.used != nil else { return }
        completeTakingOver(at: now)
        inheritance.becomesKnown()
        tellHandedOver()
        for kind in kinds.keys.sorted() { emit(.pull(kind)) }
    }
}
