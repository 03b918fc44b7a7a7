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
            senders.wait(for: request.wait, upTo: request.timeout, try result.get(), reply)
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
        let action = NewAction(
            id: ActionID(Identity.make()),
            kind: request.kind,
            payload: request.payload,
            key: request.key,
            sender: ActionSender(uid: peer.uid, pid: peer.pid)
        )
        try submit(action, from: peer, completion: completion)
    }

    /// Checks the kind and the payload of an action, stores it and submits it to the launch.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - peer: Who asks: not always its sender.
    ///   - completion: Called once it is accepted, or with why it is not.
    /// - Throws: Why it is not even stored.
    func submit(
        _ action: NewAction,
        from peer: Peer,
        completion: @escaping @Sendable (Result<SubmitReply, LaunchRefusal>) -> Void
    ) throws(LaunchRefusal) {
        let request = Method.Submit(kind: action.kind, payload: action.payload)
        let (policy, checked) = try kinds.check(request)
        var payload = checked
        payload.key = action.key
        let owner = authority.mayOperate(peer) ? nil : action.sender.uid
        store.submit(action, policy) { [payload] () throws(SubmitRefusal) in
            try launch.submit(action.kind, payload, id: action.id, owner: owner)
        } completion: { result in
            reply(to: action, result, completion)
        }
    }

    /// What became of a submission, for its sender.
    private func reply(
        to action: NewAction,
        _ result: Result<Admission, AdmissionFault>,
        _ completion: @escaping @Sendable (Result<SubmitReply, LaunchRefusal>) -> Void
    ) {
        let (id, isDuplicate, durability): (ActionID, Bool, Durability)
        switch result {
        case .success(.accepted(let place)):
            (id, isDuplicate, durability) = (action.id, false, place)
        case .success(.duplicate(let old, let place)):
            (id, isDuplicate, durability) = (old, true, place)
        case .success(.conflict(let old)):
            return completion(.failure(.conflict(key: action.key ?? "", id: old.description)))
        case .success(.retried(let retry)):
            let old = action.retryOf?.description ?? ""
            return completion(.failure(.alreadyRetried(old, retry: retry.description)))
        case .failure(let fault): return completion(.failure(LaunchRefusal(fault)))
        }
        let succeed = { @Sendable (status: ActionStatus) in
            let reply = SubmitReply(
                action: status,
                isDuplicate: isDuplicate,
                durability: durability,
                sentDate: isDuplicate ? Calendar.now.date(of: status.acceptedAt) : nil
            )
            completion(.success(reply))
        }
        // The launch knows a new action, so that nothing has to be read.
        if !isDuplicate, let status = launch.action(id) { return succeed(store.detailed(status)) }
        find(id) { found in
            succeed(found.detailed)
        } otherwise: {
            completion(.failure($0))
        }
    }
}

extension LaunchRefusal {
    /// Why an action was not accepted, for its sender.
    init(_ fault: AdmissionFault) {
        switch fault {
        case .refused(let refusal): self.init(refusal)
        // The next daemon takes it: `slipway send` tries again.
        case .notStored(.closed): self = .shuttingDown
        case .notStored(let error): self = .storeFailed(message: error.description)
        }
    }

    /// The launch's own refusals, for senders.
    init(_ refusal: SubmitRefusal) {
        switch refusal {
        case .stopping: self = .shuttingDown
        case .launchFailed(let operation, let message):
            self = .launchFailed(operation: operation, message: message)
        case .queueFull(let limit): self = .queueFull(limit: limit, retryAfter: .seconds(1))
        case .shareFull(let share, let limit):
            self = .queueFull(limit: limit, share: share, retryAfter: .seconds(1))
        case .duplicateID, .foreignKind: self = .storeFailed(message: "\(refusal)")
        }
    }
}
