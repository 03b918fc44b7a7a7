/// The places of actions of kinds that declare keys.
extension ActionBook {
    /// An action waits behind all others of its kind, or of its order key.
    mutating func lineUp(_ id: ActionID, of kind: Int) {
        guard isOrdered(kind) else {
            kinds[kind]?.line.append(id)
            return
        }
        if kinds[kind]?.keyed?.isElder(id) == true {
            kinds[kind]?.keyed?.addElder(id)
        } else if kinds[kind]?.keyed?.elders.isEmpty == false {
            kinds[kind]?.keyed?.behind.append(id)
            return
        }
        let key = kinds[kind]?.keyed?.line(of: id) ?? ""
        if kinds[kind]?.keyed?.lines[key] == nil {
            kinds[kind]?.keyed?.lines[key] = KeyedLines.Line(first: id)
            becomeFirst(id, of: kind)
        } else {
            kinds[kind]?.keyed?.lines[key]?.rest.append(id)
            kinds[kind]?.keyed?.lines[key]?.waiting += 1
        }
    }

    /// An action is the first of its line: it may be next, unless it waits for its next attempt.
    private mutating func becomeFirst(_ id: ActionID, of kind: Int) {
        if entries[id]?.stage != .pausing { kinds[kind]?.line.append(id) }
    }

    func isOrdered(_ kind: Int) -> Bool { kinds[kind]?.keyed?.isOrdered ?? false }

    /// An action has left: the next of its line may come.
    mutating func leaveKeys(_ id: ActionID, of kind: Int) {
        guard let keys = kinds[kind]?.keyed?.leave(id), isOrdered(kind) else { return }
        let key = keys.order ?? ""
        if kinds[kind]?.keyed?.lines[key]?.first != id {
            kinds[kind]?.keyed?.lines[key]?.waiting -= 1
            compact(key, of: kind)
        } else if !isHeldByLostHandler(key, of: kind) {
            advance(key, of: kind)
        }
        guard kinds[kind]?.keyed?.removeElder(id) == true,
            kinds[kind]?.keyed?.elders.isEmpty == true
        else { return }
        var behind = kinds[kind]?.keyed?.behind ?? Fifo()
        kinds[kind]?.keyed?.behind = Fifo()
        while let next = behind.popFirst() {
            if entries[next]?.isOpen == true { lineUp(next, of: kind) }
        }
    }

    private mutating func advance(_ key: String, of kind: Int) {
        while let next = kinds[kind]?.keyed?.lines[key]?.rest.popFirst() {
            guard entries[next]?.isOpen == true else { continue }
            kinds[kind]?.keyed?.lines[key]?.waiting -= 1
            kinds[kind]?.keyed?.lines[key]?.first = next
            return becomeFirst(next, of: kind)
        }
        kinds[kind]?.keyed?.lines[key] = nil
    }

    /// Removes what has ended from a line, and from those behind elders, once that is most of it.
    private mutating func compact(_ key: String, of kind: Int) {
        if let line = kinds[kind]?.keyed?.lines[key], line.rest.count > 2 * (line.waiting + 32) {
            kinds[kind]?.keyed?.lines[key]?.rest.removeAll { entries[$0]?.isOpen != true }
        }
        if let behind = kinds[kind]?.keyed?.behind.count,
            behind > 2 * ((kinds[kind]?.waiting ?? 0) + 32)
        {
            kinds[kind]?.keyed?.behind.removeAll { entries[$0]?.isOpen != true }
        }
    }

    private func isHeldByLostHandler(_ key: String, of kind: Int) -> Bool {
        kinds[kind]?.keyed?.leftBehind.values.contains(key) ?? false
    }

    /// An action waits for its next attempt: with an order key it holds its line, and no place.
    mutating func pause(_ id: ActionID) {
        entries[id]?.stage = .pausing
        guard let kind = kind(of: id), isOrdered(kind),
            let place = kinds[kind]?.taken.firstIndex(of: id)
        else { return }
        kinds[kind]?.taken.remove(at: place)
        kinds[kind]?.count(entries[id]?.owner)
    }

    /// An action's next attempt is due.
    mutating func comeBack(_ id: ActionID) {
        entries[id]?.stage = .waiting
        guard let kind = kind(of: id), isOrdered(kind), let key = kinds[kind]?.keyed?.line(of: id),
            kinds[kind]?.keyed?.lines[key]?.first == id, !isHeldByLostHandler(key, of: kind)
        else { return }
        kinds[kind]?.keyed?.returning.append(id)
    }

    /// The launch goes on without the handler of an action, which holds its line until it returns; until
    /// then the action itself does not begin again.
    mutating func leaveHandlerBehind(_ id: ActionID, on consumer: Int) {
        lost[consumer] = id
        guard let kind = kind(of: id), isOrdered(kind), let key = kinds[kind]?.keyed?.line(of: id)
        else { return }
        kinds[kind]?.keyed?.leftBehind[consumer] = key
    }

    /// A handler that was given up has returned.
    mutating func handlerReturned(on consumer: Int, of kind: Int) {
        lost[consumer] = nil
        guard let key = kinds[kind]?.keyed?.leftBehind.removeValue(forKey: consumer),
            !isHeldByLostHandler(key, of: kind), let first = kinds[kind]?.keyed?.lines[key]?.first
        else { return }
        switch entries[first]?.stage {
        case .waiting: kinds[kind]?.keyed?.returning.append(first)
        case .pausing: return
        case .reserved, .offered, .beginning, .running, .ending, .ended, nil: advance(key, of: kind)
        }
    }

    /// The action for which one with an order key waits: the first of its line, or one that was accepted
    /// when the kind had another order; `nil` if there is none.
    func earlier(than id: ActionID) -> ActionID? {
        guard let kind = kind(of: id), isOrdered(kind), entries[id]?.isOpen == true,
            let keyed = kinds[kind]?.keyed
        else { return nil }
        guard let first = keyed.lines[keyed.line(of: id)]?.first else {
            return keyed.firstElder
        }
        return first == id ? nil : first
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
            owner != id, entries[owner]?.stage != .reserved
        else { return }
        finish(id, .superseded(by: owner), at: now)
    }

    /// What earlier launches left is known: it comes before what was sent since.
    mutating func lineUpRestored(_ kind: Int, at now: Instant) {
        if isSuccessor, let keyed = kinds[kind]?.keyed {
            // One that was to be tried again has come after others that were accepted later.
            let restored = inOrderOfAcceptance(keyed.all.filter { !keyed.isNew($0) })
            kinds[kind]?.keyed?.renumber(restored)
        }
        if isOrdered(kind) {
            let taken = kinds[kind]?.taken ?? []
            var waiting = kinds[kind]?.keyed?.all ?? []
            waiting.removeAll { taken.contains($0) || entries[$0]?.isOpen != true }
            if isSuccessor { waiting = inOrderOfAcceptance(waiting) }
            kinds[kind]?.keyed?.clear(exceptOf: taken)
            kinds[kind]?.line = Fifo()
            for id in waiting { lineUp(id, of: kind) }
        }
        kinds[kind]?.keyed?.settleRivals()
        for id in kinds[kind]?.keyed?.allRivals ?? []
        where kinds[kind]?.keyed?.isNew(id) == true && entries[id]?.stage != .reserved {
            giveWay(id, at: now)
        }
    }
}
