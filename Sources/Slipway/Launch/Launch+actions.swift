internal import Glibc

extension Launch {
    /// Submits a launch action of a kind that is known by its name, as
    /// ``submit(_:_:id:)`` does.
    ///
    /// - Parameters:
    ///   - kind: The kind's name.
    ///   - payload: What its handler gets; of the type that the kind declares.
    ///   - id: The action's identity.
    ///   - owner: The user who has no more than a share of the line (``ActionPolicy/share``); `nil` for
    ///     who may fill it.
    /// - Returns: The action as it was taken.
    /// - Throws: ``SubmitRefusal``; the action is not taken then.
    @discardableResult
    package func submit(
        _ kind: String,
        _ payload: ActionPayload,
        id: ActionID,
        owner: UInt32? = nil
    ) throws(SubmitRefusal) -> ActionStatus {
        try take(payload, id, isStorable: true, owner: owner) {
            $0.index(ofKind: kind)
        } orRefuse: {
            .foreignKind(kind)
        }
    }

    /// The operations that an action of a kind would wait for now; `nil` if there is no such kind.
    package func missing(forKind kind: String) -> [String]? {
        state.withLock { state in
            state.machine.index(ofKind: kind).map { state.machine.missing(for: $0) }
        }
    }

    /// A change of an action was kept, or could not be.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - isKept: Whether it was.
    ///   - payload: What the handler gets, of an attempt that is about to begin; `nil` if the launch
    ///     has it.
    package func kept(
        _ change: ActionChange,
        _ isKept: Bool,
        payload: ActionPayload? = nil
    ) {
        if let payload { state.withLock { $0.payloads[change.action] = payload } }
        // Let go of without the lock.
        var dropped: ActionPayload?
        perform { machine, now in
            machine.stored(change, isKept ? .stored : .refused, at: now)
        } after: { state, _ in
            // From now on the keeper has its payload.
            if case .accept(let id, _) = change, state.machine.book.isKept(id) {
                dropped = state.payloads.removeValue(forKey: id)
            }
        }
        withExtendedLifetime(dropped) {}
    }

    /// An attempt must not begin, now or later: what is kept of the action is of no use, or it has
    /// expired.
    ///
    /// - Parameters:
    ///   - change: The attempt.
    ///   - end: How the action ends.
    package func reject(_ change: ActionChange, _ end: ActionStatus.State) {
        perform { machine, now in machine.stored(change, .rejected(end), at: now) }
    }

    /// Tells what earlier launches left: it comes before all that was sent since.
    ///
    /// In parts, since the launch does nothing else while it takes one.
    ///
    /// - Parameter actions: In the order in which they were accepted.
    package func restore(_ actions: [RestoredAction]) {
        // A table that grows moves all that it has.
        state.withLock { state in
            state.machine.book.expect(actions.count)
            state.session?.clock.expect(actions.count)
        }
        var rest = actions[...]
        repeat {
            let part = Array(rest.prefix(Self.restoredAtATime))
            rest = rest.dropFirst(part.count)
            let isLast = rest.isEmpty
            perform { machine, now in machine.restore(part, isLast: isLast, at: now) }
            // Who waits for the launch comes before the next part.
            if !isLast { sched_yield() }
        } while !rest.isEmpty
    }

    /// How many actions of earlier launches are taken at a time: about half a millisecond.
    private static let restoredAtATime = 128

    /// Another action, which is stored, has the same key: it counts in place of one that is not kept
    /// and has not begun.
    package func supersede(_ id: ActionID, by stored: ActionID) {
        perform { machine, now in machine.supersede(id, by: stored, at: now) }
    }

    /// Keeps nothing from now on: there is no store after all.
    package func doWithoutStore() {
        perform { machine, now in machine.doWithoutStore(at: now) }
    }

    /// Waits until it is known whether an action's attempt is stored.
    ///
    /// - Returns: Whether its handler may begin.
    nonisolated(nonsending) func mayBegin(_ action: ActionID) async -> Bool {
        await withUnsafeContinuation { continuation in
            let isStored: Bool? = state.withLock { state in
                if case .decided(let isStored) = state.attempts.removeValue(forKey: action) {
                    return isStored
                }
                state.attempts[action] = .waits(continuation)
                return nil
            }
            if let isStored { continuation.resume(returning: isStored) }
        }
    }
}

/// An attempt that is about to begin.
enum StoredAttempt: Sendable {
    /// Its worker waits until it is stored.
    case waits(UnsafeContinuation<Bool, Never>)
    /// Whether it is stored is known; its worker comes.
    case decided(Bool)
}

extension Launch.State {
    /// It is known whether an attempt is stored.
    mutating func decide(_ action: ActionID, _ isStored: Bool, _ effects: inout Launch.Effects) {
        if case .waits(let worker) = attempts.removeValue(forKey: action) {
            effects.begun.append((worker, isStored))
        } else {
            attempts[action] = .decided(isStored)
        }
    }
}
