internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayStore
internal import SlipwayVarlink

extension Method.RetryAction: AnsweredMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        service.retryAction(id, isOnce, peer) { result in
            switch result {
            case .success(let submitted):
                let kind = submitted.action.kind
                service.answer(Method.Submit(kind: kind), .success(submitted), reply)
            case .failure(let error): reply.fail(error.varlinkError)
            }
        }
    }
}

extension Method.RetryActions: AnsweredMethod {
    func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        service.changeSeveral(ids, reply) { id, completion in
            service.retryAction(id, isOnce, peer) { result in
                completion(
                    result.map { submitted in
                        ChangedAction(
                            id,
                            kind: submitted.action.kind,
                            changed: true,
                            state: submitted.action.state.word,
                            retry: submitted.action.id
                        )
                    }
                )
            }
        }
    }
}

extension Method.PurgeActions: AnsweredMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        service.purgeActions(peer, reply)
    }
}

/// The calls about actions that have ended; each is logged with its caller.
extension LaunchService {
    /// Makes a new action of one that has ended.
    ///
    /// - Parameters:
    ///   - text: Its identity.
    ///   - isOnce: Whether it is refused if it was retried before.
    ///   - peer: Who asks.
    ///   - completion: Called with the new action, or with why there is none.
    fileprivate func retryAction(
        _ text: String,
        _ isOnce: Bool,
        _ peer: Peer,
        _ completion: @escaping @Sendable (Result<SubmitReply, LaunchRefusal>) -> Void
    ) {
        find(text) { [self] found in
            do throws(LaunchRefusal) {
                try authority.checkRetrying(found.status.kind, of: found.record?.sender, peer)
                try retry(found, isOnce, peer, completion)
            } catch {
                note(error, of: peer)
                completion(.failure(error))
            }
        } otherwise: {
            completion(.failure($0))
        }
    }

    private func retry(
        _ found: FoundAction,
        _ isOnce: Bool,
        _ peer: Peer,
        _ completion: @escaping @Sendable (Result<SubmitReply, LaunchRefusal>) -> Void
    ) throws(LaunchRefusal) {
        let action = try again(found, isOnce)
        try submit(action, from: peer) { [calls] result in
            guard case .success(let submitted) = result else { return completion(result) }
            // An open one with the same unique key may have another payload: nothing is retried.
            guard submitted.action.id == action.id else {
                let open = submitted.action.id.description
                let refusal = LaunchRefusal.cannotRetry(
                    found.status.id.description,
                    reason: "has the same unique key as '\(open)', which has not ended"
                )
                return completion(.failure(refusal))
            }
            let words = "retried action '\(action.kind)' (\(found.status.id))"
            calls.note("\(words) as \(action.id)", by: peer)
            completion(result)
        }
    }

    private func again(_ found: FoundAction, _ isOnce: Bool) throws(LaunchRefusal) -> NewAction {
        let id = found.status.id
        guard found.status.state.isEnded else {
            throw .cannotRetry(id.description, reason: "has not ended")
        }
        if let failure = found.failure { throw .storeFailed(message: failure.description) }
        guard let record = found.record, let payload = record.payload else {
            throw .cannotRetry(id.description, reason: "has no payload any more")
        }
        let kind = found.status.kind
        let checked = try kinds.check(Method.Submit(kind: kind, payload: payload))
        return NewAction(
            id: ActionID(Identity.make()),
            kind: kind,
            payload: checked.text,
            key: nil,
            uid: record.sender.uid,
            pid: record.sender.pid,
            retryOf: id,
            isOnlyRetry: isOnce,
            keys: checked.keys
        )
    }

    /// Lets go of the records of all actions that have ended.
    fileprivate func purgeActions(_ peer: Peer, _ reply: ReplySink) {
        store.purge { [calls] result in
            do throws(StoreError) {
                let count = try result.get()
                calls.note("purged the records of \(count) ended actions", by: peer)
                reply.finish(Method.PurgeActions.Reply(count))
            } catch {
                reply.fail(LaunchRefusal.storeFailed(message: error.description).varlinkError)
            }
        }
    }
}
