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
        try submit(request, from: peer) { result in
            do throws(LaunchRefusal) {
                senders.wait(for: request.wait, upTo: request.timeout, try result.get(), reply)
            } catch {
                reply.fail(error.varlinkError)
            }
        }
    }

    /// Checks and stores an action, and submits it to the launch.
    ///
    /// - Parameters:
    ///   - request: The action.
    ///   - peer: Its sender.
    ///   - completion: Called once it is accepted, or why it is not.
    /// - Throws: Why it is not even stored.
    func submit(
        _ request: SubmitRequest,
        from peer: Peer,
        completion: @escaping @Sendable (Result<SubmitReply, LaunchRefusal>) -> Void
    ) throws(LaunchRefusal) {
        try authority.checkSending(request.kind, peer)
        let kind = try kinds.check(request)
        // Users of other namespaces share one number: the key of one would be a key of all.
        if request.key != nil, peer.uid == UserDatabase.overflow { throw .noKeys(uid: peer.uid) }
        let action = NewAction(
            id: ActionID(Identity.make()),
            kind: request.kind,
            payload: request.payload,
            key: request.key,
            sender: ActionSender(uid: peer.uid, pid: peer.pid)
        )
        store.admit(action) { result in
            do throws(LaunchRefusal) {
                completion(.success(try accept(action, as: kind, result)))
            } catch {
                completion(.failure(error))
            }
        }
    }

    /// Submits a stored action to the launch.
    private func accept(
        _ action: NewAction,
        as kind: ActionKind<JSON>,
        _ result: Result<Admission, StoreError>
    ) throws(LaunchRefusal) -> SubmitReply {
        let admission: Admission
        do throws(StoreError) {
            admission = try result.get()
        } catch {
            throw .storeFailed(message: error.description)
        }
        switch admission {
        case .conflict(let id):
            throw .conflict(key: action.key ?? "", id: id.description)
        case .duplicate(let id):
            return SubmitReply(
                action: try status(ofEarlier: id),
                isDuplicate: true,
                durability: store.durability
            )
        case .admitted:
            do throws(SubmitRefusal) {
                let status = try launch.submit(kind, .object(action.payload), id: action.id)
                store.note(status)
                return SubmitReply(action: status, durability: store.durability)
            } catch {
                store.withdraw(action.id)
                throw LaunchRefusal(error)
            }
        }
    }

    private func status(ofEarlier id: ActionID) throws(LaunchRefusal) -> ActionStatus {
        let stored = store.action(id)
        if let status = launch.action(id) { return stored?.detailed(status) ?? status }
        guard let stored, let status = stored.status else {
            throw .storeFailed(
                message: "action '\(id)' has the same key and is still being stored; try again"
            )
        }
        // The launch forgets only ended actions.
        guard status.state.isEnded else { throw .lost(id) }
        return stored.detailed(status)
    }
}

extension LaunchRefusal {
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
