/// The news for the launch that takes another one's place, of their launch actions; in this order.
enum HandedOver: Hashable, Sendable {
    /// It begins. Whether it is known what earlier launches left in the store.
    case begins(isRestored: Bool)
    /// An action that waits.
    case action(RestoredAction)
    /// The end of an attempt could not be stored, as turned out once its action had gone over.
    case unkept(ActionChange)
    /// An action with a unique key runs on.
    case runs(ActionID, kind: String, unique: ExactText)
    /// An action with a unique key has ended: another one may be taken.
    case ended(ActionID, kind: String, unique: ExactText)
    /// All that waited have gone over, and these are in use by actions that run on; told again when there
    /// are fewer of them.
    case uses(Set<ActionResource>)
    /// The actions that earlier launches left in the store are known by now.
    case restored
    /// So many have ended in this launch, or in those before it.
    case haveEnded(EndedActions)
}

/// The way of actions from one launch of a service into the next, while both run.
///
/// Waiting ones go over at once, some at a time, and keep their order. Running ones end where they began; until
/// then nothing begins in the successor that needs the same: its kind's turn, one of its locks, a place in its
/// queue. One that is to be tried again goes over then.
extension ActionBook {
    /// Nothing begins here any more: what waits goes over to the launch that takes this one's
    /// place, with ``handOverMore(at:)``.
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

    /// Some more go over.
    ///
    /// - Returns: Whether there may be others.
    mutating func handOverMore(at now: Instant) -> Bool {
        guard isHandingOver, closing == nil, entries.swept != nil else { return false }
        sweepSome(at: now)
        return entries.swept != nil
    }

    /// Tells the successor what it has to know beyond the actions that have gone over, if that is news.
    mutating func tellHandedOver() {
        // Waiting ones go over first.
        guard isHandingOver, entries.swept == nil else { return }
        var used = inheritance.used
        for (number, kind) in kinds where isBusy(number) { used?.formUnion(kind.resources) }
        let news = successor?.tell(isRestored: inheritance.isKnown, using: used)
        for news in news ?? [] { emit(.handOver(news)) }
    }

    /// Of what runs on, the successor has to know the unique keys.
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

    /// A waiting action goes over, if that is what its launch does, and it is kept somewhere.
    ///
    /// - Parameters:
    ///   - id: The action.
    ///   - isTold: Whether this launch has told of the failure after which it pauses, if it does.
    /// - Returns: Whether it is gone.
    @discardableResult
    mutating func goOver(_ id: ActionID, isTold: Bool = true) -> Bool {
        guard goesOver(id), let entry = entries[id], let place = entry.place else { return false }
        disarmTimers(of: id)
        let retryAt = entry.stage == .pausing ? entry.told?.retryAt : nil
        takeBack(id)
        company.standAside(id, &effects)
        emit(
            .handOver(
                .action(
                    RestoredAction(
                        id: id,
                        kind: entry.progress.undeclaredKind ?? kinds[entry.kind]?.name ?? "",
                        owner: entry.owner,
                        place: place,
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
                        // What is being stored at this moment is told apart, if it cannot be.
                        unkept: storing.keeping[id] == nil ? storing.unkept[id] : nil,
                        keys: kinds[entry.kind]?.keyed?.members[id]?.keys
                    )
                )
            )
        )
        release(id)
        return true
    }

    /// Its launch hands over, and it is an action that waits and is kept somewhere.
    func goesOver(_ id: ActionID) -> Bool {
        guard isHandingOver, closing == nil, let entry = entries[id] else { return false }
        return entry.isStored && entry.isOpen && entry.stage != .reserved
            && entry.successor == nil
    }

    /// An action of the kind runs, or is about to.
    private func isBusy(_ kind: Int) -> Bool {
        kinds[kind]?.taken.contains { id in
            entries[id].map { $0.isWithEngine && $0.stage != .offered } ?? false
        } ?? false
    }

    /// No action of a kind runs, or is about to, in this launch.
    func rests(_ kind: Int) -> Bool { !isBusy(kind) }

    /// No action runs, or is about to, in this launch or an earlier one.
    var isResting: Bool {
        inheritance.used?.isEmpty == true && !kinds.keys.contains { isBusy($0) }
    }

    /// No action that runs in an earlier launch uses one of these.
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

    /// All actions have gone over or ended, and how is stored; what the store has is known, if it has begun
    /// to tell.
    var isHandedOver: Bool {
        hasNothingOfItsOwn && (inheritance.used?.isEmpty == true || isPassedBy)
    }

    /// The same, but that earlier launches may have something to tell.
    private var hasNothingOfItsOwn: Bool {
        isHandingOver && isSettled && inheritance.restoring == nil
            && entries.byID.values.allSatisfy { $0.stage == .ended }
    }

    /// It only passes on what earlier launches tell, and has told all that it was told so far.
    var mayBePassedBy: Bool {
        guard hasNothingOfItsOwn, closing == nil, let successor, let used = inheritance.used
        else { return false }
        return !successor.owesRestored && successor.knows(used)
    }

    /// Another launch takes this one's place.
    var isHandingOver: Bool { successor != nil }

    /// The launch before this one tells that other one by itself.
    var isPassedBy: Bool { if case .isToldEarlier = successor { true } else { false } }

    /// The launch before tells the next one by itself from now on.
    mutating func passBy() { successor = .isToldEarlier }
}

/// The same way, as the successor sees it.
extension ActionBook {
    /// Holds every kind until the launch before has handed over what waits there.
    mutating func awaitHandover() { inheritance.awaitHandover() }

    /// News of the launch before; those that follow one another at once are taken together.
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

    /// These are in use in the launch before, and what waited there is here.
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
            entries[later]?.stage != .reserved
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

    /// A part of the actions that waited: they come before all that was sent since.
    private mutating func takeOver(_ actions: inout [RestoredAction], at now: Instant) {
        guard !actions.isEmpty else { return }
        inheritance.expectMore(kinds)
        for action in actions { comeHome(action) }
        restore(actions, isLast: false, at: now)
        // Before that the rest has yet to come.
        if inheritance.used != nil { completeTakingOver(at: now) }
        actions = []
    }

    /// Those that have come, if any have, take their places.
    private mutating func completeTakingOver(at now: Instant) {
        completeRestoring(at: now, areAll: inheritance.knowsStored)
    }

    /// The launch before knows by now what earlier ones left.
    private mutating func takeOverRestored(at now: Instant) {
        // If not all have come, it is in order once the rest has.
        guard inheritance.storeIsKnown(), inheritance.used != nil else { return }
        completeTakingOver(at: now)
        inheritance.becomesKnown()
        tellHandedOver()
        for kind in kinds.keys.sorted() { emit(.pull(kind)) }
    }
}
