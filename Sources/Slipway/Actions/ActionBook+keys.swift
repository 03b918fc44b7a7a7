/// The positions of actions whose kinds declare keys.
extension ActionBook {
    /// An action waits behind all others of its kind, or of its order key.
    mutating func lineUp(_ id: ActionID, of kind: Int) {
        guard isOrdered(kind) else {
            kinds[kind]?.line.append(id)
            return
        }
        if kinds[kind]?.keyed?.lineUp(id) == true { becomeFirst(id, of: kind) }
    }

    /// An action is the first of its line: it may be next, unless it waits for its next attempt.
    private mutating func becomeFirst(_ id: ActionID, of kind: Int) {
        if entries[id]?.state != .backingOff { kinds[kind]?.line.append(id) }
    }

    func isOrdered(_ kind: Int) -> Bool { kinds[kind]?.keyed?.isOrdered ?? false }

    /// An action has left: the next of its line may come.
    mutating func leaveKeys(_ id: ActionID, of kind: Int) {
        let (entries, waiting) = (entries, kinds[kind]?.waiting ?? 0)
        let firsts = kinds[kind]?.keyed?.leave(id, waiting: waiting) { entries[$0]?.isOpen == true }
        for first in firsts ?? [] { becomeFirst(first, of: kind) }
    }

    /// An action waits for its next attempt: with an order key it holds its line, but no slot of
    /// its kind.
    mutating func backOff(_ id: ActionID) {
        entries[id]?.state = .backingOff
        guard let kind = kind(of: id), isOrdered(kind),
            let position = kinds[kind]?.taken.firstIndex(of: id)
        else { return }
        kinds[kind]?.taken.remove(at: position)
        kinds[kind]?.beganWaiting(ownedBy: entries[id]?.owner)
    }

    /// An action's next attempt is due.
    mutating func comeBack(_ id: ActionID) {
        entries[id]?.state = .waiting
        guard let kind = kind(of: id), isOrdered(kind) else { return }
        kinds[kind]?.keyed?.comeBack(id)
    }

    /// The launch goes on without the handler of an action.
    ///
    /// Until the handler returns, the line of the action is held, and the action itself does not
    /// begin again.
    mutating func leaveHandlerBehind(_ id: ActionID, on consumer: Int) {
        company.lost[consumer] = id
        guard let kind = kind(of: id), isOrdered(kind) else { return }
        kinds[kind]?.keyed?.hold(lineOf: id, for: consumer)
    }

    /// A handler that was given up has returned.
    mutating func handlerReturned(on consumer: Int, of kind: Int) {
        company.lost[consumer] = nil
        guard let (line, first) = kinds[kind]?.keyed?.handlerReturned(on: consumer) else { return }
        switch entries[first]?.state {
        case .waiting: kinds[kind]?.keyed?.returning.append(first)
        case .backingOff: return
        case .reserved, .offered, .beginning, .running, .ending, .ended, nil:
            let entries = entries
            let next = kinds[kind]?.keyed?.advance(line) { entries[$0]?.isOpen == true }
            if let next { becomeFirst(next, of: kind) }
        }
    }

    /// The action for which one with an order key waits: the first of its line, or one that was accepted
    /// when the kind had another order; `nil` if there is none.
    func earlier(than id: ActionID) -> ActionID? {
        guard let kind = kind(of: id), isOrdered(kind), entries[id]?.isOpen == true else {
            return nil
        }
        return kinds[kind]?.keyed?.earlier(than: id)
    }

    /// The open action with the same unique key, which counts in place of a new one.
    func open(like keys: ActionKeys?, of kind: Int) -> ActionID? {
        guard let unique = keys?.unique else { return nil }
        return kinds[kind]?.keyed?.open[unique] ?? kinds[kind]?.keyed?.abroad[unique]
    }

    /// An accepted action that is not the only open one of its unique key gives way to the earlier one,
    /// which was not known when it came.
    mutating func giveWay(_ id: ActionID, at now: Instant) {
        guard let entry = entries[id], entry.isOpen, entry.successor == nil,
            let unique = kinds[entry.kind]?.keyed?.members[id]?.keys.unique,
            let owner = kinds[entry.kind]?.keyed?.abroad[unique]
                ?? kinds[entry.kind]?.keyed?.open[unique],
            owner != id, entries[owner]?.state != .reserved
        else { return }
        finish(id, .superseded(by: owner), at: now)
    }

    /// The actions that earlier launches left are known: they come before those that were sent since.
    mutating func lineUpRestored(_ kind: Int, at now: Instant) {
        if inheritance.isSuccessor, let keyed = kinds[kind]?.keyed {
            // An action that was to be tried again may come after others that were accepted later.
            let restored = inOrderOfAcceptance(keyed.all.filter { !keyed.isNew($0) })
            kinds[kind]?.keyed?.renumber(restored)
        }
        if isOrdered(kind) {
            let taken = kinds[kind]?.taken ?? []
            var waiting = kinds[kind]?.keyed?.all ?? []
            waiting.removeAll { taken.contains($0) || entries[$0]?.isOpen != true }
            if inheritance.isSuccessor { waiting = inOrderOfAcceptance(waiting) }
            kinds[kind]?.keyed?.clear(exceptOf: taken)
            kinds[kind]?.line = Fifo()
            for id in waiting { lineUp(id, of: kind) }
        }
        kinds[kind]?.keyed?.settleRivals()
        for id in kinds[kind]?.keyed?.allRivals ?? []
        where kinds[kind]?.keyed?.isNew(id) == true && entries[id]?.state != .reserved {
            giveWay(id, at: now)
        }
    }
}
