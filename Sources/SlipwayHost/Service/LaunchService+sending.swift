internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayStore
internal import SlipwaySystem
internal import SlipwayVarlink

extension Method.Submit: AnsweredMethod {
    func isDecided(by rights: Authority.Rights) -> Bool { rights.senders[kind] != nil }

    func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        try service.submit(self, from: peer) { result in service.answer(self, result, reply) }
    }
}

/// The call that submits a launch action.
extension LaunchService {
    /// Replies once the action has reached the state that the request waits for.
    func answer(
        _ request: Method.Submit,
        _ result: Result<SubmitReply, LaunchRefusal>,
        _ reply: ReplySink
    ) {
        do throws(LaunchRefusal) {
            let accepted = try result.get()
            senders.wait(
                for: request.wait,
                upTo: request.timeout,
                accepted,
                isTrusted: !accepted.isOfAnother,
                reply
            )
        } catch {
            reply.fail(error.varlinkError)
        }
    }

    /// Checks an action, stores it and submits it to the launch.
    ///
    /// - Parameters:
    ///   - request: The action.
    ///   - peer: Its sender.
    ///   - completion: Called once it is accepted, or with why it is not.
    /// - Throws: Why it is not even stored.
    func submit(
        _ request: Method.Submit,
        from peer: Peer,
        completion: @escaping @Sendable (Result<SubmitReply, LaunchRefusal>) -> Void
    ) throws(LaunchRefusal) {
        try authority.checkSending(request.kind, peer)
        // Users of other namespaces share one number: the key of one would be a key of all.
        if request.key != nil, peer.uid == UserDatabase.overflow { throw .noKeys(uid: peer.uid) }
        let payload = try kinds.check(request)
        let action = NewAction(
            id: ActionID(Identity.make()),
            kind: request.kind,
            payload: payload.text,
            key: request.key,
            uid: peer.uid,
            pid: peer.pid,
            keys: payload.keys
        )
        try submit(action, from: peer, completion: completion)
    }

    /// Submits an action to the launch, which has it stored.
    ///
    /// - Parameters:
    ///   - action: The action, which is checked.
    ///   - peer: Who asks: not always its sender.
    ///   - completion: Called once it is accepted, or with why it is not.
    /// - Throws: Why it is not even stored.
    func submit(
        _ action: NewAction,
        from peer: Peer,
        completion: @escaping @Sendable (Result<SubmitReply, LaunchRefusal>) -> Void
    ) throws(LaunchRefusal) {
        let owner = authority.mayOperate(peer) ? nil : action.uid
        do throws(StoreError) { try store.prepare() } catch { throw LaunchRefusal(error) }
        let launch = launch
        do throws(SubmitRefusal) {
            try launch.submit(action, owner: owner) { answer, place in
                reply(to: action, answer, place, for: peer, completion)
            }
        } catch .stopping where current.launch !== launch {
            // Another launch has taken its place meanwhile.
            try submit(action, from: peer, completion: completion)
        } catch {
            // It may have taken the same one earlier.
            store.find(action) { [self, error] found in
                switch (found, error) {
                case (.success(let answer?), _):
                    reply(to: action, answer, .disk, for: peer, completion)
                case (.success(nil), .alreadyOpen(let open)):
                    reply(to: action, open, for: peer, completion)
                // Without an answer of the store there is no earlier one: the launch's own reason
                // counts.
                case (.success(nil), _), (.failure, _): completion(.failure(LaunchRefusal(error)))
                }
            }
        }
    }

    /// Tells the sender of the open action that counts in place of its own, once that is accepted.
    private func reply(
        to action: NewAction,
        _ open: ActionID,
        for peer: Peer,
        _ completion: @escaping @Sendable (Result<SubmitReply, LaunchRefusal>) -> Void
    ) {
        // The store has answered all that came before the question.
        store.record(open) { [self] found in
            do throws(StoreError) {
                if let record = try found.get() {
                    let place = record.durability
                    return reply(to: action, .duplicate(open, place), place, for: peer, completion)
                }
            } catch {
                return reply(to: action, open, unreadable: error, for: peer, completion)
            }
            // It may run in an earlier launch.
            if current.action(open) != nil {
                return reply(to: action, .duplicate(open, .memory), .memory, for: peer, completion)
            }
            // It was not accepted in the end.
            do throws(LaunchRefusal) {
                try submit(action, from: peer, completion: completion)
            } catch {
                completion(.failure(error))
            }
        }
    }

    /// The same where the store does not say what became of the open action: as far as a launch knows it.
    private func reply(
        to action: NewAction,
        _ open: ActionID,
        unreadable error: StoreError,
        for peer: Peer,
        _ completion: @escaping @Sendable (Result<SubmitReply, LaunchRefusal>) -> Void
    ) {
        switch current.acceptance(of: open) {
        case nil: completion(.failure(LaunchRefusal(error)))
        // That counts in place of this one only once it is stored, and it may not be.
        case .pending:
            let (id, message) = (open.description, error.description)
            completion(.failure(.storeSilent(id: id, message: message)))
        case .accepted(let place):
            let place = place ?? .memory
            reply(to: action, .duplicate(open, place), place, for: peer, completion)
        }
    }

    /// Tells the sender what became of a submission.
    private func reply(
        to action: NewAction,
        _ answer: KeepingAnswer,
        _ place: ActionPolicy.Durability,
        for peer: Peer,
        _ completion: @escaping @Sendable (Result<SubmitReply, LaunchRefusal>) -> Void
    ) {
        let (id, isDuplicate, durability): (ActionID, Bool, ActionPolicy.Durability)
        switch answer {
        case .stored: (id, isDuplicate, durability) = (action.id, false, place)
        case .duplicate(let old, let place): (id, isDuplicate, durability) = (old, true, place)
        case .conflict(let old):
            return completion(.failure(.conflict(key: action.key ?? "", id: old.description)))
        case .retried(let retry):
            let old = action.retryOf?.description ?? ""
            return completion(.failure(.alreadyRetried(old, retry: retry.description)))
        case .refused(let error): return completion(.failure(LaunchRefusal(error)))
        case .unknown(let error):
            let refusal = LaunchRefusal.storeSilent(
                id: action.id.description,
                message: error.description
            )
            return completion(.failure(refusal))
        // Only attempts are rejected.
        case .rejected: return
        }
        let succeed = { @Sendable (status: ActionStatus, result: HandlerResult?) in
            var reply = SubmitReply(
                action: status,
                isDuplicate: isDuplicate,
                durability: durability,
                sentDate: isDuplicate ? Calendar.now.date(of: status.acceptedAt) : nil
            )
            if let result { reply.result = result } else { reply.isOfAnother = true }
            completion(.success(reply))
        }
        // The launch knows a new action, so that nothing has to be read.
        if !isDuplicate, let status = launch.action(id) {
            return succeed(store.detailed(status), HandlerResult())
        }
        find(id) { [authority] found in
            // The open action that counts in place of a new one may be another user's.
            guard let record = found.record, authority.mayRead(actionOf: record.sender, peer) else {
                return succeed(found.status, nil)
            }
            succeed(found.detailed, record.result)
        } otherwise: {
            completion(.failure($0))
        }
    }
}

extension LaunchRefusal {
    /// Why an action was not stored, for its sender.
    init(_ error: StoreError) {
        // The next daemon takes it: `slipway send` tries again.
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
