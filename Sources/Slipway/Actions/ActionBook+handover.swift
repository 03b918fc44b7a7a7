/// The news for the launch that takes another one's place, of their launch actions; in this order.
enum HandedOver: Hashable, Sendable {
    /// It begins: these kinds there are. Whether it is known what earlier launches left in the store.
    case begins(kinds: Set<String>, isRestored: Bool)
    /// An action that waits.
    case action(RestoredAction)
    /// No action of the kind runs any more, and those that waited have gone over.
    case free(kind: String)
}

/// The way of actions from one launch of a service into the next, while both run.
///
/// What waits goes over at once, and keeps its order. What runs ends where it began; until then
/// nothing of its kind begins in the successor. One that is to be tried again goes over then.
extension ActionBook {
    /// Nothing begins here any more: what waits goes over to the launch that takes this one's place.
    mutating func handOver(at now: Instant) {
        guard closing == nil, !isHandingOver else { return }
        isHandingOver = true
        let names = Set(kinds.values.map(\.name))
        emit(.handOver(.begins(kinds: names, isRestored: isRestored && restoring == nil)))
        for kind in kinds.keys.sorted() {
            // The first of a kind may have left its line.
            for id in accepted(of: kind) { goOver(id) }
        }
        for kind in kinds.keys.sorted() { freeIfHandingOver(kind) }
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
                        attempts: entry.attempts,
                        failures: entry.told?.failures ?? 0,
                        interruptions: entry.progress.interruptions,
                        isInterrupted: entry.isSuspect,
                        retryAt: retryAt,
                        lastFailure: entry.told?.lastFailure
                    )
                )
            )
        )
        release(id)
        return true
    }

    /// The action of a kind does not run any more: the successor may begin the next.
    mutating func freeIfHandingOver(_ kind: Int) {
        guard isHandingOver, !isBusy(kind), let name = kinds[kind]?.name else { return }
        emit(.handOver(.free(kind: name)))
    }

    /// An action of the kind runs, or is about to.
    private func isBusy(_ kind: Int) -> Bool {
        guard let id = current(of: kind), let entry = entries[id] else { return false }
        return entry.stage != .offered
    }

    /// No action runs, or is about to.
    var isResting: Bool { !kinds.keys.contains { isBusy($0) } }

    /// All actions have gone over or ended, and how is stored.
    var isHandedOver: Bool {
        isHandingOver && isSettled && entries.values.allSatisfy { $0.stage == .ended }
    }
}

/// The same way, as the successor sees it.
extension ActionBook {
    /// Holds every kind until the launch before hands over.
    mutating func awaitHandover() { held = Set(kinds.keys) }

    /// The handing over begins: new kinds need not wait.
    mutating func takeOver(from earlier: Set<String>, isRestored: Bool) {
        knowsStored = isRestored
        self.isRestored = isRestored
        for kind in held.sorted() where !earlier.contains(kinds[kind]?.name ?? "") { free(kind) }
    }

    /// A kind is free.
    mutating func takeOver(free name: String) {
        for kind in held.sorted() where kinds[kind]?.name == name { free(kind) }
    }

    /// A part of the actions that waited: they come before all that was sent since.
    mutating func takeOver(_ actions: [RestoredAction], isLast: Bool, at now: Instant) {
        isRestored = false
        restore(actions, isLast: isLast, at: now)
        if isLast { isRestored = knowsStored }
    }

    private mutating func free(_ kind: Int) {
        held.remove(kind)
        emit(.pull(kind))
    }
}
