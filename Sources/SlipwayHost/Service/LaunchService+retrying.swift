internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayStore
internal import SlipwayVarlink

extension Method.RetryAction: AnsweredMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        service.retryAction(id, isOnce, peer, reply)
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
    ///   - reply: Gets the new action.
    fileprivate func retryAction(_ text: String, _ isOnce: Bool, _ peer: Peer, _ reply: ReplySink) {
        find(text) { [self] found in
            do throws(LaunchRefusal) {
                try authority.checkRetrying(found.status.kind, of: found.record?.sender, peer)
            } catch {
                return reply.fail(refusal(error, of: peer))
            }
            retry(found, isOnce, peer, reply)
        } otherwise: {
            reply.fail($0.varlinkError)
        }
    }

    private func retry(_ found: FoundAction, _ isOnce: Bool, _ peer: Peer, _ reply: ReplySink) {
        do throws(LaunchRefusal) {
            let action = try again(found, isOnce)
            try submit(action, from: peer) { [self] result in
                if case .success = result {
                    let words = "retried action '\(action.kind)' (\(found.status.id))"
                    calls.note("\(words) as \(action.id)", by: peer)
                }
                answer(Method.Submit(kind: action.kind), result, reply)
            }
        } catch {
            reply.fail(refusal(error, of: peer))
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
        return NewAction(
            id: ActionID(Identity.make()),
            kind: found.status.kind,
            payload: try kinds.check(Method.Submit(kind: found.status.kind, payload: payload)),
            key: nil,
            uid: record.sender.uid,
            pid: record.sender.pid,
            retryOf: id,
            isOnlyRetry: isOnce
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
