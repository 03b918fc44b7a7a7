internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayStore
internal import SlipwayVarlink

extension Method.RetryAction: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        let submitted = try await service.retryAction(id, isOnce, peer)
        service.answer(Method.Submit(kind: submitted.action.kind), submitted, reply)
    }
}

extension Method.RetryActions: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async {
        await service.changeSeveral(ids, peer, reply) { id throws(LaunchRefusal) in
            let action = try await service.retryAction(id, isOnce, peer).action
            return ChangedAction(
                id,
                kind: action.kind,
                changed: true,
                state: action.state.word,
                retry: action.id
            )
        }
    }
}

extension Method.PurgeActions: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        do throws(StoreError) {
            let count = try await service.store.purge()
            service.calls.note("purged the records of \(count) ended actions", by: peer)
            reply.finish(Reply(count))
        } catch {
            throw .storeFailed(message: error.description)
        }
    }
}

/// The calls about actions that have ended; each is logged with its caller.
extension LaunchService {
    /// Makes a new action of one that has ended.
    ///
    /// - Parameters:
    ///   - text: The identity of the ended action, or its beginning.
    ///   - isOnce: Whether a second retry of the action is refused.
    ///   - peer: Who asks.
    /// - Returns: The new action.
    /// - Throws: Why there is none.
    fileprivate nonisolated(nonsending) func retryAction(
        _ text: String,
        _ isOnce: Bool,
        _ peer: Peer
    ) async throws(LaunchRefusal) -> SubmitReply {
        let found = try await find(text)
        try authority.checkRetrying(found.status.kind, of: found.record?.sender, peer)
        let action = try again(found, isOnce)
        let submitted = try await submit(action, from: peer)
        // An open action with the same unique key may have another payload: nothing is retried.
        guard submitted.action.id == action.id else {
            let open = submitted.action.id.description
            throw .cannotRetry(
                found.status.id.description,
                reason: "has the same unique key as '\(open)', which has not ended"
            )
        }
        let words = "retried action '\(action.kind)' (\(found.status.id))"
        calls.note("\(words) as \(action.id)", by: peer)
        return submitted
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
}
