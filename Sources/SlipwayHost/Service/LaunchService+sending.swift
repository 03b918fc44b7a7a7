internal import Slipway
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayJSON
internal import SlipwayRecords
internal import SlipwayStore
internal import SlipwaySystem

/// The call that submits a launch action.
extension LaunchService {
    func submit(
        _ request: SubmitRequest,
        from peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        try authority.checkSending(request.kind, peer)
        if request.key != nil, peer.uid == UserDatabase.overflow { throw .keyOfAnyone }
        let action = NewAction(
            id: ActionID(Identity.make()),
            kind: request.kind,
            payload: request.payload,
            key: request.key,
            sender: ActionSender(uid: peer.uid, pid: peer.pid)
        )
        try submit(action, request, reply)
    }

    /// Submits an action and replies when the state is reached that the request waits for.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - request: Its kind and payload, and what to wait for.
    ///   - reply: Where to reply.
    ///   - onAcceptance: Called once it is accepted, before the reply.
    /// - Throws: The kind or the payload is wrong.
    func submit(
        _ action: NewAction,
        _ request: SubmitRequest,
        _ reply: ReplySink,
        onAcceptance: @escaping @Sendable () -> Void = {}
    ) throws(LaunchRefusal) {
        let (policy, payload) = try kinds.check(request)
        store.submit(action, policy) { () throws(SubmitRefusal) in
            try launch.submit(action.kind, payload, id: action.id)
        } completion: { result in
            answer(action, result) { accepted in
                onAcceptance()
                senders.wait(for: request.wait, upTo: request.timeout, accepted, reply)
            } otherwise: { refusal in
                reply.fail(refusal.varlinkError)
            }
        }
    }

    /// What became of a submission, for its sender.
    private func answer(
        _ action: NewAction,
        _ result: Result<Admission, AdmissionFault>,
        accepted: @escaping @Sendable (SubmitReply) -> Void,
        otherwise refuse: @escaping @Sendable (LaunchRefusal) -> Void
    ) {
        switch result {
        case .failure(.refused(let refusal)): refuse(LaunchRefusal(refusal))
        case .failure(.notStored(let error)): refuse(.storeFailed(message: error.description))
        case .success(.conflict(let id)):
            refuse(.conflict(key: action.key ?? "", id: id.description))
        case .success(.accepted(let durability)):
            find(action.id) { found in
                accepted(SubmitReply(action: found.detailed, durability: durability))
            } otherwise: {
                refuse($0)
            }
        case .success(.duplicate(let id, let durability)):
            find(id) { found in
                accepted(
                    SubmitReply(action: found.detailed, isDuplicate: true, durability: durability)
                )
            } otherwise: {
                refuse($0)
            }
        }
    }
}

extension LaunchRefusal {
    /// Users of other namespaces share one number: the key of one would be a key of all.
    fileprivate static let keyOfAnyone = LaunchRefusal.storeFailed(
        message: "user \(UserDatabase.overflow) stands for every user that the kernel cannot "
            + "name, so no key is its own; send without one"
    )

    /// The launch's own refusals, for senders.
    init(_ refusal: SubmitRefusal) {
        switch refusal {
        case .stopping: self = .shuttingDown
        case .launchFailed(let operation, let message):
            self = .launchFailed(operation: operation, message: message)
        case .queueFull(let limit): self = .queueFull(limit: limit, retryAfter: .seconds(1))
        case .duplicateID, .foreignKind: self = .storeFailed(message: "\(refusal)")
        }
    }
}
