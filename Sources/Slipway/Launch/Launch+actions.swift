#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

extension Launch {
    /// Submits an action as its sender sent it: the action gets its position in the line, is
    /// stored, and is then accepted.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - owner: The user who has no more than a share of the line (``ActionPolicy/share``); `nil`
    ///     for a user who may fill it.
    ///   - answer: Called once the action is accepted or refused; from any thread, and must not
    ///     block.
    /// - Throws: ``SubmitRefusal``; the action is not taken then, and `answer` is not called.
    package func submit(
        _ action: NewAction,
        owner: UInt32? = nil,
        answer: @escaping AcceptanceAnswer
    ) throws(SubmitRefusal) {
        _ = try submit(.stored(action), owner: owner) {
            $0.index(ofKind: action.kind)
        } after: {
            $0.senders[action.id] = answer
        }
    }

    /// Takes an action of the kind that `find` finds.
    func submit(
        _ submission: Submission,
        owner: UInt32? = nil,
        find: (LaunchMachine) -> Int?,
        after: (inout sending State) -> Void
    ) throws(SubmitRefusal) -> ActionStatus {
        let result = perform(
            { machine in
                Result { () throws(SubmitRefusal) -> ActionStatus in
                    guard let kind = find(machine) else { throw .foreignKind(submission.kind) }
                    try machine.submit(submission, of: kind, owner: owner)
                    guard let status = machine.action(submission.id) else {
                        throw .duplicateID(submission.id)
                    }
                    return status
                }
            },
            after: { state, result in if case .success = result { after(&state) } }
        )
        return try result.get()
    }

    /// When an action expires unless an attempt has begun by then; `nil` for never, for one that has begun,
    /// and for one that is not of this launch.
    package func expiry(of id: ActionID) -> Instant? {
        state.withLock { $0.machine.book.expiry(of: id) }
    }

    /// The state of an action's acceptance; `nil` if this launch does not know the action.
    package func acceptance(of id: ActionID) -> ActionAcceptance? {
        state.withLock { $0.machine.book.acceptance(of: id) }
    }

    /// Tells whether a kind is one of this launch.
    package func has<Payload>(_ kind: ActionKind<Payload>) -> Bool {
        answer { $0.index(of: kind.declaration) != nil }
    }

    /// The accepted actions that are stored on disk, as far as this launch knows them: of those
    /// that have ended, the last ones.
    package var actionsOnDisk: [ActionStatus] {
        state.withLock { state in
            state.machine.book.onDisk.map { state.machine.action($0.id) ?? $0 }
        }
    }

    /// The actions that have not ended and are not stored: their payloads are values of this
    /// process.
    package var unstoredActions: [ActionStatus] {
        state.withLock { state in
            state.machine.book.unstored.map { state.machine.action($0.id) ?? $0 }
        }
    }

    /// The operations that an action of a kind would wait for now; `nil` if there is no such kind.
    package func missing(forKind kind: String) -> [String]? {
        state.withLock { state in
            state.machine.index(ofKind: kind).map { state.machine.missing(for: $0) }
        }
    }

    /// Takes the store's answer to a change.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - answer: What became of it.
    ///   - payload: What the handler gets, of an attempt that is about to begin.
    package func kept(
        _ change: ActionChange,
        _ answer: KeepingAnswer,
        payload: ActionPayload? = nil
    ) {
        if let payload { state.withLock { $0.payloads[change.action] = payload } }
        var sender: AcceptanceAnswer?
        let (_, follow) = ask { machine in
            machine.stored(change, answer)
        } after: { state, _ in
            if change.isAcceptance { sender = state.senders.removeValue(forKey: change.action) }
        }
        // The sender, who waits, comes before the observers.
        if case .accept(_, let durability, _, _) = change { sender?(answer, durability) }
        perform(follow)
    }

    /// The store does not say, and may not say for long, whether a new action is stored: the sender
    /// is told so, and the launch waits on for ``kept(_:_:payload:)``.
    package func isUnanswered(_ action: ActionID, _ error: StoreError) {
        let sender = state.withLock { $0.senders.removeValue(forKey: action) }
        sender?(.unknown(error), .disk)
    }

    /// Takes the actions that earlier launches left; they come before all that were sent since.
    ///
    /// The launch takes them in parts, since it does nothing else while it takes one part.
    ///
    /// - Parameter actions: In the order in which they were accepted.
    /// - Returns: `false` if the launch has not taken them, because it has handed over all of its
    ///   actions.
    @discardableResult
    package func restore(_ actions: [RestoredAction]) -> Bool {
        // Makes room for all of them at once: a table that grows moves all of its entries.
        let isTaken = state.withLock { state in
            guard state.machine.book.expect(actions.count) else { return false }
            state.session?.clock.expect(actions.count)
            return true
        }
        guard isTaken else { return false }
        var rest = actions[...]
        repeat {
            let part = Array(rest.prefix(Self.restoredAtATime))
            rest = rest.dropFirst(part.count)
            let isLast = rest.isEmpty
            perform { $0.restore(part, isLast: isLast) }
            // Threads that wait for the launch come before the next part.
            if !isLast { sched_yield() }
        } while !rest.isEmpty
        return true
    }

    /// The number of actions of earlier launches that are taken at a time, in about half a
    /// millisecond.
    static let restoredAtATime = 128

    /// Replaces an action that is not stored and has not begun by a stored one with the same key.
    package func supersede(_ id: ActionID, by stored: ActionID) {
        perform { $0.supersede(id, by: stored) }
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

/// Called with what became of a new action, and with its durability if it is accepted.
package typealias AcceptanceAnswer = @Sendable (KeepingAnswer, ActionPolicy.Durability) -> Void

/// An attempt that is about to begin.
enum StoredAttempt: Sendable {
    /// The worker waits until the attempt is stored.
    case waits(UnsafeContinuation<Bool, Never>)
    /// The store has answered whether the attempt is stored; the worker has yet to ask.
    case decided(Bool)
}

extension Launch.State {
    /// Takes the store's answer whether an attempt is stored.
    mutating func decide(_ action: ActionID, _ isStored: Bool, _ effects: inout Launch.Effects) {
        if case .waits(let worker) = attempts.removeValue(forKey: action) {
            effects.begun.append((worker, isStored))
        } else {
            attempts[action] = .decided(isStored)
        }
    }
}
