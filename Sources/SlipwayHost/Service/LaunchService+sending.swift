internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayStore
internal import SlipwaySystem
internal import SlipwayVarlink

extension Method.Submit: AnsweredMethod {
    func isDecided(by rights: Authority.Rights) -> Bool { rights.senders[kind] != nil }

    /// Answers without a task if the launch takes the action, as it nearly always does.
    ///
    /// A task for each action costs a sixth of what is accepted in memory on 16 connections (11,800 a second in place
    /// of 14,000), and 2 % of what is accepted on disk: the loop makes its memory, and the store's thread frees it.
    func begin(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        let action: NewAction
        do throws(LaunchRefusal) {
            action = try service.action(of: self, from: peer)
        } catch {
            return reply.fail(service.refusal(error, of: peer))
        }
        do {
            try service.store.prepare()
            let owner = service.owner(of: action, peer)
            try service.launch.submit(action, owner: owner) { answer, durability in
                if let accepted = service.accepted(action, answer, durability) {
                    return service.answer(self, accepted, reply)
                }
                service.inTask(peer, reply) { () async throws(LaunchRefusal) in
                    let known = try await service.reply(to: action, answer, durability, for: peer)
                    service.answer(self, known, reply)
                }
            }
        } catch {
            // Another action may count instead, or another launch take this one.
            service.inTask(peer, reply) { () async throws(LaunchRefusal) in
                service.answer(self, try await service.submit(action, from: peer), reply)
            }
        }
    }
}

/// The call that submits a launch action.
extension LaunchService {
    /// Replies once the accepted action has reached the state that the request waits for.
    func answer(_ request: Method.Submit, _ accepted: SubmitReply, _ reply: ReplySink) {
        senders.wait(
            for: request.wait,
            upTo: request.timeout,
            accepted,
            isTrusted: !accepted.isOfAnother,
            reply
        )
    }

    /// Checks an action, stores it and submits it to the launch.
    ///
    /// - Parameters:
    ///   - request: The action.
    ///   - peer: Its sender.
    /// - Returns: The action, once it is accepted.
    /// - Throws: Why it is not.
    nonisolated(nonsending) func submit(
        _ request: Method.Submit,
        from peer: Peer
    ) async throws(LaunchRefusal) -> SubmitReply {
        try await submit(action(of: request, from: peer), from: peer)
    }

    /// Checks an action.
    fileprivate func action(
        of request: Method.Submit,
        from peer: Peer
    ) throws(LaunchRefusal) -> NewAction {
        try authority.checkSending(request.kind, peer)
        // Users of other namespaces share one number: the key of one would be a key of all.
        if request.key != nil, peer.uid == UserDatabase.overflow { throw .noKeys(uid: peer.uid) }
        let payload = try kinds.check(request)
        return NewAction(
            id: ActionID(Identity.make()),
            kind: request.kind,
            payload: payload.text,
            key: request.key,
            uid: peer.uid,
            pid: peer.pid,
            keys: payload.keys
        )
    }

    /// Submits an action to the launch, which has it stored.
    ///
    /// - Parameters:
    ///   - action: The action, which is checked.
    ///   - peer: Who asks: not always its sender.
    /// - Returns: The action, once it is accepted.
    /// - Throws: Why it is not.
    nonisolated(nonsending) func submit(
        _ action: NewAction,
        from peer: Peer
    ) async throws(LaunchRefusal) -> SubmitReply {
        while true {
            switch await submitOnce(action, from: peer) {
            case .answered(let answer, let durability):
                return try await reply(to: action, answer, durability, for: peer)
            case .refused(let refusal): throw refusal
            case .again: continue
            }
        }
    }

    private nonisolated(nonsending) func submitOnce(
        _ action: NewAction,
        from peer: Peer
    ) async -> Submission {
        do throws(StoreError) { try store.prepare() } catch {
            return .refused(LaunchRefusal(error))
        }
        let launch = launch
        do throws(SubmitRefusal) {
            return try await launch.submit(action, owner: owner(of: action, peer))
        } catch .stopping where current.launch !== launch {
            // Another launch has replaced that one meanwhile.
            return .again
        } catch {
            return await earlier(than: action, error)
        }
    }

    /// The user whose share of the slots for waiting actions counts; `nil` for operators, who have all.
    fileprivate func owner(of action: NewAction, _ peer: Peer) -> UInt32? {
        authority.mayOperate(peer) ? nil : action.uid
    }

    /// Finds the action that counts instead of one that the launch has not taken: the same one may
    /// have been taken earlier.
    private nonisolated(nonsending) func earlier(
        than action: NewAction,
        _ refusal: SubmitRefusal
    ) async -> Submission {
        do throws(StoreError) {
            if let answer = try await store.find(action) { return .answered(answer, .disk) }
            if case .alreadyOpen(let open) = refusal { return await counting(open) }
        } catch {
            // Without an answer of the store there is no earlier one: the launch's own reason counts.
        }
        return .refused(LaunchRefusal(refusal))
    }

