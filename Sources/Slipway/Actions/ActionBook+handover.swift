/// The news for the launch that takes another one's place, of their launch actions; in this order.
enum HandedOver: Hashable, Sendable {
    /// It begins: these kinds there are. Whether it is known what earlier launches left in the
    /// store.
    case begins(kinds: Set<String>, isRestored: Bool)
    /// An action that waits.
    case action(RestoredAction)
    /// An action with a unique key runs on.
    case runs(ActionID, kind: String, unique: String)
    /// An action with a unique key has ended: another one may be taken.
    case ended(ActionID, kind: String, unique: String)
    /// No action of the kind runs any more, and those that waited have gone over.
    case free(kind: String)
    /// The actions that earlier launches left in the store are known by now.
    case restored
}

/// The way of actions from one launch of a service into the next, while both run.
///
/// Waiting ones go over at once, and keep their order. Running ones end where they began; until then
/// nothing of its kind begins in the successor. One that is to be tried again goes over then.
extension ActionBook {
    /// Nothing begins here any more: what waits goes over to the launch that takes this one's
    /// place.
    mutating func handOver(at now: Instant) {
        guard closing == nil, !isHandingOver else { return }
        isHandingOver = true
        let names = Set(kinds.values.map(\.name))
        emit(.handOver(.begins(kinds: names, isRestored: isRestored && restoring == nil)))
        for kind in kinds.keys.sorted() where kinds[kind]?.keyed?.names.unique != nil {
            tellUnique(kind)
        }
        for kind in kinds.keys.sorted() {
            // The first of a kind may have left its line.
            for id in accepted(of: kind) { goOver(id) }
        }
        for kind in kinds.keys.sorted() { freeIfHandingOver(kind) }
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
    /// - Returns: Whether it is gone.
    @discardableResult
    mutating func goOver(_ id: ActionID) -> Bool {
        guard isHandingOver, closing == nil, let entry = entries[id], let place = entry.place,
            entry.isOpen, entry.stage != .reserved, entry.successor == nil
        else { return false }
        disarmTimers(of: id)
        let retryAt = entry.stage == .pausing ? entry.told?.retryAt : nil
        takeBack(id)
        standAside(id)
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
                        keys: kinds[entry.kind]?.keyed?.members[id]?.keys
                    )
                )
            )
        )
        release(id)
        return true
    }

    /// The action of a kind does not run any more: the successor may begin the next, unless another
    /// one runs in the same queue, which has a promised width, or the launch before this one has
    /// one.
    mutating func freeIfHandingOver(_ kind: Int) {
        guard isHandingOver, let queue = kinds[kind]?.common.value.queue else { return }
        let sharing =
            queue == .userInitiated
            ? [kind] : kinds.keys.sorted().filter { kinds[$0]?.common.value.queue == queue }
        guard !sharing.contains(where: { isBusy($0) || held.contains($0) }) else { return }
        for kind in sharing {
            if let name = kinds[kind]?.name { emit(.handOver(.free(kind: name))) }
        }
    }

    /// An action of the kind runs, or is about to.
    private func isBusy(_ kind: Int) -> Bool {
        kinds[kind]?.taken.contains { id in
            entries[id].map { $0.isWithEngine && $0.stage != .offered } ?? false
        } ?? false
    }

    /// No action of a kind runs, or is about to.
    func rests(_ kind: Int) -> Bool { !isBusy(kind) }

    /// No action runs, or is about to.
    var isResting: Bool { !kinds.keys.contains { isBusy($0) } }

    /// An action has still to end in this launch, and needs no operator for that: it runs, its
    /// end is being stored, or it may begin.
    ///
    /// Takes time for each kind, however many wait.
    ///
    /// - Parameter isHalted: Tells of the number of a kind whether a pause keeps its actions from
    ///   beginning.
    /// - Returns: Whether there is one.
    func hasToEnd(unless isHalted: (Int) -> Bool) -> Bool {
        storing > 0
            || kinds.contains { kind, line in line.present > 0 && (isBusy(kind) || !isHalted(kind))
            }
    }

    /// All actions have gone over or ended, and how is stored.
    var isHandedOver: Bool {
        isHandingOver && isSettled && held.isEmpty
            && entries.values.allSatisfy { $0.stage == .ended }
    }
}

/// The same way, as the successor sees it.
extension ActionBook {
    /// Holds every kind until the launch before hands over.
    mutating func awaitHandover() { held = Set(kinds.keys) }

    /// The handing over begins: new kinds need not wait.
    mutating func takeOver(from earlier: Set<String>, isRestored: Bool) {
        knowsStored = isRestored
        if isRestored { self.isRestored = true }
        for kind in held.sorted() where !earlier.contains(kinds[kind]?.name ?? "") { free(kind) }
    }

    /// A kind is free.
    mutating func takeOver(free name: String) {
        for kind in held.sorted() where kinds[kind]?.name == name { free(kind) }
    }

    /// An action with a unique key runs on in the launch before.
    mutating func takeOver(running id: ActionID, of name: String, unique: String, at now: Instant) {
        guard let kind = number(ofKind: name), held.contains(kind) else { return }
        kinds[kind]?.keyed?.abroad[unique] = id
        if let later = kinds[kind]?.keyed?.open[unique], kinds[kind]?.keyed?.isNew(later) == true,
            entries[later]?.stage != .reserved
        {
            giveWay(later, at: now)
        }
    }

    /// An action with a unique key has ended in the launch before, or one before that.
    mutating func takeOver(ended id: ActionID, of name: String, unique: String) {
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
    mutating func takeOver(_ actions: [RestoredAction], isLast: Bool, at now: Instant) {
        if isRestored { knowsStored = true }
        isRestored = false
        isTakingOver = true
        for action in actions { comeHome(action) }
        restore(actions, isLast: isLast, at: now)
        isTakingOver = false
        // Until the last part has come, a new one of a kind that is free must not begin either.
        if isLast { isRestored = knowsStored }
    }

    /// The launch before knows by now what earlier ones left.
    mutating func takeOverRestored() {
        guard !isRestored else { return }
        (isRestored, knowsStored) = (true, true)
        if isHandingOver { emit(.handOver(.restored)) }
        for kind in kinds.keys.sorted() { emit(.pull(kind)) }
    }

    private mutating func free(_ kind: Int) {
        held.remove(kind)
        kinds[kind]?.keyed?.abroad = [:]
        freeIfHandingOver(kind)
        emit(.pull(kind))
    }
}