    /// Finds out whether an open action counts instead of the sender's own, which it does once it
    /// is accepted.
    private nonisolated(nonsending) func counting(_ open: ActionID) async -> Submission {
        do throws(StoreError) {
            // The store has answered all that came before the question.
            if let record = try await store.record(open) {
                return .duplicate(of: open, record.durability)
            }
            // The open action may be in an earlier launch. Otherwise it was not accepted in the
            // end.
            return current.action(open) == nil ? .again : .duplicate(of: open, .memory)
        } catch {
            // The store does not say what became of the open action: the launches may know.
            switch current.acceptance(of: open) {
            case nil: return .refused(LaunchRefusal(error))
            // The open action counts only once it is stored, and it may not be.
            case .pending:
                let (id, message) = (open.description, error.description)
                return .refused(.storeSilent(id: id, message: message))
            case .accepted(let durability): return .duplicate(of: open, durability ?? .memory)
            }
        }
    }

    /// The reply about a new action that has not ended; `nil` for any other.
    ///
    /// The launch knows it, so that nothing has to be read. Of one that has ended the record has the result.
    fileprivate func accepted(
        _ action: NewAction,
        _ answer: KeepingAnswer,
        _ durability: ActionPolicy.Durability
    ) -> SubmitReply? {
        guard case .stored = answer, let known = launch.action(action.id), !known.state.isEnded
        else {
            return nil
        }
        return SubmitReply(action: store.detailed(known), durability: durability)
    }

    /// Tells the sender what became of a submission.
    fileprivate nonisolated(nonsending) func reply(
        to action: NewAction,
        _ answer: KeepingAnswer,
        _ stored: ActionPolicy.Durability,
        for peer: Peer
    ) async throws(LaunchRefusal) -> SubmitReply {
        if let accepted = accepted(action, answer, stored) { return accepted }
        let (id, isDuplicate, durability): (ActionID, Bool, ActionPolicy.Durability)
        switch answer {
        case .stored: (id, isDuplicate, durability) = (action.id, false, stored)
        case .duplicate(let old, let stored): (id, isDuplicate, durability) = (old, true, stored)
        case .conflict(let old): throw .conflict(key: action.key ?? "", id: old.description)
        case .retried(let retry):
            let old = action.retryOf?.description ?? ""
            throw .alreadyRetried(old, retry: retry.description)
        case .refused(let error): throw LaunchRefusal(error)
        case .unknown(let error):
            throw .storeSilent(id: action.id.description, message: error.description)
        // Only attempts are rejected.
        case .rejected: throw .storeFailed(message: "the store has rejected the action")
        }
        func submitted(_ status: ActionStatus) -> SubmitReply {
            SubmitReply(
                action: status,
                isDuplicate: isDuplicate,
                durability: durability,
                sentDate: isDuplicate ? Calendar.now.date(of: status.acceptedAt) : nil
            )
        }
        // The launch may let go of it meanwhile.
        let known = isDuplicate ? nil : launch.action(id)
        let found: FoundAction
        do throws(LaunchRefusal) { found = try await find(id) } catch {
            guard let known else { throw error }
            return submitted(store.detailed(known))
        }
        // The open action that counts instead of a new one may be another user's.
        guard let record = found.record, authority.mayRead(actionOf: record.sender, peer) else {
            var reply = submitted(found.status)
            reply.isOfAnother = isDuplicate
            return reply
        }
        var reply = submitted(found.detailed)
        reply.result = record.result
        return reply
    }
}

/// The outcome of one try to submit an action.
private enum Submission {
    /// The action, or an earlier one instead, is accepted with this durability; or neither is.
    case answered(KeepingAnswer, ActionPolicy.Durability)
    case refused(LaunchRefusal)
    /// The obstacle is gone: the action is to be submitted again.
    case again

    /// Another action, of this durability, counts instead of the new one.
    static func duplicate(of open: ActionID, _ durability: ActionPolicy.Durability) -> Submission {
        .answered(.duplicate(open, durability), durability)
    }
}

extension Launch {
    /// Submits an action, and returns what became of it once that is known; the callback is the store's.
    fileprivate nonisolated(nonsending) func submit(
        _ action: NewAction,
        owner: UInt32?
    ) async throws(SubmitRefusal) -> Submission {
        typealias Result = Swift.Result<Submission, SubmitRefusal>
        return try await withUnsafeContinuation { (sender: UnsafeContinuation<Result, Never>) in
            do throws(SubmitRefusal) {
                try submit(action, owner: owner) {
                    sender.resume(returning: .success(.answered($0, $1)))
                }
            } catch {
                sender.resume(returning: .failure(error))
            }
        }.get()
    }
}

extension LaunchRefusal {
    /// Why an action was not stored, for its sender.
    init(_ error: StoreError) {
        // The next daemon takes the action: `slipway send` tries again.
        self = error == .closed ? .shuttingDown : .storeFailed(message: error.description)
    }

    /// The launch's own refusals, for senders.
    init(_ refusal: SubmitRefusal) {
        switch refusal {
        case .stopping, .ended: self = .shuttingDown
        case .launchFailed(let operation, let message):
            self = .launchFailed(operation: operation, message: message)
        case .queueFull(let limit): self = .queueFull(limit: limit, retryAfter: .seconds(1))
        case .shareFull(let share, let limit):
            self = .queueFull(limit: limit, share: share, retryAfter: .seconds(1))
        case .alreadyOpen, .duplicateID, .foreignKind: self = .storeFailed(message: "\(refusal)")
        }
    }
}
